// The SQL of stored files: their metadata, and which workspaces use them. Rows are written in the transaction that adds
// the object with the file, so that no file in use lacks its rows.

import type { FileTable } from '../schema/index.ts'
import { eraseRows, insertRows, type Tx } from '../sql/index.ts'
import { enqueueErasedFileRemoval } from './enqueue-sweep.ts'
import { insertUnusedMarks } from './unused-file-store.ts'
import { deleteWorkspaceStorage } from './workspace-storage-store.ts'

const columns = { hash: 'text', size: 'integer', mime: 'text', created_at: 'text' } as const

export const insertFiles = (tx: Tx, files: readonly FileTable[]) =>
  insertRows(tx, 'files', columns, files, { ignoreExisting: true })

/** Deletes up to `limit` rows of an erased workspace. Files that nothing else references are removed minutes later. */
export async function eraseWorkspaceFiles(tx: Tx, workspace_id: number, limit: number): Promise<number> {
  const found = await tx
    .selectFrom('workspace_files')
    .select('hash')
    .where('workspace_id', '=', workspace_id)
    .orderBy('hash')
    .limit(limit)
    .execute()
  await markErased(tx, found)
  await deleteWorkspaceStorage(tx, workspace_id)
  return await eraseRows(tx, 'workspace_files', 'hash', { workspace_id, limit })
}

/**
 * Marks files whose rows are deleted in this transaction: those that nothing else references are removed minutes later.
 */
export async function markErased(tx: Tx, files: readonly { hash: string }[]): Promise<void> {
  if (files.length === 0) return
  const now = new Date()
  await insertUnusedMarks(
    tx,
    files.map(({ hash }) => hash),
    now.toISOString(),
  )
  await enqueueErasedFileRemoval(tx, now)
}
