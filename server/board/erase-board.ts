// Erases the content of a board in many small transactions. An interrupted run can be repeated.

import { type Database, repeatInSteps, type Tx } from '../platform/sql/index.ts'
import { eraseCheckpoints } from './events/checkpoint-store.ts'
import { eraseEvents } from './events/event-store.ts'
import { eraseDeliveries } from './listeners/delivery-store.ts'
import { requireAllDelivered } from './listeners/final-delivery.ts'
import { eraseComments } from './records/comment-write-store.ts'
import { eraseLinks } from './records/object-link-store.ts'
import { eraseObjects } from './records/object-write-store.ts'

const batchRows = 1_000

/** `finish` erases the rest in the last transaction. Throws RetryLater while deliveries of its last events are pending. */
export async function eraseBoard(
  db: Database,
  workspace_id: number,
  finish: (tx: Tx) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  await requireAllDelivered(db, workspace_id)
  for (const erase of [eraseDeliveries, eraseLinks, eraseObjects, eraseComments, eraseEvents, eraseCheckpoints])
    await repeatInSteps(db, tx => erase(tx, workspace_id, batchRows), signal)
  await db.write(async tx => {
    await finish(tx)
    // A transaction that held the lock of the workspace until now, to remove a user, may have recorded a last event.
    await eraseEvents(tx, workspace_id, batchRows)
  })
}
