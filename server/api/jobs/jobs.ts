// The job queue for operators: counts, and failed jobs to retry or delete.

import { notFound } from '../../accounts/access/index.ts'
import { type Handlers, read, write } from '../../accounts/handler.ts'
import {
  countByName,
  deleteFailedJob,
  type FailedJobRow,
  listFailedJobs,
  retryFailedJob,
} from '../../platform/jobs/index.ts'
import { envelope, sliceOf } from '../../tools/index.ts'

export const jobHandlers: Handlers<'jobs'> = {
  count: read(async ({ db, now }) => ({ jobs: await countByName(db, now) })),
  listDead: read(async ({ db, query, url }) => {
    const { rows, total } = await listFailedJobs(db, sliceOf(query))
    return { dead_jobs: rows.map(failedJobView), ...envelope(url, query, { total, size: rows.length }) }
  }),
  retry: write(async ({ tx, params, now }) => {
    if (!(await retryFailedJob(tx, params.job_id, now))) throw notFound('failed job')
    return { message: 'The job will be retried' }
  }),
  delete: write(async ({ tx, params }) => {
    if (!(await deleteFailedJob(tx, params.job_id))) throw notFound('failed job')
    return { message: 'The failed job was deleted' }
  }),
}

const failedJobView = ({ payload, last_error, finished_at, ...row }: FailedJobRow) => ({
  ...row,
  about: Object.entries(JSON.parse(payload)).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  })),
  reason: last_error ?? '',
  died_at: finished_at ?? row.created_at,
})
