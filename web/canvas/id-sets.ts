// Sets of ids by key. A set that is empty is dropped.

export class IdSets {
  readonly #sets = new Map<string, Set<string>>()

  get(key: string): ReadonlySet<string> {
    return this.#sets.get(key) ?? none
  }

  add(key: string, id: string): void {
    const known = this.#sets.get(key)
    if (known) known.add(id)
    else this.#sets.set(key, new Set([id]))
  }

  delete(key: string, id: string): void {
    const known = this.#sets.get(key)
    known?.delete(id)
    if (known?.size === 0) this.#sets.delete(key)
  }

  clear(): void {
    this.#sets.clear()
  }
}

const none: ReadonlySet<string> = new Set()
