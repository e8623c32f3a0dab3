// How many attempts of jobs this process has made, by name and outcome.

import type { JobName } from './job.ts'
import { policies } from './job-policies.ts'

export const jobNames = Object.keys(policies) as JobName[]
const endings = ['done', 'failed', 'dead'] as const
export type JobEnding = (typeof endings)[number]

/** Attempts since the process started. */
export class JobCounts {
  readonly #counts = new Map<JobName, Map<JobEnding, number>>()

  count(name: JobName, ending: JobEnding): void {
    const ofName = this.#counts.get(name) ?? new Map<JobEnding, number>()
    ofName.set(ending, (ofName.get(ending) ?? 0) + 1)
    this.#counts.set(name, ofName)
  }

  samples() {
    return jobNames.flatMap(name =>
      endings.map(ending => ({ labels: { name, ending }, value: this.#counts.get(name)?.get(ending) ?? 0 })),
    )
  }
}
