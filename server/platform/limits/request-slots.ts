// How many requests of one user run at the same time. More of them wait for their turn, so that a page that loads many
// things at once works as before; a client that lets very many wait gets a 429.

import { Problem } from '@tessera/contract'
import { KeyedSemaphore } from '../../tools/index.ts'

/** Requests that may wait, for each that may run. */
const waitingPerRunning = 20

export class RequestSlots {
  readonly #slots: KeyedSemaphore<number>
  readonly #maxWaiting: number

  /** 0 for no limit. */
  constructor(perUser: number) {
    this.#slots = new KeyedSemaphore({ perKey: perUser })
    this.#maxWaiting = perUser * waitingPerRunning
  }

  /** A function that releases, at once or when it is the request's turn. Throws if too many wait. */
  acquire(user_id: number): (() => void) | Promise<() => void> {
    const release = this.#slots.tryAcquire(user_id)
    if (release) return release
    if (this.#slots.waiting(user_id) >= this.#maxWaiting)
      throw new Problem('TooManyRequests', 'Too many requests at the same time', { retryAfterSeconds: 1 })
    return this.#slots.acquire(user_id)
  }

  /** The highest number of requests that a user has in progress. */
  get highest(): number {
    return this.#slots.highest
  }
}
