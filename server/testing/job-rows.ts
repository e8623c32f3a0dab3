// The queue of jobs as tests look at it: put in from outside, and read as it stands.

import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { enqueueJobs, type NewJob } from '../jobs/enqueue-job.ts'

/** A job with nothing in it but who it is for. */
export const mailJob = (key: string, user_id: number): NewJob => ({
  name: 'send-password-link',
  key,
  payload: { user_id },
})

export const eraseJob = (key: string, workspace_id: number): NewJob => ({
  name: 'erase-workspace',
  key,
  payload: { workspace_id },
})

export const enqueue = (db: Database, jobs: readonly NewJob[], now = Date.now()): Promise<void> =>
  db.write(tx => enqueueJobs(tx, jobs, new Date(now).toISOString()))

export const jobRows = (db: Database) => db.read.selectFrom('jobs').selectAll().orderBy('id').execute()

export type JobRow = Awaited<ReturnType<typeof jobRows>>[number]

/** Looks again and again until it is as it should be: what happens in between has no event that a test could wait for. */
export async function rowsOnce(db: Database, isAsMeant: (rows: JobRow[]) => boolean): Promise<JobRow[]> {
  for (let triesLeft = 2_000; triesLeft > 0; triesLeft--) {
    const rows = await jobRows(db)
    if (isAsMeant(rows)) return rows
    await delay(5)
  }
  throw new Error(`the jobs are ${JSON.stringify(await jobRows(db))}`)
}

export const allAre = (state: string) => (rows: JobRow[]) => rows.every(row => row.state === state)
