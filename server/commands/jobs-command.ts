// The job queue for the operator: counts and lists failed jobs, and retries them.

import { tableOf } from '@tessera/cli/print'
import { countByName, listFailedJobs, retryFailedJob } from '../platform/jobs/index.ts'
import { defineCommand, UsageError } from './command.ts'

const json = ['flag', 'prints JSON'] as const
/** More are rarely needed; --json and the API list them all. */
const maxShown = 100

export const jobs = defineCommand({
  usage: 'jobs [--json]',
  summary: 'counts the background jobs by name and state',
  options: { json },
  async run({ db }, { json }) {
    const counts = await countByName(db.read, new Date().toISOString())
    if (json) return JSON.stringify({ jobs: counts }, null, 2)
    const columns = ['waiting', 'retrying', 'scheduled', 'running', 'done', 'dead'] as const
    const head = ['name', ...columns.map(name => (name === 'dead' ? 'failed' : name))]
    return tableOf(
      head,
      counts.map(one => [one.name, ...columns.map(column => String(one[column]))]),
    ).trimEnd()
  },
})

export const failedJobs = defineCommand({
  usage: 'jobs failed [--json]',
  summary: 'lists the jobs that failed permanently, the latest first, with the reason',
  options: { json },
  async run({ db }, { json }) {
    const { rows, total } = await listFailedJobs(db.read, { limit: json ? 10_000 : maxShown, offset: 0 })
    if (json) return JSON.stringify({ jobs: rows, total }, null, 2)
    if (rows.length === 0) return 'No job has failed.'
    const table = tableOf(
      ['id', 'name', 'failed', 'attempts', 'reason'],
      rows.map(one => [String(one.id), one.name, one.finished_at ?? '', String(one.attempts), one.last_error ?? '']),
    )
    return total > rows.length ? `${table}${total - rows.length} more: --json lists them.` : table.trimEnd()
  },
})

export const retryJobs = defineCommand({
  usage: 'jobs retry <id|all>',
  summary: 'puts a failed job, or all of them, back into the queue',
  positional: 'id',
  async run({ db }, _values, id) {
    if (id !== 'all' && !/^[1-9]\d{0,14}$/.test(id)) throw new UsageError('The id must be a number, or all.')
    const ids = id === 'all' ? await listIds(db.read) : [Number(id)]
    const now = new Date().toISOString()
    let count = 0
    for (const one of ids) count += Number(await db.write(tx => retryFailedJob(tx, one, now)))
    if (id !== 'all' && count === 0) throw new UsageError(`There is no failed job ${id}.`)
    return count === 1 ? '1 job will be retried.' : `${count} jobs will be retried.`
  },
})

const listIds = async (db: Parameters<typeof listFailedJobs>[0]) =>
  (await listFailedJobs(db, { limit: 100_000, offset: 0 })).rows.map(({ id }) => id)
