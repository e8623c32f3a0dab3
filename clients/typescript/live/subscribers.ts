// The subscribers of one notification. If one of them throws, the others are still called.

import type { Unsubscribe } from './live-workspace.ts'

export class Subscribers<T> {
  readonly #all = new Set<(value: T) => void>()

  add = (listener: (value: T) => void): Unsubscribe => {
    // A wrapper, so that the same listener can be added twice and removed once.
    const one = (value: T) => listener(value)
    this.#all.add(one)
    return () => this.#all.delete(one)
  }

  notify(value: T): void {
    for (const listener of [...this.#all]) {
      try {
        listener(value)
      } catch (error) {
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
}
