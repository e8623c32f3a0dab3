// Enqueues jobs. A job is enqueued in the transaction of the change that causes it, so that neither exists without the
// other. claim-store.ts claims and finishes jobs.

import { insertRows, markCommit, type Reader, type Tx } from '../sql/index.ts'
import type { JobName, JobPayloads } from './job.ts'

export type NewJob = {
  [Name in JobName]: {
    name: Name
    /** Jobs with the same key run one after the other. */
    key: string
    payload: JobPayloads[Name]
    /** The earliest start; immediately if omitted. */
    run_at?: string
    /** The organization that causes it, if its lane is shared fairly between organizations. */
    organization_id?: number | null
  }
}[JobName]

const columns = {
  name: 'text',
  key: 'text',
  payload: 'text',
  run_at: 'text',
  organization_id: 'integer',
  created_at: 'text',
} as const

export async function enqueueJobs(tx: Tx, jobs: readonly NewJob[], now: string): Promise<void> {
  if (jobs.length === 0) return
  markCommit(tx, 'jobs')
  await insertRows(
    tx,
    'jobs',
    columns,
    jobs.map(({ name, key, payload, run_at = now, organization_id = null }) => ({
      name,
      key,
      payload: JSON.stringify(payload),
      run_at,
      organization_id,
      created_at: now,
    })),
  )
}

/** Removes the jobs with this key that have not started. */
export async function removeWaitingJobs(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('jobs').where('key', '=', key).where('state', '=', 'waiting').execute()
}

/** Lists the payloads of the jobs with this name and key that have not been done. */
export async function listOpenPayloads<Name extends JobName>(
  db: Reader,
  name: Name,
  key: string,
): Promise<JobPayloads[Name][]> {
  const found = await db
    .selectFrom('jobs')
    .select('payload')
    .where('name', '=', name)
    .where('key', '=', key)
    .where('state', 'not in', ['done', 'dead'])
    .execute()
  return found.map(({ payload }) => JSON.parse(payload))
}
