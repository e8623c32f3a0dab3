// A concurrency limit: up to `limit` calls run at the same time in total, and `perKey` of each key, such as a user. The
// waiting keys take turns, so that one with many waiting calls does not delay the others. The calls of a key run in
// order. Some keys may come after all others.

import { highestOf } from './highest-of.ts'

export interface SemaphoreOptions<Key> {
  /** 0 means no limit. */
  readonly perKey?: number
  /** Which keys wait until no other key waits. Together they leave one place to the others, unless it is the only one. */
  readonly comesLast?: (key: Key) => boolean
  /** Without it any number of calls may wait, for any time. */
  readonly queue?: QueueLimits
}

export interface QueueLimits {
  /** How many calls of a key may wait. */
  readonly max: number
  /** How many calls of all keys may wait; those that come last are counted apart. */
  readonly maxTotal?: number
  readonly maxWaitMs?: number
  /** The error for further calls, and for those that have waited too long. */
  readonly refusal: () => Error
}

export class Semaphore<Key = void> {
  readonly #limit: number
  readonly #perKey: number
  readonly #comesLast: (key: Key) => boolean
  readonly #queue: QueueLimits | undefined
  readonly #held = new Map<Key, number>()
  /** Keys in the order of their turns. */
  readonly #waiting = new Map<Key, (() => void)[]>()
  #total = 0

  /** 0 means no limit. */
  constructor(limit: number, { perKey = 0, comesLast = () => false, queue }: SemaphoreOptions<Key> = {}) {
    this.#limit = limit || Number.POSITIVE_INFINITY
    this.#perKey = perKey || Number.POSITIVE_INFINITY
    this.#comesLast = comesLast
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

  /** Whether a call of the key runs or waits. */
  isBusy(key: Key): boolean {
    return this.#held.has(key) || this.#waiting.has(key)
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

  /** Resolves with a function that releases; calling it again has no effect. Rejects like `run`. */
  async acquire(key: Key, signal?: AbortSignal): Promise<() => void> {
    if (!this.#tryHold(key)) await this.#wait(key, signal)
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
    if (this.#total >= this.#limit || (this.#held.get(key) ?? 0) >= this.#perKey) return false
    return !this.#comesLast(key) || this.#heldByLast() < Math.max(1, this.#limit - 1)
  }

  #heldByLast(): number {
    let held = 0
    for (const [key, count] of this.#held) if (this.#comesLast(key)) held += count
    return held
  }

  #hold(key: Key): void {
    this.#total += 1
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1)
  }

  async #wait(key: Key, signal?: AbortSignal): Promise<void> {
    const queue = this.#waiting.get(key) ?? []
    if (this.#queue && this.#isFull(key, queue.length, this.#queue)) throw this.#queue.refusal()
    signal?.throwIfAborted()
    const turn = Promise.withResolvers<void>()
    queue.push(turn.resolve)
    this.#waiting.set(key, queue)
    const { maxWaitMs, refusal } = this.#queue ?? {}
    if (!signal && maxWaitMs === undefined) return await turn.promise
    const leave = (reason: unknown) => {
      this.#leaveQueue(key, turn.resolve)
      turn.reject(reason)
    }
    const onAbort = () => leave(signal?.reason)
    const timer = maxWaitMs === undefined ? undefined : setTimeout(() => leave(refusal?.()), maxWaitMs).unref()
    signal?.addEventListener('abort', onAbort, { once: true })
    await turn.promise.finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    })
  }

  #isFull(key: Key, waiting: number, { max, maxTotal = Number.POSITIVE_INFINITY }: QueueLimits): boolean {
    if (waiting >= max) return true
    const isLast = this.#comesLast(key)
    let total = 0
    for (const [other, queue] of this.#waiting) if (this.#comesLast(other) === isLast) total += queue.length
    return total >= maxTotal
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
    const key = this.#nextKey()
    if (key === undefined) return
    const queue = this.#waiting.get(key.value) as (() => void)[]
    const next = queue.shift() as () => void
    this.#waiting.delete(key.value)
    if (queue.length > 0) this.#waiting.set(key.value, queue)
    this.#hold(key.value)
    next()
  }

  /** Wrapped, because a key may be undefined. */
  #nextKey(): { value: Key } | undefined {
    let last: { value: Key } | undefined
    for (const value of this.#waiting.keys()) {
      if (!this.#isFree(value)) continue
      if (!this.#comesLast(value)) return { value }
      last ??= { value }
    }
    return last
  }
}
