// The SQL of stored files: their metadata, and which workspaces use them. Rows are written in the transaction that adds
// the object with the file, so that no file in use lacks its rows.

import type { Tx } from '../db/database.ts'
import { eraseRows } from '../db/erase-rows.ts'
import type { FileTable } from '../db/schema.ts'
import { insertRows } from '../db/write-rows.ts'

const columns = { hash: 'text', size: 'integer', mime: 'text', created_at: 'text' } as const

export const insertFiles = (tx: Tx, files: readonly FileTable[]) =>
  insertRows(tx, 'files', columns, files, { ignoreExisting: true })

const workspaceFileColumns = { hash: 'text', workspace_id: 'integer' } as const

/** The log of a workspace shows its past, so a workspace keeps every file it ever had until it is erased itself. */
export const insertWorkspaceFiles = (tx: Tx, held: readonly { hash: string; workspace_id: number }[]) =>
  insertRows(tx, 'workspace_files', workspaceFileColumns, held, { ignoreExisting: true })

export const eraseWorkspaceFiles = (tx: Tx, workspace_id: number, most: number) =>
  eraseRows(tx, 'workspace_files', 'hash', { workspace_id, most })
