// Enqueues the jobs that remove unused files: the sweep 12 hours after the last one, on one of the servers that share a
// database, and the removal of the files of an erased workspace.

import { enqueueJobs } from '../jobs/index.ts'
import type { Database, Tx } from '../sql/index.ts'
import { hasSweptSince } from './unused-file-store.ts'

const sweepIntervalMs = 12 * 3_600_000

export async function enqueueSweepIfDue(db: Database, now = new Date()): Promise<void> {
  const since = new Date(now.getTime() - sweepIntervalMs).toISOString()
  await db.write(async tx => {
    if (await hasSweptSince(tx, since)) return
    await enqueueJobs(tx, [{ name: 'sweep-files', key: 'sweep-files', payload: {} }], now.toISOString())
  })
}

/**
 * The delay between marking the files of an erased workspace and removing them. It is longer than the time from storing
 * a file to its commit.
 */
export const erasedFileDelayMs = 600_000

/** The job has the key of the sweep, so that only one of the two runs at a time. */
export async function enqueueErasedFileRemoval(tx: Tx, now: Date): Promise<void> {
  const run_at = new Date(now.getTime() + erasedFileDelayMs).toISOString()
  await enqueueJobs(tx, [{ name: 'remove-erased-files', key: 'sweep-files', payload: {}, run_at }], now.toISOString())
}
