// The last events of a deleted workspace: they are delivered before the workspace is erased.

import { RetryLater } from '../../platform/jobs/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import { findPending } from './delivery-cursor-store.ts'

const [minDelayMs, maxDelayMs] = [1_000, 600_000]

/** Throws RetryLater while a delivery is pending. The retry schedule ends that: a listener that keeps failing is suspended. */
export async function requireAllDelivered(db: Database, workspace_id: number): Promise<void> {
  const pending = await findPending(db.read, workspace_id)
  if (!pending) return
  const dueMs = pending.due_at === null ? 0 : Date.parse(pending.due_at) - Date.now()
  const delayMs = Math.min(Math.max(dueMs, 0) + minDelayMs, maxDelayMs)
  throw new RetryLater('deliveries to its listeners are pending', delayMs)
}
