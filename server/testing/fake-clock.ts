// A clock that stands still until it is told to go on.

import type { Clock } from '../jobs/clock.ts'

export class FakeClock implements Clock {
  #now: number
  readonly #timers = new Set<{ at: number; act: () => void }>()

  constructor(now = Date.now()) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  after(delayMs: number, act: () => void): () => void {
    const timer = { at: this.#now + delayMs, act }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  /** How long until each timer that is set. */
  get timersMs(): number[] {
    return [...this.#timers].map(({ at }) => at - this.#now).sort((a, b) => a - b)
  }

  advance(ms: number): void {
    this.#now += ms
    for (const timer of [...this.#timers].filter(({ at }) => at <= this.#now)) {
      this.#timers.delete(timer)
      timer.act()
    }
  }
}
