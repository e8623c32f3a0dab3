// Limits how many deliveries are in progress at once. Fast receivers share one limit; receivers that turned out to be
// slow, or that failed before, share another, so that receivers that hang delay only each other.

import { Semaphore } from '../../tools/index.ts'

const fastLimit = 100
const slowLimit = 400
export const slowAfterMs = 500

export class DeliveryConcurrency {
  readonly #fast = new Semaphore(fastLimit)
  readonly #slow = new Semaphore(slowLimit)

  /** Resolves with a function that releases. A fast delivery that becomes slow is released early, for another fast one. */
  async acquire(isSlow: boolean): Promise<() => void> {
    if (isSlow) return await this.#slow.acquire()
    const release = await this.#fast.acquire()
    const timer = setTimeout(release, slowAfterMs)
    return () => {
      clearTimeout(timer)
      release()
    }
  }
}
