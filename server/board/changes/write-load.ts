// Decides whether the write path should use a worker thread: if many changes arrive at once, or commits block the process
// for long. A few changes at a time are faster without it, and so is a machine with one core.

import { availableParallelism } from 'node:os'

/**
 * The average number of changes in a batch: the worker is used from `startAt` on, until the average falls below
 * `stopBelow`.
 */
export interface Thresholds {
  readonly startAt: number
  readonly stopBelow: number
}

const defaultThresholds: Thresholds = { startAt: 6, stopBelow: 2 }
const never: Thresholds = { startAt: Number.POSITIVE_INFINITY, stopBelow: Number.POSITIVE_INFINITY }

/** The weight of the last batch in the moving average. */
const weight = 0.1
/** A batch counts for at most this many changes, so that one long list alone does not start the worker. */
const maxCounted = 50

export class WriteLoad {
  readonly #thresholds: Thresholds
  #average = 0
  #isHigh = false

  constructor(thresholds = availableParallelism() > 1 ? defaultThresholds : never) {
    this.#thresholds = thresholds
  }

  get averageBatchSize(): number {
    return this.#average
  }

  get isHigh(): boolean {
    return this.#isHigh
  }

  record(changes: number, areCommitsSlow: boolean): void {
    this.#average += (Math.min(changes, maxCounted) - this.#average) * weight
    const { startAt, stopBelow } = this.#thresholds
    this.#isHigh = areCommitsSlow || this.#average >= (this.#isHigh ? stopBelow : startAt)
  }
}
