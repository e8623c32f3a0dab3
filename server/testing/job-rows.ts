// Inserts and reads rows of the job queue in tests.

import { enqueueJobs, type NewJob } from '../platform/jobs/job-store.ts'
import type { Database } from '../platform/sql/database.ts'
import { pollUntil } from './until.ts'

/** A job whose payload is only its user. */
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

/** Inserts a failed job and returns its id. */
export async function insertFailedJob(
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
    last_error: 'connection refused',
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

/** As if all leases had expired. */
export async function expireLeases(db: Database): Promise<void> {
  const expired = { leased_until: '2000-01-01T00:00:00.000Z' }
  await db.write(tx => tx.updateTable('jobs').set(expired).where('state', '=', 'running').execute())
}

/** Polls the queue until its rows are as expected. */
export const waitForJobs = (db: Database, isExpected: (rows: JobRow[]) => boolean): Promise<JobRow[]> =>
  pollUntil(() => jobRows(db), isExpected)

export const allInState = (state: string) => (rows: JobRow[]) => rows.every(row => row.state === state)
