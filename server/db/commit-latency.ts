// How long commits take on this disk, and so whether they are worth a thread of their own.

/** Longer than this, and all who wait for the server meanwhile notice. */
const slowMs = 8
/** Of the last commit in the average. */
const weight = 0.1

export class CommitLatency {
  readonly #slowMs: number
  #averageMs = 0

  constructor(limitMs = slowMs) {
    this.#slowMs = limitMs
  }

  get isSlow(): boolean {
    return this.#averageMs >= this.#slowMs
  }

  record(ms: number): void {
    this.#averageMs += (ms - this.#averageMs) * weight
  }
}
