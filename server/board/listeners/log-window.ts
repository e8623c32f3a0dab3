// Caches the events that are being delivered: read and serialized once for all listeners of a workspace. Entries never
// become stale, because events never change.

import type { SignFile } from '../../platform/files/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import { coalesce } from '../../tools/index.ts'
import { type EventRow, listEvents } from '../events/event-store.ts'
import { hasFiles, notificationBody } from './notification.ts'

const pageSize = 100
const maxBytes = 16_000_000

interface LogPosition {
  readonly workspace_id: number
  readonly after: number
}

interface Entry {
  readonly workspace_id: number
  readonly seq: number
  readonly bytes: number
}

export class LoggedEvent {
  readonly row: EventRow
  readonly #uid: string
  #body: Buffer | undefined

  constructor(row: EventRow, uid: string) {
    this.row = row
    this.#uid = uid
  }

  /** File URLs are signed per role and expire, so a body with files is built for each delivery. */
  body(sign: SignFile): Buffer {
    if (hasFiles(this.row)) return notificationBody(this.#uid, this.row, sign)
    this.#body ??= notificationBody(this.#uid, this.row, sign)
    return this.#body
  }
}

export class LogWindow {
  readonly #load: (position: LogPosition) => Promise<readonly EventRow[]>
  readonly #events = new Map<number, Map<number, LoggedEvent>>()
  /** Entries in order of arrival; the oldest are evicted first. */
  #order: Entry[] = []
  #bytes = 0

  constructor(db: Database) {
    this.#load = coalesce<LogPosition, readonly EventRow[]>(
      positions =>
        Promise.all(positions.map(({ workspace_id, after }) => listEvents(db.read, workspace_id, after, pageSize))),
      { maxWeight: 50, concurrency: 4, nameOf: ({ workspace_id, after }) => `${workspace_id} ${after}` },
    )
  }

  /** Returns a page of the events after the given seq; empty at the end of the log. */
  async read(workspace: { readonly id: number; readonly uid: string }, after: number): Promise<readonly LoggedEvent[]> {
    const known = this.#find(workspace.id, after)
    if (known.length > 0) return known
    const rows = await this.#load({ workspace_id: workspace.id, after })
    const events = rows.map(row => this.#add(row, workspace.uid))
    this.#evict()
    return events
  }

  #find(workspace_id: number, after: number): LoggedEvent[] {
    const known = this.#events.get(workspace_id)
    const found: LoggedEvent[] = []
    if (!known) return found
    for (let seq = after + 1; found.length < pageSize; seq += 1) {
      const event = known.get(seq)
      if (!event) break
      found.push(event)
    }
    return found
  }

  #add(row: EventRow, uid: string): LoggedEvent {
    const { workspace_id, seq } = row
    const known = this.#events.get(workspace_id) ?? new Map<number, LoggedEvent>()
    this.#events.set(workspace_id, known)
    const before = known.get(seq)
    if (before) return before
    const event = new LoggedEvent(row, uid)
    known.set(seq, event)
    // The size of the row and its serialized body, plus an estimate for the objects around them.
    const bytes = row.data.length * 2 + 1_000
    this.#order.push({ workspace_id, seq, bytes })
    this.#bytes += bytes
    return event
  }

  #evict(): void {
    let count = 0
    while (this.#bytes > maxBytes && count < this.#order.length) {
      const { workspace_id, seq, bytes } = this.#order[count++] as Entry
      const known = this.#events.get(workspace_id)
      known?.delete(seq)
      if (known?.size === 0) this.#events.delete(workspace_id)
      this.#bytes -= bytes
    }
    if (count > 0) this.#order = this.#order.slice(count)
  }
}
