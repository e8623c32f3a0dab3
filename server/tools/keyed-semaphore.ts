// A concurrency limit that is fair to keys, such as users or hosts: up to `limit` holders in all and `perKey` for each key.
// The keys that wait take turns, so that one with many waiting holders does not delay the others.

import { highestOf } from './highest-of.ts'

export interface KeyedLimits {
  /** 0 for no limit. */
  readonly limit?: number
  readonly perKey?: number
}

export class KeyedSemaphore<Key> {
  readonly #limit: number
  readonly #perKey: number
  readonly #held = new Map<Key, number>()
  /** In the order of their turns. */
  readonly #waiting = new Map<Key, (() => void)[]>()
  #total = 0

  constructor({ limit = 0, perKey = 0 }: KeyedLimits) {
    this.#limit = limit || Number.POSITIVE_INFINITY
    this.#perKey = perKey || Number.POSITIVE_INFINITY
  }

  /** How many wait for this key. */
  waiting(key: Key): number {
    return this.#waiting.get(key)?.length ?? 0
  }

  /** The highest number of holders that a key has now. */
  get highest(): number {
    return highestOf(this.#held.values())
  }

  /** The number of holders of all keys. */
  get total(): number {
    return this.#total
  }

  /** A function that releases, or null if the key has to wait. */
  tryAcquire(key: Key): (() => void) | null {
    if (this.#waiting.has(key) || !this.#isFree(key)) return null
    this.#hold(key)
    return this.#releaser(key)
  }

  /** Resolves with a function that releases; calling it again has no effect. */
  async acquire(key: Key): Promise<() => void> {
    const release = this.tryAcquire(key)
    if (release) return release
    await new Promise<void>(resolve => {
      const queue = this.#waiting.get(key)
      if (queue) queue.push(resolve)
      else this.#waiting.set(key, [resolve])
    })
    return this.#releaser(key)
  }

  async run<T>(key: Key, callback: () => Promise<T>): Promise<T> {
    const release = await this.acquire(key)
    try {
      return await callback()
    } finally {
      release()
    }
  }

  #isFree(key: Key): boolean {
    return this.#total < this.#limit && (this.#held.get(key) ?? 0) < this.#perKey
  }

  #hold(key: Key): void {
    this.#total += 1
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1)
  }

  #releaser(key: Key): () => void {
    let isHeld = true
    return () => {
      if (isHeld) this.#release(key)
      isHeld = false
    }
  }

  #release(key: Key): void {
    this.#total -= 1
    const held = (this.#held.get(key) as number) - 1
    if (held === 0) this.#held.delete(key)
    else this.#held.set(key, held)
    this.#admitNext()
  }

  /** Hands over to the first waiting key that may hold one more; its turn is then the last. */
  #admitNext(): void {
    for (const [key, queue] of this.#waiting) {
      if (!this.#isFree(key)) continue
      const next = queue.shift() as () => void
      this.#waiting.delete(key)
      if (queue.length > 0) this.#waiting.set(key, queue)
      this.#hold(key)
      next()
      return
    }
  }
}
