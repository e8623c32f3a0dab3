// A board as it was after an event of its log: the last checkpoint before that event, and the events in between. Both
// are read in small steps that yield to the event loop, so that a long log delays no other request.

import { setImmediate as nextTick } from 'node:timers/promises'
import type { Reader } from '../../platform/sql/index.ts'
import type { PastEntry } from './checkpoint-entries.ts'
import { type CheckpointPage, findCheckpoint, findCheckpointPage } from './checkpoint-store.ts'
import { listObjectEvents, listRecordsAt, type PastObject } from './history-store.ts'

/** The number of events in one step. */
const stepEvents = 1_000
const stepRecords = 250

export interface PastPage {
  readonly kind?: string | undefined
  /** Limits the page to objects after this id. */
  readonly after: string
  readonly limit: number
}

export class PastBoard {
  readonly #db: Reader
  readonly #workspace_id: number
  /** The seq of the checkpoint; 0 for the empty board at the start of the log. */
  readonly #checkpoint: number
  /** The last event of each object since the checkpoint; null if the object was deleted. */
  readonly #since: ReadonlyMap<string, PastEntry | null>

  private constructor(
    db: Reader,
    workspace_id: number,
    checkpoint: number,
    since: ReadonlyMap<string, PastEntry | null>,
  ) {
    this.#db = db
    this.#workspace_id = workspace_id
    this.#checkpoint = checkpoint
    this.#since = since
  }

  static async open(db: Reader, workspace_id: number, seq: number): Promise<PastBoard> {
    const checkpoint = (await findCheckpoint(db, workspace_id, seq))?.seq ?? 0
    const since = new Map<string, PastEntry | null>()
    for (let first = checkpoint; first < seq; first += stepEvents) {
      if (first > checkpoint) await nextTick()
      const last = Math.min(first + stepEvents, seq)
      for (const { object_id: id, kind, seq, is_deletion } of await listObjectEvents(db, workspace_id, first, last))
        since.set(id, is_deletion ? null : { id, kind, seq })
    }
    return new PastBoard(db, workspace_id, checkpoint, since)
  }

  /** The next objects, in the order of their ids. */
  async list({ kind, after, limit }: PastPage): Promise<PastObject[]> {
    const chosen: PastEntry[] = []
    for await (const entries of this.entries(after)) {
      for (const entry of entries) if (kind === undefined || entry.kind === kind) chosen.push(entry)
      if (chosen.length >= limit) break
    }
    return await this.#read(chosen.slice(0, limit))
  }

  /** Returns those of these objects that existed, in no particular order. */
  async find(ids: Iterable<string>): Promise<PastObject[]> {
    const chosen: PastEntry[] = []
    let page: CheckpointPage | null | undefined
    let known = new Map<string, PastEntry>()
    for (const id of [...ids].sort()) {
      const changed = this.#since.get(id)
      if (changed) chosen.push(changed)
      if (changed !== undefined || page === null) continue
      if (page === undefined || page.last_id < id) {
        page = await this.#findPage('>=', id)
        known = new Map(page?.entries.map(entry => [entry.id, entry]))
        await nextTick()
      }
      const entry = known.get(id)
      if (entry) chosen.push(entry)
    }
    return await this.#read(chosen)
  }

  /** Yields all objects after this id, in the order of their ids, in lists of any length. */
  async *entries(after = ''): AsyncGenerator<PastEntry[]> {
    const changed = [...this.#since.values()].filter(entry => entry !== null).sort(byId)
    let next = changed.findIndex(entry => entry.id > after)
    if (next < 0) next = changed.length
    for (let last = after; ; ) {
      const page = await this.#findPage('>', last)
      if (!page) break
      const merged = page.entries.filter(({ id }) => id > after && !this.#since.has(id))
      for (; next < changed.length && (changed[next] as PastEntry).id <= page.last_id; next++)
        merged.push(changed[next] as PastEntry)
      yield merged.sort(byId)
      last = page.last_id
      await nextTick()
    }
    yield changed.slice(next)
  }

  async #findPage(comparison: '>' | '>=', id: string): Promise<CheckpointPage | null> {
    if (this.#checkpoint === 0) return null
    const checkpoint = { workspace_id: this.#workspace_id, seq: this.#checkpoint }
    return await findCheckpointPage(this.#db, checkpoint, comparison, id)
  }

  async #read(entries: readonly PastEntry[]): Promise<PastObject[]> {
    const found: PastObject[] = []
    for (let start = 0; start < entries.length; start += stepRecords) {
      if (start > 0) await nextTick()
      const step = entries.slice(start, start + stepRecords)
      const keys = step.map(({ seq }) => ({ workspace_id: this.#workspace_id, seq }))
      found.push(...(await listRecordsAt(this.#db, keys)))
    }
    return found
  }
}

const byId = (a: PastEntry, b: PastEntry) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
