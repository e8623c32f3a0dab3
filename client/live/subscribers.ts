// Who wants to be told of something. One that fails keeps nobody else from hearing it.

import type { Unsubscribe } from './live-workspace.ts'

export class Listeners<T> {
  readonly #all = new Set<(value: T) => void>()

  add = (listener: (value: T) => void): Unsubscribe => {
    // A function of its own, so that the same listener may be added twice and removed once.
    const one = (value: T) => listener(value)
    this.#all.add(one)
    return () => this.#all.delete(one)
  }

  tell(value: T): void {
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
