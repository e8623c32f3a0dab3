// Detects that many changes are being committed, several per transaction. Deliveries slow down then: a later delivery
// does no harm, while a user waits for the response to each change. This module itself limits nothing.

import type { Clock } from '../../platform/jobs/index.ts'

const minBatchSize = 4
/** Backpressure ends this long after the last commit. */
const quietMs = 100

export class Backpressure {
  readonly #clock: Clock
  readonly #averageBatchSize: () => number
  #committedAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock, averageBatchSize: () => number) {
    this.#clock = clock
    this.#averageBatchSize = averageBatchSize
  }

  onCommit(): void {
    this.#committedAt = this.#clock.now()
  }

  get isOn(): boolean {
    return this.#averageBatchSize() >= minBatchSize && this.#clock.now() - this.#committedAt < quietMs
  }
}
