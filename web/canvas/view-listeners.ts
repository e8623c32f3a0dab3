// Who is told what a view does: some each time, some once.

export class Listeners<Value = void> {
  readonly #all = new Set<(value: Value) => void>()

  add = (tell: (value: Value) => void): (() => void) => {
    this.#all.add(tell)
    return () => this.#all.delete(tell)
  }

  tell(value: Value): void {
    for (const tell of this.#all) tell(value)
  }
}

/** Those who wait for the next time. */
export class Waiters {
  readonly #all = new Set<() => void>()

  get areAny(): boolean {
    return this.#all.size > 0
  }

  wait(): Promise<void> {
    return new Promise(resolve => this.#all.add(resolve))
  }

  tell(): void {
    for (const tell of this.#all) tell()
    this.#all.clear()
  }
}
