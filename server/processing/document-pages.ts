// The pages of a document, as the wire shows them. Whoever asks has found out that they may read the document.

import type { Reader } from '../db/database.ts'
import type { SignFile } from '../files/signed-address.ts'
import type { Slice } from '../list.ts'
import { pictureViews } from './picture-view.ts'
import { findPictures, listPageRows } from './processing-store.ts'

/** Those that are made so far, of the document whose bytes have this hash. */
export async function listPages(db: Reader, hash: string, slice: Slice, sign: SignFile) {
  const { pages, total } = await listPageRows(db, hash, slice)
  const pictures = await findPictures(
    db,
    hash,
    pages.map(page => page.number),
  )
  return {
    pages: pages.map(page => ({ ...page, pictures: pictureViews(pictures.get(page.number) ?? [], sign) })),
    total,
  }
}
