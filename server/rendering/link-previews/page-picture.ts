// The picture or icon of a web page: fetched with the guarded fetch, its type detected from its bytes, and re-encoded in a
// child process, so that no bytes of the foreign file reach a browser.

import type { Logger } from 'pino'
import { FileTooLarge, StorageUnavailable, UnrecognizedFile } from '../../platform/files/index.ts'
import { type GuardedFetch, OutboundFailed, OutboundRefused } from '../../platform/outbound/index.ts'
import { ChildFailed, UnreadableFile } from '../sandbox/processing-errors.ts'
import type { Processing } from '../uploads/processing.ts'
import type { StoredPictureFile } from '../uploads/store-pictures.ts'

export interface PictureDependencies {
  readonly guardedFetch: GuardedFetch
  readonly makePicture: Processing['makePicture']
  readonly log: Logger
}

export interface PictureKind {
  /** The maximum of the longer side. */
  readonly side: number
  /** The minimum of the shorter side of the source: anything smaller is a tracking pixel. */
  readonly minSide: number
}

export interface WantedPagePicture {
  readonly kind: PictureKind
  /** The user who requested the preview. */
  readonly user_id: number
}

export const pagePictureKind: PictureKind = { side: 1_280, minSide: 100 }
export const iconKind: PictureKind = { side: 192, minSide: 16 }

const maxBytes = 10_000_000
const limits = { timeoutMs: 8_000, maxBytes, maxRedirects: 3 }
const headers = { accept: 'image/webp,image/png,image/jpeg,image/gif' }
const tries = 2

/**
 * Returns the picture of the first of these URLs that has a usable one, or null: a page without a picture is not an
 * error. Throws StorageUnavailable.
 */
export async function pictureOf(
  dependencies: PictureDependencies,
  addresses: readonly string[],
  wanted: WantedPagePicture,
): Promise<StoredPictureFile | null> {
  for (const address of addresses.slice(0, tries)) {
    const made = await pictureAt(dependencies, address, wanted).catch(error => {
      if (error instanceof StorageUnavailable) throw error
      if (!expected.some(type => error instanceof type))
        dependencies.log.warn(
          { err: error },
          'failed to create the picture of a web page; the page is shown without a picture',
        )
      return null
    })
    if (made) return made
  }
  return null
}

const expected = [OutboundFailed, OutboundRefused, FileTooLarge, UnrecognizedFile, UnreadableFile, ChildFailed]

async function pictureAt(
  dependencies: PictureDependencies,
  address: string,
  { kind, user_id }: WantedPagePicture,
): Promise<StoredPictureFile | null> {
  const { guardedFetch, makePicture } = dependencies
  const { status, body } = await guardedFetch(address, { ...limits, headers })
  if (status !== 200) {
    for await (const _ of body) break
    return null
  }
  return await makePicture({ bytes: body, maxBytes, user_id, ...kind })
}
