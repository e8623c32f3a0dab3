// A clock for tests that only moves when `advance` is called.

import type { Clock } from '../platform/jobs/clock.ts'

export class FakeClock implements Clock {
  #now: number
  readonly #timers = new Set<{ at: number; callback: () => void }>()

  constructor(now = Date.now()) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { at: this.#now + delayMs, callback }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  /** The remaining time of each timer. */
  get timersMs(): number[] {
    return [...this.#timers].map(({ at }) => at - this.#now).sort((a, b) => a - b)
  }

  advance(ms: number): void {
    this.#now += ms
    for (const timer of [...this.#timers].filter(({ at }) => at <= this.#now)) {
      this.#timers.delete(timer)
      timer.callback()
    }
  }
}
