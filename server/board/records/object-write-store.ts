// Writes objects: the SQL of the write path and of erasing workspaces.

import { sql } from 'kysely'
import type { ObjectTable } from '../../platform/schema/index.ts'
import { eraseRows, insertRows, rows, type Tx, updateRows } from '../../platform/sql/index.ts'
import { type ObjectKey, objectKeyTypes } from './object-store.ts'

const objectColumns = {
  workspace_id: 'integer',
  id: 'text',
  kind: 'text',
  parent_id: 'text',
  version: 'integer',
  seq: 'integer',
  left_x: 'real',
  top_y: 'real',
  right_x: 'real',
  bottom_y: 'real',
  search_text: 'text',
  file_hash: 'text',
  order_key: 'text',
  group_id: 'text',
  data: 'text',
  created_by: 'integer',
  created_at: 'text',
  updated_at: 'text',
} as const

export const insertObjects = (tx: Tx, list: readonly ObjectTable[]) => insertRows(tx, 'objects', objectColumns, list)

const { kind: _kind, parent_id: _parent, created_by: _by, created_at: _at, ...changing } = objectColumns

export const updateObjects = (tx: Tx, list: readonly ObjectTable[]) =>
  updateRows(tx, 'objects', ['workspace_id', 'id'], changing, list)

export async function deleteObjects(tx: Tx, keys: readonly ObjectKey[]): Promise<void> {
  if (keys.length === 0) return
  await sql`delete from objects where (workspace_id, id) in
    (select k.workspace_id, k.id from ${rows(tx, objectKeyTypes, keys)} as k)`.execute(tx)
}

/** Records no events: no one is left to read them. Deletes at most `limit` rows and returns how many. */
export const eraseObjects = (tx: Tx, workspace_id: number, limit: number) =>
  eraseRows(tx, 'objects', 'id', { workspace_id, limit })
