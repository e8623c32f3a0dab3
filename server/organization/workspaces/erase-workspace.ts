// Erases the data of a permanently deleted workspace, in many small transactions. The workspace's row is deleted last, so
// that an interrupted run can be resumed.

import { eraseComments } from '../../board/changes/comment-write-store.ts'
import { eraseLinks } from '../../board/changes/object-link-store.ts'
import { eraseObjects } from '../../board/changes/object-write-store.ts'
import { eraseCheckpoints } from '../../board/events/checkpoint-store.ts'
import { eraseEvents } from '../../board/events/event-store.ts'
import { eraseDeliveries } from '../../board/listeners/delivery-store.ts'
import { requireAllDelivered } from '../../board/listeners/final-delivery.ts'
import type { Database } from '../../platform/db/database.ts'
import { repeatInSteps } from '../../platform/db/repeat-in-steps.ts'
import { eraseWorkspaceFiles, markErasedPreviews } from '../../platform/files/file-record-store.ts'
import { RetryLater } from '../../platform/jobs/job.ts'
import { eraseExports } from '../../rendering/exports/export-store.ts'
import { deleteAllSnapshots } from '../../rendering/publishing/make-snapshot.ts'
import { abandonOverdueCopy } from './copy-store.ts'
import { deleteErasedWorkspace, isErased } from './workspace-store.ts'

const batchRows = 1_000

export async function eraseWorkspace(db: Database, workspace_id: number, signal?: AbortSignal): Promise<void> {
  if (!(await isErased(db.read, workspace_id))) return
  const eraseAll = (erase: typeof eraseObjects) => repeatInSteps(db, tx => erase(tx, workspace_id, batchRows), signal)
  await deleteAllSnapshots(db, workspace_id)
  // Before waiting for deliveries, which may take days: no URL leads to the files any more.
  await eraseAll(eraseWorkspaceFiles)
  await requireAllDelivered(db, workspace_id)
  for (const erase of [eraseDeliveries, eraseLinks, eraseObjects, eraseComments, eraseEvents, eraseCheckpoints])
    await eraseAll(erase)
  await db.write(async tx => {
    await markErasedPreviews(tx, workspace_id)
    await eraseExports(tx, workspace_id)
    await deleteErasedWorkspace(tx, workspace_id)
    // A transaction that held the row's lock until now, to remove a user, may have recorded a last event.
    await eraseEvents(tx, workspace_id, batchRows)
  })
}

/** Erases what a copy has made whose process has stopped. Throws RetryLater while it may still be in progress. */
export async function eraseAbandonedCopy(db: Database, workspace_id: number, signal?: AbortSignal): Promise<void> {
  const leftMs = await db.write(tx => abandonOverdueCopy(tx, workspace_id))
  if (leftMs !== null) throw new RetryLater('the copy is still being made', Math.max(1_000, leftMs))
  await eraseWorkspace(db, workspace_id, signal)
}
