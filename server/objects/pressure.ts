// Whether changes come so thick, or commits hold everything up for so long, that they are worth a thread of their own. A
// few changes at a time are not: for each of them the way there and back would cost more than it saves.

/** On average in a batch: from `many` on the thread pays, and below `few` it no longer does. */
interface Bounds {
  readonly many: number
  readonly few: number
}

/** Of the last batch in the average. One long list alone, however long, is not many. */
const weight = 0.1
const mostOfOne = 50

export class Pressure {
  readonly #bounds: Bounds
  #average = 0
  #isHigh = false

  constructor(bounds: Bounds = { many: 6, few: 2 }) {
    this.#bounds = bounds
  }

  get isHigh(): boolean {
    return this.#isHigh
  }

  /** A batch of so many changes is about to be carried out. */
  feel(changes: number, isHeldUp: boolean): void {
    this.#average += (Math.min(changes, mostOfOne) - this.#average) * weight
    this.#isHigh = isHeldUp || this.#average >= (this.#isHigh ? this.#bounds.few : this.#bounds.many)
  }
}
