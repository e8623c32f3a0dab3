// The parts of logs that listeners are being told, in memory: read once for all the listeners of a workspace, and put
// into words once. It is a window, not a cache of state: events never change.

import type { Database } from '../db/database.ts'
import { type EventRow, listEvents } from '../events/event-store.ts'
import { gather } from '../gather.ts'
import type { SignFile } from '../files/signed-url.ts'
import { isShown, notificationBody } from './notification.ts'

const readAtOnce = 100
const mostBytes = 16_000_000

interface Place {
  readonly workspace_id: number
  readonly after: number
}

interface Kept {
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

  /** Addresses of files are signed for a while and for those who may download: such a body is made anew each time. */
  body(sign: SignFile): Buffer {
    if (!isShown(this.row)) return notificationBody(this.#uid, this.row, sign)
    this.#body ??= notificationBody(this.#uid, this.row, sign)
    return this.#body
  }
}

export class LogWindow {
  readonly #load: (place: Place) => Promise<readonly EventRow[]>
  readonly #known = new Map<number, Map<number, LoggedEvent>>()
  /** In the order they came, to be forgotten in it. */
  #order: Kept[] = []
  #bytes = 0

  constructor(db: Database) {
    this.#load = gather<Place, readonly EventRow[]>(
      places =>
        Promise.all(places.map(({ workspace_id, after }) => listEvents(db.read, workspace_id, after, readAtOnce))),
      { most: 50, lanes: 4, nameOf: ({ workspace_id, after }) => `${workspace_id} ${after}` },
    )
  }

  /** What follows in the log, in its order: a part of it, or nothing where it ends there. */
  async read(workspace: { readonly id: number; readonly uid: string }, after: number): Promise<readonly LoggedEvent[]> {
    const known = this.#find(workspace.id, after)
    if (known.length > 0) return known
    const rows = await this.#load({ workspace_id: workspace.id, after })
    const events = rows.map(row => this.#keep(row, workspace.uid))
    this.#forget()
    return events
  }

  #find(workspace_id: number, after: number): LoggedEvent[] {
    const known = this.#known.get(workspace_id)
    const found: LoggedEvent[] = []
    if (!known) return found
    for (let seq = after + 1; found.length < readAtOnce; seq += 1) {
      const event = known.get(seq)
      if (!event) break
      found.push(event)
    }
    return found
  }

  #keep(row: EventRow, uid: string): LoggedEvent {
    const { workspace_id, seq } = row
    const known = this.#known.get(workspace_id) ?? new Map<number, LoggedEvent>()
    this.#known.set(workspace_id, known)
    const before = known.get(seq)
    if (before) return before
    const event = new LoggedEvent(row, uid)
    known.set(seq, event)
    // Twice for the row and for what is made of it, and something for the objects around them.
    const bytes = row.data.length * 2 + 1_000
    this.#order.push({ workspace_id, seq, bytes })
    this.#bytes += bytes
    return event
  }

  #forget(): void {
    let count = 0
    while (this.#bytes > mostBytes && count < this.#order.length) {
      const { workspace_id, seq, bytes } = this.#order[count++] as Kept
      const known = this.#known.get(workspace_id)
      known?.delete(seq)
      if (known?.size === 0) this.#known.delete(workspace_id)
      this.#bytes -= bytes
    }
    if (count > 0) this.#order = this.#order.slice(count)
  }
}
