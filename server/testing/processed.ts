// Waits until uploads are processed, and fetches their pictures.

import type { Document, Image } from '@tessera/client'
import sharp from 'sharp'
import { until } from './until.ts'
import type { Person, World } from './world.ts'

type Uploads = Pick<World, 'board'> & { readonly as: Person }

export const processedImage = ({ as, board }: Uploads, id: string): Promise<Image> =>
  until(async () => {
    const { image } = await as.images.get(board, id)
    return image.pictures.length > 0 || image.reason !== undefined ? image : null
  })

export const processedDocument = ({ as, board }: Uploads, id: string): Promise<Document> =>
  until(async () => {
    const { document } = await as.documents.get(board, id)
    return document.state === 'processing' ? null : document
  })

/** Fetches from the server under test, whose address may differ from its PUBLIC_URL. */
export async function fetchFile({ url }: Pick<World, 'url'>, address: string | undefined): Promise<Response> {
  const { pathname, search } = new URL(address as string)
  return await fetch(url + pathname + search)
}

/** The path of a file URL without its signature, which changes every hour. */
export const fileAt = (address: string | null | undefined): string => new URL(address as string).pathname

export const filesOf = (pictures: readonly { readonly url: string }[]): string[] => pictures.map(one => fileAt(one.url))

export async function bytesAt(made: Pick<World, 'url'>, address: string | undefined): Promise<Buffer> {
  return Buffer.from(await (await fetchFile(made, address)).arrayBuffer())
}

/** The color of one pixel, as red, green and blue. */
export async function pixelAt(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const start = (y * info.width + x) * info.channels
  return [...data.subarray(start, start + 3)]
}
