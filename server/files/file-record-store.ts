// What is known of each stored file, and which workspaces hold it. Written with the object that brings it, so that no file
// in use lacks its rows.

import type { Tx } from '../db/database.ts'
import { eraseRows } from '../db/erase-rows.ts'
import type { FileTable } from '../db/schema.ts'
import { insertRows } from '../db/write-rows.ts'

const columns = { hash: 'text', size: 'integer', mime: 'text', created_at: 'text' } as const

export const insertFiles = (tx: Tx, files: readonly FileTable[]) =>
  insertRows(tx, 'files', columns, files, { ignoreExisting: true })

const heldColumns = { hash: 'text', workspace_id: 'integer' } as const

/** A workspace's log shows what it was, so what it held once it holds for good: until it is erased itself. */
export const insertHeldFiles = (tx: Tx, held: readonly { hash: string; workspace_id: number }[]) =>
  insertRows(tx, 'workspace_files', heldColumns, held, { ignoreExisting: true })

export const eraseHeldFiles = (tx: Tx, workspace_id: number, most: number) =>
  eraseRows(tx, 'workspace_files', 'hash', { workspace_id, most })
