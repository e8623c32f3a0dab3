// The last events of a workspace, for those who missed a few. Bounded: what is older is in the log.

import type { EventText } from '../events/event-text.ts'

const most = 1_000
const mostLength = 2_000_000

export class RecentEvents {
  #events: EventText[] = []
  #length = 0
  /** The number of the last event that was added. */
  seq: number

  constructor(seq: number) {
    this.seq = seq
  }

  add(events: readonly EventText[]): void {
    for (const event of events) {
      this.#events.push(event)
      this.#length += event.full.length
      this.seq = event.seq
    }
    let dropped = 0
    while (this.#events.length - dropped > most || (this.#length > mostLength && dropped < this.#events.length)) {
      this.#length -= (this.#events[dropped] as EventText).full.length
      dropped += 1
    }
    // Not with every event: this copies what stays.
    if (dropped > 0) this.#events = this.#events.slice(dropped)
  }

  /** All after this number; null where some of them are no longer here. */
  after(seq: number): readonly EventText[] | null {
    if (seq > this.seq) return null
    const missed = this.seq - seq
    return missed <= this.#events.length ? this.#events.slice(this.#events.length - missed) : null
  }
}
