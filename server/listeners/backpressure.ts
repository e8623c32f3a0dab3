// Whether changes crowd in, so that several share each commit. Telling steps back then: what is told a moment later is told
// all the same, while somebody waits for the answer to each change.

import type { Clock } from '../jobs/clock.ts'

const crowd = 4
/** Without changes for so long, the rush is over. */
const lullMs = 100

export class Rush {
  readonly #clock: Clock
  readonly #changesAtOnce: () => number
  #committedAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock, changesAtOnce: () => number) {
    this.#clock = clock
    this.#changesAtOnce = changesAtOnce
  }

  /** Changes were committed. */
  committed(): void {
    this.#committedAt = this.#clock.now()
  }

  get isOn(): boolean {
    return this.#changesAtOnce() >= crowd && this.#clock.now() - this.#committedAt < lullMs
  }
}
