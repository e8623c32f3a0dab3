// The pages of a document in the format of the API. The caller has checked that the document may be read.

import type { Reader } from '../db/database.ts'
import type { SignFile } from '../files/signed-url.ts'
import type { Slice } from '../list.ts'
import { pictureViews } from '../records/picture-view.ts'
import { findPictures, listPageRows } from './processing-store.ts'

/** The pages made so far for the document with this file hash. */
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
