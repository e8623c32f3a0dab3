// Writes pending changes to the storage as they come and go, and tells whether everything has been written.

import type { LiveStorage } from './live-workspace.ts'
import { type Entry, toStored } from './queue-entry.ts'

export class QueueStorage {
  readonly #storage: LiveStorage | null
  readonly #onSaved: () => void
  readonly #stored = new WeakSet<Entry>()
  #unfinishedWrites = 0
  #hasFailed = false

  constructor(storage: LiveStorage | null, onSaved: () => void) {
    this.#storage = storage
    this.#onSaved = onSaved
  }

  /** True if everything that was saved survives the end of the page. */
  get hasAll(): boolean {
    return this.#storage !== null && this.#unfinishedWrites === 0 && !this.#hasFailed
  }

  has(entry: Entry): boolean {
    return this.#stored.has(entry)
  }

  /** Marks an entry that was read from the storage. */
  adopt(entry: Entry): Entry {
    this.#stored.add(entry)
    return entry
  }

  save(put: readonly Entry[], remove: readonly string[]): void {
    for (const entry of put) this.#stored.add(entry)
    if (this.#storage) void this.#write(this.#storage.save(put.map(toStored), remove))
  }

  async #write(saved: Promise<void>): Promise<void> {
    this.#unfinishedWrites += 1
    try {
      await saved
    } catch {
      this.#hasFailed = true
    }
    this.#unfinishedWrites -= 1
    this.#onSaved()
  }
}
