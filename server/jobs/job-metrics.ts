// The metrics of the queue, in the text format of /metrics.

import type { Reader } from '../db/database.ts'
import { countJobs, type JobCount } from './claim-store.ts'
import { isoTime } from './clock.ts'

export async function jobMetrics(db: Reader, outcomes: ReadonlyMap<string, number>, now: number): Promise<string[]> {
  const counts = await countJobs(db, isoTime(now))
  const pending = counts.filter(({ state }) => state === 'waiting' || state === 'behind')
  return [
    '# HELP tessera_jobs Jobs in the queue: waiting, behind (an earlier one of their key), scheduled, running, dead.',
    '# TYPE tessera_jobs gauge',
    ...counts.map(({ name, state, jobs }) => `tessera_jobs{name="${name}",state="${state}"} ${jobs}`),
    '# HELP tessera_jobs_oldest_seconds Age of the oldest pending job.',
    '# TYPE tessera_jobs_oldest_seconds gauge',
    ...[...oldest(pending)].map(
      ([name, since]) => `tessera_jobs_oldest_seconds{name="${name}"} ${Math.max(0, now - since) / 1_000}`,
    ),
    '# HELP tessera_jobs_ended_total Attempts of this process by outcome: done, failed (retried), dead.',
    '# TYPE tessera_jobs_ended_total counter',
    ...[...outcomes].map(([label, jobs]) => `tessera_jobs_ended_total{${label}} ${jobs}`),
  ]
}

function oldest(pending: readonly JobCount[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const { name, created_at } of pending)
    times.set(name, Math.min(times.get(name) ?? Number.POSITIVE_INFINITY, Date.parse(created_at)))
  return times
}
