// The queue for those who run the service: its figures, and what was given up, to be tried once more or put away.

import { notFound } from '../access/access.ts'
import { type Handlers, read, write } from '../handler.ts'
import { envelope, sliceOf } from '../list.ts'
import { countByName, type DeadRow, deleteDead, listDead, reviveDead } from './failed-job-store.ts'

export const jobHandlers: Handlers<'jobs'> = {
  count: read(async ({ db, now }) => ({ jobs: await countByName(db, now) })),
  listDead: read(async ({ db, query, url }) => {
    const { rows, total } = await listDead(db, sliceOf(query))
    return { dead_jobs: rows.map(deadJobView), ...envelope(url, query, { total, size: rows.length }) }
  }),
  retry: write(async ({ tx, params, now }) => {
    if (!(await reviveDead(tx, params.job_id, now))) throw notFound('dead letter')
    return { message: 'The job will be tried again' }
  }),
  delete: write(async ({ tx, params }) => {
    if (!(await deleteDead(tx, params.job_id))) throw notFound('dead letter')
    return { message: 'The dead letter was removed' }
  }),
}

const deadJobView = ({ payload, last_error, finished_at, ...row }: DeadRow) => ({
  ...row,
  about: Object.entries(JSON.parse(payload)).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  })),
  reason: last_error ?? '',
  died_at: finished_at ?? row.created_at,
})
