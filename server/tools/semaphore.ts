// A concurrency limit: up to `limit` calls run at the same time in total, and `perKey` of each key, such as a user. The
// waiting keys take turns, so that one with many waiting calls does not delay the others. The calls of a key run in
// order.

import { highestOf } from './highest-of.ts'

export interface SemaphoreOptions {
  /** 0 means no limit. */
  readonly perKey?: number
  /** How many calls of a key may wait, and the error for further ones. Without it any number may wait. */
  readonly queue?: { readonly max: number; readonly refusal: () => Error }
}

export class Semaphore<Key = void> {
  readonly #limit: number
  readonly #perKey: number
  readonly #queue: SemaphoreOptions['queue']
  readonly #held = new Map<Key, number>()
  /** Keys in the order of their turns. */
  readonly #waiting = new Map<Key, (() => void)[]>()
  #total = 0

  /** 0 means no limit. */
  constructor(limit: number, { perKey = 0, queue }: SemaphoreOptions = {}) {
    this.#limit = limit || Number.POSITIVE_INFINITY
    this.#perKey = perKey || Number.POSITIVE_INFINITY
    this.#queue = queue
  }

  /** The highest number of calls of a key that run now. */
  get highest(): number {
    return highestOf(this.#held.values())
  }

  /** The number of calls of all keys that run now. */
  get total(): number {
    return this.#total
  }

  /** Rejects if too many wait, or if the signal is aborted while it waits. */
  async run<T>(work: () => Promise<T>, key: Key, signal?: AbortSignal): Promise<T> {
    if (!this.#tryHold(key)) await this.#wait(key, signal)
    try {
      return await work()
    } finally {
      this.#release(key)
    }
  }

  /** Resolves with a function that releases; calling it again has no effect. */
  async acquire(key: Key): Promise<() => void> {
    if (!this.#tryHold(key)) await this.#wait(key)
    let isHeld = true
    return () => {
      if (isHeld) this.#release(key)
      isHeld = false
    }
  }

  #tryHold(key: Key): boolean {
    if (this.#waiting.has(key) || !this.#isFree(key)) return false
    this.#hold(key)
    return true
  }

  #isFree(key: Key): boolean {
    return this.#total < this.#limit && (this.#held.get(key) ?? 0) < this.#perKey
  }

  #hold(key: Key): void {
    this.#total += 1
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1)
  }

  async #wait(key: Key, signal?: AbortSignal): Promise<void> {
    const queue = this.#waiting.get(key) ?? []
    if (this.#queue && queue.length >= this.#queue.max) throw this.#queue.refusal()
    signal?.throwIfAborted()
    const turn = Promise.withResolvers<void>()
    queue.push(turn.resolve)
    this.#waiting.set(key, queue)
    if (!signal) return await turn.promise
    const leave = () => {
      this.#leaveQueue(key, turn.resolve)
      turn.reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    await turn.promise.finally(() => signal.removeEventListener('abort', leave))
  }

  #leaveQueue(key: Key, turn: () => void): void {
    const queue = this.#waiting.get(key)?.filter(one => one !== turn) ?? []
    if (queue.length > 0) this.#waiting.set(key, queue)
    else this.#waiting.delete(key)
  }

  #release(key: Key): void {
    this.#total -= 1
    const held = (this.#held.get(key) as number) - 1
    if (held === 0) this.#held.delete(key)
    else this.#held.set(key, held)
    this.#admitNext()
  }

  /** Starts a call of the first waiting key that may run another one; that key then has the last turn. */
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
