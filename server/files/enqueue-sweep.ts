// When files are swept: half a day after the last time, by one of the servers that share a database.

import type { Database } from '../db/database.ts'
import { enqueueJobs } from '../jobs/enqueue-job.ts'
import { hasSweptSince } from './unused-file-store.ts'

const betweenSweepsMs = 12 * 3_600_000

export async function enqueueSweepIfDue(db: Database, now = new Date()): Promise<void> {
  const since = new Date(now.getTime() - betweenSweepsMs).toISOString()
  await db.write(async tx => {
    if (await hasSweptSince(tx, since)) return
    await enqueueJobs(tx, [{ name: 'sweep-files', key: 'sweep-files', payload: {} }], now.toISOString())
  })
}
