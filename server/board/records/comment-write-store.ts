// Writes comments: the SQL of the write path and of erasing workspaces.

import { sql } from 'kysely'
import type { CommentTable } from '../../platform/schema/index.ts'
import { eraseRows, insertRows, rows, type Tx, updateRows } from '../../platform/sql/index.ts'

const columns = {
  workspace_id: 'integer',
  id: 'text',
  object_id: 'text',
  parent_id: 'text',
  x: 'integer',
  y: 'integer',
  text: 'text',
  user_id: 'integer',
  via: 'text',
  seq: 'integer',
  created_at: 'text',
  updated_at: 'text',
  resolved_by: 'integer',
  resolved_at: 'text',
} as const

export const insertComments = (tx: Tx, list: readonly CommentTable[]) => insertRows(tx, 'comments', columns, list)

const keyTypes = { workspace_id: 'integer', id: 'text' } as const
const { workspace_id, id, text, seq, updated_at, resolved_by, resolved_at } = columns
const changing = { workspace_id, id, text, seq, updated_at, resolved_by, resolved_at } as const

/** Also covers a comment deleted and restored with its object within one batch, which has a new sequence number. */
export const updateComments = (tx: Tx, list: readonly CommentTable[]) =>
  updateRows(tx, 'comments', ['workspace_id', 'id'], changing, list)

type Key = { workspace_id: number; id: string }

export async function deleteComments(tx: Tx, keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) return
  await sql`delete from comments where (workspace_id, id) in
    (select k.workspace_id, k.id from ${rows(tx, keyTypes, keys)} as k)`.execute(tx)
}

/** Records no events: no one is left to read them. Deletes at most `limit` rows and returns how many. */
export const eraseComments = (tx: Tx, workspace_id: number, limit: number) =>
  eraseRows(tx, 'comments', 'id', { workspace_id, limit })
