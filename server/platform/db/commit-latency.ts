// Measures how long commits take on this disk: if they are slow, they are worth a worker thread.

/** A commit blocks the main thread; above this time, the delay of other requests is noticeable. */
const slowMs = 8
/** The weight of the last commit in the moving average. */
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
