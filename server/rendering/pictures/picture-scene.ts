// Writes the scene of a picture: the objects to draw as a file for the child process, and which pictures of files they
// show. It holds one page of the objects at a time, so a large board needs little memory here.

import { open, writeFile } from 'node:fs/promises'
import { Problem } from '@tessera/contract'
import { type Box, bounds, type Drawable, pagePreview, rendererOf } from '@tessera/drawing'
import type { StoredPicture } from '../../platform/files/index.ts'
import { ownerOf, type SourceObject } from './board-source.ts'

const maxObjects = 100_000
const maxLength = 200_000_000

export interface WantedPicture {
  /** The key by which the renderer asks for it. */
  readonly key: string
  /** The width at which it is shown, in board units. */
  readonly width: number
  /** The pictures made for the board, the smallest first. */
  readonly versions: readonly StoredPicture[]
  /** The uploaded image, if it is larger than all of them, or the PDF that the picture shows a page of. */
  readonly original: { readonly hash: string; readonly isPdf: boolean } | null
}

export interface WrittenScene {
  /** The objects that lie on the board, with their boxes. */
  readonly objects: readonly { readonly id: string; readonly box: Box }[]
  readonly pictures: readonly WantedPicture[]
}

/** Throws a BadRequest if there is too much to draw. */
export async function writeScene(pages: AsyncIterable<readonly SourceObject[]>, path: string): Promise<WrittenScene> {
  const file = await open(path, 'w')
  try {
    const read = await readScene(pages, large, text => file.write(text))
    if (read === 'too-large') throw tooMuch()
    return read
  } finally {
    await file.close()
  }
}

export interface SmallScene extends WrittenScene {
  /** The content of the file for the child process. */
  readonly text: string
}

/** Returns null if the scene is not small; it stops reading there. */
export async function readSmallScene(pages: AsyncIterable<readonly SourceObject[]>): Promise<SmallScene | null> {
  const parts: string[] = []
  const read = await readScene(pages, small, async text => parts.push(text))
  if (read === 'too-large' || read.pictures.length > maxSmallPictures) return null
  return { ...read, text: parts.join('') }
}

export async function writeSmallScene(scene: SmallScene, path: string): Promise<WrittenScene> {
  await writeFile(path, scene.text)
  return scene
}

interface SceneLimits {
  readonly objects: number
  readonly length: number
}

const large: SceneLimits = { objects: maxObjects, length: maxLength }
/** What is drawn within a second or so. Scenes of this size wait in memory. */
const small: SceneLimits = { objects: 1_000, length: 500_000 }
const maxSmallPictures = 50

async function readScene(
  pages: AsyncIterable<readonly SourceObject[]>,
  limits: SceneLimits,
  write: (text: string) => Promise<unknown>,
): Promise<WrittenScene | 'too-large'> {
  const objects: { id: string; box: Box }[] = []
  const pictures: WantedPicture[] = []
  let [count, length] = [0, 0]
  await write('[')
  for await (const page of pages) {
    const texts = page.map(object => {
      const drawable = drawableOf(object)
      const box = bounds(drawable)
      if (ownerOf(object) === null) objects.push({ id: object.id, box })
      const picture = wantedPicture(object, drawable, box.width)
      if (picture) pictures.push(picture)
      return JSON.stringify(drawable)
    })
    if (texts.length === 0) continue
    const text = (count === 0 ? '' : ',') + texts.join()
    count += texts.length
    length += text.length
    if (count > limits.objects || length > limits.length) return 'too-large'
    await write(text)
  }
  await write(']')
  return { objects, pictures }
}

const tooMuch = () =>
  new Problem(
    'BadRequest',
    `The region has more than ${maxObjects.toLocaleString('en')} objects: request a smaller region`,
  )

function drawableOf({ kind, record }: SourceObject): Drawable {
  const { $: hidden, ...shown } = record
  return { kind, ...shown, ...(hidden?.page && { preview: pagePreview(hidden.page) }) } as unknown as Drawable
}

function wantedPicture({ record }: SourceObject, drawable: Drawable, width: number): WantedPicture | null {
  const { $: hidden } = record
  const ofPage = hidden?.page?.picture ?? hidden?.page?.icon
  const versions = ofPage ? [ofPage] : (hidden?.pictures ?? [])
  const largest = versions.at(-1)
  if (!largest) return null
  const file = hidden?.file
  // Set for a document that was read completely, so that it can be read again.
  const isPdf = file?.mime === 'application/pdf' && record.state === 'ready'
  const isLarger = isPdf || (file?.mime.startsWith('image/') === true && Number(record.width) > largest.width)
  return {
    key: rendererOf(drawable).pictureKey?.(drawable) ?? drawable.id,
    width,
    versions,
    original: isLarger && file ? { hash: file.hash, isPdf } : null,
  }
}
