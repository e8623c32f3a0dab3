// Schedules the sweep of unused files: 12 hours after the last one, on one of the servers that share a database.

import type { Database } from '../db/database.ts'
import { enqueueJobs } from '../jobs/job-store.ts'
import { hasSweptSince } from './unused-file-store.ts'

const sweepIntervalMs = 12 * 3_600_000

export async function enqueueSweepIfDue(db: Database, now = new Date()): Promise<void> {
  const since = new Date(now.getTime() - sweepIntervalMs).toISOString()
  await db.write(async tx => {
    if (await hasSweptSince(tx, since)) return
    await enqueueJobs(tx, [{ name: 'sweep-files', key: 'sweep-files', payload: {} }], now.toISOString())
  })
}
