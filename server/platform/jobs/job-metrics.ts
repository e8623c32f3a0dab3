// The metrics of the queue.

import { counter, gauge, type MetricFamily } from '../metrics/index.ts'
import type { Reader } from '../sql/index.ts'
import { countJobs, type JobCount } from './claim-store.ts'
import { isoTime } from './clock.ts'
import { JobCounts, jobNames } from './job-counts.ts'

interface WorkerState {
  readonly counts: JobCounts
  readonly running: number
}

/** Every name has a sample of the queue and of the outcomes: an alert on a missing one would never fire. */
export async function jobMetrics(db: Reader, worker: WorkerState | null, now: number): Promise<MetricFamily[]> {
  const counts = await countJobs(db, isoTime(now))
  const pending = counts.filter(({ state }) => state === 'waiting' || state === 'behind')
  const depths = jobNames.map(name => ({ labels: { name }, value: sumOf(pending.filter(one => one.name === name)) }))
  return [
    gauge(
      'tessera_jobs',
      'Jobs by name and state: waiting, behind (an earlier one of their key), scheduled, running, dead.',
      counts.map(({ name, state, jobs }) => ({ labels: { name, state }, value: Number(jobs) })),
    ),
    gauge('tessera_job_queue_depth', 'Jobs that are due and have not been started, of all nodes.', depths),
    gauge('tessera_jobs_oldest_seconds', 'Age of the oldest job that is due, of all nodes.', ages(pending, now)),
    gauge('tessera_jobs_running', 'Jobs that this process runs at the moment.', worker?.running ?? 0),
    counter(
      'tessera_jobs_ended_total',
      'Attempts of this process by outcome: done, failed (retried), dead.',
      (worker?.counts ?? new JobCounts()).samples(),
    ),
  ]
}

const sumOf = (counts: readonly JobCount[]) => counts.reduce((sum, { jobs }) => sum + Number(jobs), 0)

function ages(pending: readonly JobCount[], now: number) {
  return jobNames.map(name => {
    const created = pending.filter(one => one.name === name).map(({ created_at }) => Date.parse(created_at))
    return { labels: { name }, value: Math.max(0, now - Math.min(now, ...created)) / 1_000 }
  })
}
