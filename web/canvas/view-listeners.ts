// Listeners of a view: some are called each time, some once.

export class Listeners<Value = void> {
  readonly #all = new Set<(value: Value) => void>()

  add = (listener: (value: Value) => void): (() => void) => {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  notify(value: Value): void {
    for (const listener of this.#all) listener(value)
  }
}

/** Promises that are resolved the next time something happens. */
export class Waiters {
  readonly #all = new Set<() => void>()

  get areAny(): boolean {
    return this.#all.size > 0
  }

  wait(): Promise<void> {
    return new Promise(resolve => this.#all.add(resolve))
  }

  resolveAll(): void {
    for (const resolve of this.#all) resolve()
    this.#all.clear()
  }
}
