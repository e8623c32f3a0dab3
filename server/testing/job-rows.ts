// The queue of jobs as tests look at it: put in from outside, and read as it stands.

import type { Database } from '../db/database.ts'
import { enqueueJobs, type NewJob } from '../jobs/job-store.ts'
import { lookUntil } from './until.ts'

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

/** One that was given up: its id. */
export async function deadJob(
  db: Database,
  name: NewJob['name'] = 'send-password-link',
  now = Date.now(),
): Promise<number> {
  const at = new Date(now).toISOString()
  const row = {
    name,
    key: 'mail:0',
    payload: '{"user_id":0}',
    state: 'dead',
    attempts: 17,
    last_error: 'nobody is there',
  }
  const times = { run_at: at, created_at: at, finished_at: at, leased_until: null }
  const { id } = await db.write(tx =>
    tx
      .insertInto('jobs')
      .values({ ...row, ...times })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

export const jobRows = (db: Database) => db.read.selectFrom('jobs').selectAll().orderBy('id').execute()

export type JobRow = Awaited<ReturnType<typeof jobRows>>[number]

/** Looks again and again until it is as it should be: what happens in between has no event that a test could wait for. */
export const rowsOnce = (db: Database, isAsMeant: (rows: JobRow[]) => boolean): Promise<JobRow[]> =>
  lookUntil(() => jobRows(db), isAsMeant)

export const allAre = (state: string) => (rows: JobRow[]) => rows.every(row => row.state === state)
