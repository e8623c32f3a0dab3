// The end of a workspace as its listeners see it: they are told of it before anything of it goes.

import type { Database } from '../db/database.ts'
import { RetryLater } from '../jobs/job.ts'
import { findOwed } from './delivery-cursor-store.ts'

export { eraseDeliveriesOf as eraseDeliveries } from './delivery-store.ts'

const [soonMs, longestMs] = [1_000, 600_000]

/** Throws NotYet while somebody is still to be told. That ends with the retry table, when who does not listen is suspended. */
export async function waitUntilTold(db: Database, workspace_id: number): Promise<void> {
  const owed = await findOwed(db.read, workspace_id)
  if (!owed) return
  const dueMs = owed.due_at === null ? 0 : Date.parse(owed.due_at) - Date.now()
  throw new RetryLater('its listeners are still to be told', Math.min(Math.max(dueMs, 0) + soonMs, longestMs))
}
