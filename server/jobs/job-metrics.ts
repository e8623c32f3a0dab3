// The figures of the queue, in the form in which /metrics tells them.

import type { Reader } from '../db/database.ts'
import { countJobs, type JobCount } from './claim-store.ts'
import { timeOf } from './clock.ts'

export async function jobFigures(db: Reader, endings: ReadonlyMap<string, number>, now: number): Promise<string[]> {
  const counts = await countJobs(db, timeOf(now))
  const pending = counts.filter(({ state }) => state === 'waiting' || state === 'behind')
  return [
    '# HELP tessera_jobs Jobs in the queue: waiting, behind another of their key, scheduled for later, running, dead.',
    '# TYPE tessera_jobs gauge',
    ...counts.map(({ name, state, jobs }) => `tessera_jobs{name="${name}",state="${state}"} ${jobs}`),
    '# HELP tessera_jobs_oldest_seconds How long ago the oldest job that waits to be done was enqueued.',
    '# TYPE tessera_jobs_oldest_seconds gauge',
    ...[...oldest(pending)].map(
      ([name, since]) => `tessera_jobs_oldest_seconds{name="${name}"} ${Math.max(0, now - since) / 1_000}`,
    ),
    '# HELP tessera_jobs_ended_total How the tries of this process ended: done, failed to be tried again, dead.',
    '# TYPE tessera_jobs_ended_total counter',
    ...[...endings].map(([label, jobs]) => `tessera_jobs_ended_total{${label}} ${jobs}`),
  ]
}

function oldest(pending: readonly JobCount[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const { name, created_at } of pending)
    times.set(name, Math.min(times.get(name) ?? Number.POSITIVE_INFINITY, Date.parse(created_at)))
  return times
}
