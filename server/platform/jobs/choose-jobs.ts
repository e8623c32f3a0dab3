// Chooses which of the due jobs run next: as many as their lanes have free places, in queue order. In a fair lane, the
// organization with the fewest running jobs comes next; of several, the one whose last turn is the longest ago.

import type { ClaimedJob } from './claim-store.ts'
import type { JobName } from './job.ts'
import { fairLanes, type Lane, lanes, maxPerOrganization, policies } from './job-policies.ts'

export interface RunningJob {
  readonly name: JobName
  readonly organization_id: number | null
}

/** Returns how many more jobs the lane of this name can run. */
export function countFree(name: JobName, running: Iterable<RunningJob>): number {
  const { lane } = policies[name]
  let taken = 0
  for (const job of running) if (policies[job.name].lane === lane) taken += 1
  return lanes[lane] - taken
}

/**
 * Remembers whose turn it was, for organizations with equally many running jobs: without it the one that queued first
 * would always come before others. Not a semaphore, because jobs wait in the database, for all processes.
 */
export class Turns {
  readonly #last = new Map<number | null, number>()
  #count = 0

  take(organization_id: number | null): void {
    this.#count += 1
    this.#last.set(organization_id, this.#count)
  }

  lastOf(organization_id: number | null): number {
    return this.#last.get(organization_id) ?? 0
  }
}

/** `jobs` are in queue order; `running` are those of this process. */
export function chooseJobs(
  jobs: readonly ClaimedJob[],
  running: readonly RunningJob[],
  turns: Turns,
): readonly ClaimedJob[] {
  const chosen: ClaimedJob[] = []
  for (const [lane, waiting] of byLane(jobs)) {
    const free = Math.max(0, countFree((waiting[0] as ClaimedJob).name, running))
    if (fairLanes.includes(lane)) chosen.push(...chooseFairly(lane, waiting, running, { free, turns }))
    else chosen.push(...waiting.slice(0, free))
  }
  return chosen
}

function byLane(jobs: readonly ClaimedJob[]): Map<Lane, ClaimedJob[]> {
  const found = new Map<Lane, ClaimedJob[]>()
  for (const job of jobs) {
    const { lane } = policies[job.name]
    const known = found.get(lane)
    if (known) known.push(job)
    else found.set(lane, [job])
  }
  return found
}

function chooseFairly(
  lane: Lane,
  waiting: readonly ClaimedJob[],
  running: readonly RunningJob[],
  { free, turns }: { free: number; turns: Turns },
): ClaimedJob[] {
  const counts = new Map<number | null, number>()
  const countOf = ({ organization_id }: RunningJob) => counts.get(organization_id) ?? 0
  const add = (job: RunningJob) => counts.set(job.organization_id, countOf(job) + 1)
  for (const job of running) if (policies[job.name].lane === lane) add(job)
  const isBefore = (a: ClaimedJob, b: ClaimedJob) =>
    countOf(a) < countOf(b) ||
    (countOf(a) === countOf(b) && turns.lastOf(a.organization_id) < turns.lastOf(b.organization_id))
  const chosen: ClaimedJob[] = []
  const left = new Set(waiting)
  while (chosen.length < free) {
    let next: ClaimedJob | undefined
    for (const job of left) if (countOf(job) < maxPerOrganization(lane) && (!next || isBefore(job, next))) next = job
    if (!next) break
    left.delete(next)
    add(next)
    turns.take(next.organization_id)
    chosen.push(next)
  }
  return chosen
}
