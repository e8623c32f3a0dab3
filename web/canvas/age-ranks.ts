// Numbers that order objects by age, as their ids do. Comparing numbers is much faster than comparing ids.

export class AgeRanks {
  readonly #ranks = new Map<string, number>()
  #last = 0
  #areInOrder = true
  #newest = ''

  /** Most objects arrive by age. If one does not, the ranks are in order only after the next `sort`. */
  rankOf(id: string): number {
    const known = this.#ranks.get(id)
    if (known !== undefined) return known
    if (id < this.#newest) this.#areInOrder = false
    else this.#newest = id
    this.#ranks.set(id, ++this.#last)
    return this.#last
  }

  /** Returns whether ranks have changed. */
  sort(): boolean {
    if (this.#areInOrder) return false
    this.#last = 0
    for (const id of [...this.#ranks.keys()].sort()) this.#ranks.set(id, ++this.#last)
    this.#areInOrder = true
    return true
  }

  delete(id: string): void {
    this.#ranks.delete(id)
  }

  clear(): void {
    this.#ranks.clear()
    this.#newest = ''
  }
}
