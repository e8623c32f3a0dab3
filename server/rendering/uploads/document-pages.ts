// The operation that lists the pages of a document.

import { notFound } from '../../accounts/access/index.ts'
import { type Handlers, read } from '../../accounts/handler.ts'
import { getOfKind, signFor } from '../../board/index.ts'
import { pictureViews, type SignFile } from '../../platform/files/index.ts'
import type { Reader } from '../../platform/sql/index.ts'
import { envelope, type Slice, sliceOf } from '../../tools/index.ts'
import { findPictures, listPageRows } from './processing-store.ts'

export const documentPageHandlers = ({
  sign,
}: {
  readonly sign: SignFile
}): Pick<Handlers<'documents'>, 'listPages'> => ({
  listPages: read(async ({ db, workspace, workspaceRole, params, query, url }) => {
    const { record } = await getOfKind(db, workspace.id, 'document', params.document_id)
    const hash = record.$?.file?.hash
    if (hash === undefined) throw notFound('document')
    const { pages, total } = await listPages(db, hash, sliceOf(query), signFor(workspaceRole, sign))
    return { pages, ...envelope(url, query, { total, size: pages.length }) }
  }),
})

/** Lists the pages drawn so far for the document with this file hash. */
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
