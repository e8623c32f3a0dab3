// The order in which pictures are drawn: one at a time for each caller, so that nobody occupies the processes that draw.

import { Problem } from '@tessera/contract'
import { KeyedSemaphore } from '../../tools/index.ts'

/** Pictures of one caller that wait for their turn. */
const maxWaiting = 10

export class PictureTurns {
  readonly #turns = new KeyedSemaphore<number | string>({ perKey: 1 })
  readonly #waiting = new Map<number | string, Set<AbortSignal>>()

  /** Runs when it is the caller's turn. Throws if too many of the caller's wait; those given up do not count. */
  async run<T>(key: number | string, signal: AbortSignal, draw: () => Promise<T>): Promise<T> {
    const waiting = this.#waiting.get(key) ?? new Set()
    if ([...waiting].filter(one => !one.aborted).length > maxWaiting)
      throw new Problem('TooManyRequests', 'Too many pictures at the same time', { retryAfterSeconds: 5 })
    this.#waiting.set(key, waiting.add(signal))
    try {
      return await this.#turns.run(key, () => {
        signal.throwIfAborted()
        return draw()
      })
    } finally {
      waiting.delete(signal)
      if (waiting.size === 0) this.#waiting.delete(key)
    }
  }
}
