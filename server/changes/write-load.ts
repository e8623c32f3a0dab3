// Whether changes come so thick, or commits hold everything up for so long, that they are worth a thread of their own. A
// few changes at a time are not: for each of them the way there and back would cost more than it saves. Nor are many where
// there is only one core: what the server saves, the thread would take from it.

import { availableParallelism } from 'node:os'

/** On average in a batch: from `many` on the thread pays, and below `few` it no longer does. */
export interface Bounds {
  readonly many: number
  readonly few: number
}

const worthIt: Bounds = { many: 6, few: 2 }
const never: Bounds = { many: Number.POSITIVE_INFINITY, few: Number.POSITIVE_INFINITY }

/** Of the last batch in the average. One long list alone, however long, is not many. */
const weight = 0.1
const mostOfOne = 50

export class WriteLoad {
  readonly #bounds: Bounds
  #average = 0
  #isHigh = false

  constructor(bounds = availableParallelism() > 1 ? worthIt : never) {
    this.#bounds = bounds
  }

  /** On average. */
  get averageBatchSize(): number {
    return this.#average
  }

  get isHigh(): boolean {
    return this.#isHigh
  }

  /** A batch of so many changes is about to be carried out. */
  record(changes: number, isHeldUp: boolean): void {
    this.#average += (Math.min(changes, mostOfOne) - this.#average) * weight
    this.#isHigh = isHeldUp || this.#average >= (this.#isHigh ? this.#bounds.few : this.#bounds.many)
  }
}
