// Writes pending changes down as they come and go, and knows whether what is written is all there is.

import type { LiveStorage } from './live-workspace.ts'
import { type Entry, storedOf } from './queue-entry.ts'

export class LiveKeeper {
  readonly #storage: LiveStorage | null
  readonly #onKept: () => void
  #unsaved = 0
  #hasFailed = false

  constructor(storage: LiveStorage | null, onKept: () => void) {
    this.#storage = storage
    this.#onKept = onKept
  }

  /** Whatever it was given would survive the end of the page. */
  get hasAll(): boolean {
    return this.#storage !== null && this.#unsaved === 0 && !this.#hasFailed
  }

  save(put: readonly Entry[], remove: readonly string[]): void {
    for (const entry of put) entry.isSaved = true
    if (this.#storage) void this.#write(this.#storage.save(put.map(storedOf), remove))
  }

  async #write(saved: Promise<void>): Promise<void> {
    this.#unsaved += 1
    try {
      await saved
    } catch {
      this.#hasFailed = true
    }
    this.#unsaved -= 1
    this.#onKept()
  }
}
