// Sends updates to the other processes: the first few at once, and those that follow closely in one message, so that
// thousands who join at the same time take a few messages.

import type { NodeMessage, Update } from './node-messages.ts'

/** This many updates within a batch interval are sent one by one. */
const maxUnbatched = 10
const maxBatch = 200

export class UpdateBatches {
  readonly #batchMs: number
  readonly #send: (message: NodeMessage) => void
  #waiting: Update[] = []
  #timer: NodeJS.Timeout | undefined
  #unbatched = 0

  constructor(batchMs: number, send: (message: NodeMessage) => void) {
    this.#batchMs = batchMs
    this.#send = send
  }

  /** `canBatch` tells whether all other processes understand batches. */
  add(update: Update, canBatch: boolean): void {
    this.#timer ??= setTimeout(() => this.#endInterval(), this.#batchMs).unref()
    if (!canBatch || (this.#waiting.length === 0 && this.#unbatched < maxUnbatched)) {
      this.flush()
      this.#unbatched += 1
      this.#send(update)
      return
    }
    this.#waiting.push(update)
    if (this.#waiting.length >= maxBatch) this.flush()
  }

  /** Sends the waiting updates. */
  flush(): void {
    if (this.#waiting.length > 0) this.#send({ k: 'batch', of: this.#waiting })
    this.#waiting = []
  }

  /** Discards the waiting updates. */
  clear(): void {
    this.#waiting = []
  }

  #endInterval(): void {
    this.#timer = undefined
    this.#unbatched = 0
    this.flush()
  }
}
