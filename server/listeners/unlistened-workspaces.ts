// Workspaces in which nobody listens, remembered for a moment: most have no listener, and need no look with every commit.

import type { Reader } from '../db/database.ts'
import { findListenedTo } from './delivery-cursor-store.ts'

/** Listeners that are made here are heard of at once; so long it takes at most where another node made one. */
export const knownMs = 500
const most = 10_000
const beingLookedAt = 0

export class SilentWorkspaces {
  readonly #db: Reader
  readonly #until = new Map<number, number>()
  #passedOver = new Set<number>()

  constructor(db: Reader) {
    this.#db = db
  }

  /** Those of them in which somebody listens. */
  async without(workspace_ids: ReadonlySet<number>): Promise<ReadonlySet<number>> {
    const now = performance.now()
    const unknown: number[] = []
    for (const id of workspace_ids) {
      if ((this.#until.get(id) ?? 0) <= now) unknown.push(id)
      else this.#passedOver.add(id)
    }
    if (unknown.length === 0) return new Set()
    if (this.#until.size > most) this.#until.clear()
    for (const id of unknown) this.#until.set(id, beingLookedAt)
    const found = await findListenedTo(this.#db, unknown)
    for (const id of unknown) {
      if (found.has(id)) this.#until.delete(id)
      // What was forgotten meanwhile has changed, maybe after it was read.
      else if (this.#until.has(id)) this.#until.set(id, now + knownMs)
    }
    return found
  }

  /** Those that were not looked at because of what is remembered of them: another node may have made a listener since. */
  takePassedOver(): ReadonlySet<number> {
    const ids = this.#passedOver
    this.#passedOver = new Set()
    return ids
  }

  /** Something about the listeners of these has changed. */
  forget(workspace_ids: Iterable<number>): void {
    for (const id of workspace_ids) this.#until.delete(id)
  }
}
