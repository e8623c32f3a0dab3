// Applies snapshots and events from the service in order. An object created here has a temporary id until the response
// to its create; the event of its creation waits for that response, so that the object is not shown twice.

import type { ServerMessages } from '@tessera/contract/live'
import type { Comment, Event } from '../rest/records.ts'
import type { Board } from './board.ts'
import { readType } from './board-log.ts'
import type { ChangeQueue } from './change-queue.ts'
import type { BoardObject } from './live-workspace.ts'

interface Snapshot {
  readonly seq: number
  readonly objects: BoardObject[]
  readonly comments: Comment[]
}

export interface ReceiverOptions {
  readonly board: Board
  readonly queue: Pick<ChangeQueue, 'isCreating' | 'isRepeatingCreate' | 'settle'>
  readonly isMine: (event: Event) => boolean
  readonly onEvents: (events: readonly Event[]) => void
  /** An event is missing between the last one applied and the next. */
  readonly onGap: () => void
}

export class LogReceiver {
  readonly #options: ReceiverOptions
  #partial: Snapshot | null = null
  #waiting: (Snapshot | Event)[] = []
  /** True if the board continues the log of the current connection. */
  #isFollowing = false
  /** False until the first snapshot was applied. */
  hasSnapshot = false

  constructor(options: ReceiverOptions) {
    this.#options = options
  }

  /** A service that was restored from a backup can have a log that ends before the board does. */
  connected(seq: number): void {
    this.#isFollowing = this.hasSnapshot && this.#options.board.seq <= seq
  }

  snapshot({ seq, objects, comments, more }: ServerMessages['snapshot']): void {
    this.#partial = this.#partial?.seq === seq ? this.#partial : { seq, objects: [], comments: [] }
    this.#partial.objects.push(...objects)
    this.#partial.comments.push(...comments)
    if (more) return
    // It replaces everything that came before it.
    this.#waiting = [this.#partial]
    this.#partial = null
    this.applyReceived()
  }

  events({ events }: ServerMessages['events']): void {
    this.#waiting.push(...events)
    this.applyReceived()
  }

  /** Applies as much as possible. Call it again after every response to a change. */
  applyReceived(): void {
    const { board, queue, onEvents, onGap } = this.#options
    const applied: Event[] = []
    let taken = 0
    for (const next of this.#waiting) {
      if (this.#mustWait(next)) break
      taken += 1
      if ('objects' in next) this.#applySnapshot(next)
      else if (next.seq === board.seq + 1) {
        board.apply(next)
        applied.push(next)
      } else if (next.seq > board.seq) {
        this.disconnected()
        onGap()
        break
      }
    }
    this.#waiting.splice(0, taken)
    queue.settle(board.seq)
    if (applied.length > 0) onEvents(applied)
  }

  /** Drops what was not applied: the next connection sends it again. */
  disconnected(): void {
    this.#partial = null
    this.#waiting = []
    this.#isFollowing = false
  }

  /** A snapshot for a client that fell behind may be older than the events since. Then it contains nothing new. */
  #applySnapshot({ seq, objects, comments }: Snapshot): void {
    const { board } = this.#options
    if (this.#isFollowing && seq <= board.seq) return
    board.replace(seq, objects, comments)
    this.hasSnapshot = true
    this.#isFollowing = true
  }

  #mustWait(next: Snapshot | Event): boolean {
    const { board, queue, isMine } = this.#options
    if ('objects' in next) return queue.isRepeatingCreate
    const { subject, change } = readType(next.type)
    if (change !== 'CREATE' || !queue.isCreating(subject) || !isMine(next)) return false
    const record = (next as unknown as Record<string, { id: string; version: number } | undefined>)[subject]
    // A restored object had its id before.
    return record?.version === 1 && !board.isAssigned(record.id)
  }
}
