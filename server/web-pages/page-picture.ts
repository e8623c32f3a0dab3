// A picture that a web page offers of itself: fetched through the guarded way out, told by its bytes, and drawn anew in a
// process of its own, so that nothing of the foreign file reaches anybody's browser.

import type { Logger } from 'pino'
import { type FileStorage, FileTooLarge } from '../files/file-storage.ts'
import { readStored, recogniseImage, Unrecognised } from '../files/recognise.ts'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'
import { OutboundFailed } from '../outbound/outbound-failed.ts'
import { OutboundRefused } from '../outbound/outbound-policy.ts'
import type { Processing } from '../processing/processing.ts'
import type { KeptPicture } from '../processing/store-pictures.ts'
import { ChildFailed, Unfit } from '../processing/unfit.ts'

export interface PictureParts {
  readonly files: FileStorage
  readonly guardedFetch: GuardedFetch
  readonly makePicture: Processing['makePicture']
  readonly log: Logger
}

export interface PictureSort {
  /** The longer side, at most. */
  readonly side: number
  /** The shorter side of what it is made of, at least: less is a dot that counts visitors. */
  readonly least: number
}

export const pageSort: PictureSort = { side: 1_280, least: 100 }
export const iconSort: PictureSort = { side: 192, least: 16 }

const maxBytes = 10_000_000
const limits = { timeoutMs: 8_000, maxBytes, maxRedirects: 3 }
const headers = { accept: 'image/webp,image/png,image/jpeg,image/gif' }
const tries = 2

/** Of the first of these addresses where there is one. A page without a picture is no reason to fail. */
export async function pictureOf(
  parts: PictureParts,
  addresses: readonly string[],
  sort: PictureSort,
): Promise<KeptPicture | null> {
  for (const address of addresses.slice(0, tries)) {
    const made = await pictureAt(parts, address, sort).catch(error => {
      if (!expected.some(sort => error instanceof sort)) parts.log.warn({ err: error }, 'no picture of a web page')
      return null
    })
    if (made) return made
  }
  return null
}

const expected = [OutboundFailed, OutboundRefused, FileTooLarge, Unrecognised, Unfit, ChildFailed]

async function pictureAt(parts: PictureParts, address: string, sort: PictureSort): Promise<KeptPicture | null> {
  const { files, guardedFetch, makePicture } = parts
  const { status, body } = await guardedFetch(address, { ...limits, headers })
  if (status !== 200) {
    for await (const _ of body) break
    return null
  }
  const { hash, size, head } = await files.put(body, { maxBytes })
  const { width, height } = await recogniseImage(head, readStored(files, hash), size)
  return Math.min(width, height) < sort.least ? null : await makePicture(hash, sort.side)
}
