// Every comment of a workspace, page by page, for those who want the whole of it.

import type { KindName } from '@tessera/contract'
import type { Reader } from '../db/database.ts'
import { commentView } from './attached-comments.ts'
import { listCommentRows } from './comment-store.ts'

export async function listAllComments(db: Reader, workspace_id: number, after: string, limit: number) {
  const page = await listCommentRows(db, workspace_id, after, limit)
  return page.map(row => commentView(row, row.target_kind as KindName))
}
