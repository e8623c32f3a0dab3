// The last events of a workspace, for members that missed a few. Bounded; older events are in the log.

import type { EventText } from '../events/event-text.ts'

const maxCount = 1_000
const maxLength = 2_000_000

export class RecentEvents {
  #events: EventText[] = []
  #length = 0
  /** The seq of the last event that was added. */
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
    while (this.#events.length - dropped > maxCount || (this.#length > maxLength && dropped < this.#events.length)) {
      this.#length -= (this.#events[dropped] as EventText).full.length
      dropped += 1
    }
    // Called once, because it copies the rest.
    if (dropped > 0) this.#events = this.#events.slice(dropped)
  }

  /** Returns all events after `seq`, or null if some of them were dropped. */
  after(seq: number): readonly EventText[] | null {
    if (seq > this.seq) return null
    const missed = this.seq - seq
    return missed <= this.#events.length ? this.#events.slice(this.#events.length - missed) : null
  }
}
