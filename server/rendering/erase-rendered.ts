// Erases the previews and exports of a workspace, in the transaction that deletes its row.

import type { Tx } from '../platform/sql/index.ts'
import { eraseExports } from './exports/export-store.ts'
import { markErasedPreviews } from './thumbnails/preview-store.ts'

export async function eraseRendered(tx: Tx, workspace_id: number): Promise<void> {
  await markErasedPreviews(tx, workspace_id)
  await eraseExports(tx, workspace_id)
}
