// Erases the data of a permanently deleted workspace, in many small transactions. The workspace's row is deleted last, so
// that an interrupted run can be resumed.

import { eraseBoard } from '../../board/index.ts'
import { eraseWorkspaceFiles } from '../../platform/files/index.ts'
import { RetryLater } from '../../platform/jobs/index.ts'
import { type Database, repeatInSteps, type Tx } from '../../platform/sql/index.ts'
import { deleteAllSnapshots, eraseRendered } from '../../rendering/index.ts'
import { abandonOverdueCopy } from './copy-store.ts'
import { deleteErasedWorkspace, isErased } from './workspace-store.ts'

const batchRows = 1_000

export async function eraseWorkspace(db: Database, workspace_id: number, signal?: AbortSignal): Promise<void> {
  if (!(await isErased(db.read, workspace_id))) return
  await deleteAllSnapshots(db, workspace_id)
  // Before waiting for deliveries, which may take days, no URL may lead to the files any more.
  await repeatInSteps(db, tx => eraseWorkspaceFiles(tx, workspace_id, batchRows), signal)
  const finish = async (tx: Tx) => {
    await eraseRendered(tx, workspace_id)
    await deleteErasedWorkspace(tx, workspace_id)
  }
  await eraseBoard(db, workspace_id, finish, signal)
}

/** Erases what an interrupted copy has left. Throws RetryLater while the copy may still be in progress. */
export async function eraseAbandonedCopy(db: Database, workspace_id: number, signal?: AbortSignal): Promise<void> {
  const leftMs = await db.write(tx => abandonOverdueCopy(tx, workspace_id))
  if (leftMs !== null) throw new RetryLater('the copy is still being made', Math.max(1_000, leftMs))
  await eraseWorkspace(db, workspace_id, signal)
}
