// The stacking order of a board: the objects that lie on it, from back to front. It is sorted once for a batch and follows
// its changes, so that a list of many moves does not sort a large board for each.

import type { KindName } from '@tessera/contract'

/** An object in the stacking order. */
export interface StackEntry {
  readonly id: string
  readonly kind: KindName
  readonly order: string
}

export class BoardStack {
  readonly #entries: StackEntry[]
  readonly #byId: Map<string, StackEntry>

  constructor(entries: readonly StackEntry[]) {
    this.#entries = entries.toSorted(compareEntries)
    this.#byId = new Map(entries.map(entry => [entry.id, entry]))
  }

  get entries(): readonly StackEntry[] {
    return this.#entries
  }

  find(id: string): StackEntry | null {
    return this.#byId.get(id) ?? null
  }

  put(entry: StackEntry): void {
    const before = this.#byId.get(entry.id)
    if (before?.order === entry.order) return
    this.remove(entry.id)
    this.#entries.splice(this.#placeOf(entry), 0, entry)
    this.#byId.set(entry.id, entry)
  }

  remove(id: string): void {
    const entry = this.#byId.get(id)
    if (!entry) return
    this.#entries.splice(this.#placeOf(entry), 1)
    this.#byId.delete(id)
  }

  /** Returns the index of the first entry that is not below this one. */
  #placeOf(entry: StackEntry): number {
    let [low, high] = [0, this.#entries.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (compareEntries(this.#entries[middle] as StackEntry, entry) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Keys are unique unless an object was restored whose key has been reused; then its age decides, like in drawing. */
function compareEntries(a: StackEntry, b: StackEntry): number {
  if (a.order !== b.order) return a.order < b.order ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
