// Caches workspaces without an active listener for a moment: most have none, and a query with every commit is too much.

import type { Reader } from '../db/database.ts'
import { findListenedWorkspaces } from './delivery-cursor-store.ts'

/** A listener created on this node clears its entry; one created on another node goes unnoticed for this long. */
const unlistenedMs = 500
const maxEntries = 10_000
const inQuery = 0

export class UnlistenedWorkspaces {
  readonly #db: Reader
  readonly #until = new Map<number, number>()
  readonly #skipped = new Set<number>()

  constructor(db: Reader) {
    this.#db = db
  }

  /** The given workspaces without the unlistened ones. */
  async exclude(workspace_ids: ReadonlySet<number>): Promise<ReadonlySet<number>> {
    const now = performance.now()
    const unknown: number[] = []
    for (const id of workspace_ids) {
      if ((this.#until.get(id) ?? 0) <= now) unknown.push(id)
      else this.#skipped.add(id)
    }
    if (unknown.length === 0) return new Set()
    if (this.#until.size > maxEntries) this.#until.clear()
    for (const id of unknown) this.#until.set(id, inQuery)
    const found = await findListenedWorkspaces(this.#db, unknown)
    for (const id of unknown) {
      if (found.has(id)) this.#until.delete(id)
      // An entry deleted during the query has changed, maybe after it was read.
      else if (this.#until.has(id)) this.#until.set(id, now + unlistenedMs)
    }
    return found
  }

  /** Whether workspaces were excluded because of the cache alone. */
  get hasSkipped(): boolean {
    return this.#skipped.size > 0
  }

  /** Those of them whose entry has expired: another node may have created a listener there since. */
  takeExpired(): readonly number[] {
    const now = performance.now()
    const expired = [...this.#skipped].filter(id => (this.#until.get(id) ?? 0) <= now)
    for (const id of expired) this.#skipped.delete(id)
    return expired
  }

  /** The listeners of these workspaces have changed. */
  delete(workspace_ids: Iterable<number>): void {
    for (const id of workspace_ids) this.#until.delete(id)
  }
}
