// Whether the server has its hands full with changes. Telling steps back then: what is told a moment later is told all the
// same, while somebody waits for the answer to each change.

import { type EventLoopUtilization, performance } from 'node:perf_hooks'

/** So much of the time is spent working, and not waiting for work. */
const busyShare = 0.75
const sampleMs = 20
/** Without changes for so long, the rush is over. */
const lullMs = 100

export class Rush {
  #sample: EventLoopUtilization = performance.eventLoopUtilization()
  #sampledAt = performance.now()
  #isBusy = false

  /** Changes were committed. */
  committed(): void {
    const now = performance.now()
    if (now - this.#sampledAt < sampleMs) return
    const sample = performance.eventLoopUtilization()
    const isLull = now - this.#sampledAt > lullMs
    this.#isBusy = !isLull && performance.eventLoopUtilization(sample, this.#sample).utilization > busyShare
    this.#sample = sample
    this.#sampledAt = now
  }

  get isOn(): boolean {
    return this.#isBusy && performance.now() - this.#sampledAt < lullMs
  }
}
