// What the service tells of the board, in its order: whole pictures and events. An object that was made here is shown
// under a temporary id until the answer names it; its event waits for that answer, so that nobody sees it twice.

import type { ServerMessages } from '@tessera/contract/live'
import type { Board } from './board.ts'
import { readType } from './board-log.ts'
import type { BoardObject } from './live-workspace.ts'
import type { LiveQueue } from './change-queue.ts'
import type { Comment, Event } from '../rest/records.ts'

interface Picture {
  readonly seq: number
  readonly objects: BoardObject[]
  readonly comments: Comment[]
}

export interface IntakeParts {
  readonly board: Board
  readonly queue: Pick<LiveQueue, 'isAwaiting' | 'isAsking' | 'settle'>
  readonly isMine: (event: Event) => boolean
  readonly onEvents: (events: readonly Event[]) => void
  /** Something is missing between what there is and what came. */
  readonly onGap: () => void
}

export class LiveIntake {
  readonly #parts: IntakeParts
  #part: Picture | null = null
  #waiting: (Picture | Event)[] = []
  /** What there is stands in the log of the present connection. */
  #isFollowing = false
  /** False until there is a picture at all. */
  hasPicture = false

  constructor(parts: IntakeParts) {
    this.#parts = parts
  }

  /** A service that was set back to an earlier day has a log that ends before what there is. */
  connected(seq: number): void {
    this.#isFollowing = this.hasPicture && this.#parts.board.seq <= seq
  }

  snapshot({ seq, objects, comments, more }: ServerMessages['snapshot']): void {
    this.#part = this.#part?.seq === seq ? this.#part : { seq, objects: [], comments: [] }
    this.#part.objects.push(...objects)
    this.#part.comments.push(...comments)
    if (more) return
    // It stands for all that came before it.
    this.#waiting = [this.#part]
    this.#part = null
    this.proceed()
  }

  events({ events }: ServerMessages['events']): void {
    this.#waiting.push(...events)
    this.proceed()
  }

  /** As far as possible: to be called again when a change was answered. */
  proceed(): void {
    const { board, queue, onEvents, onGap } = this.#parts
    const applied: Event[] = []
    let taken = 0
    for (const next of this.#waiting) {
      if (this.#mustWait(next)) break
      taken += 1
      if ('objects' in next) this.#look(next)
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

  /** What was not taken in yet comes again with the next connection. */
  disconnected(): void {
    this.#part = null
    this.#waiting = []
    this.#isFollowing = false
  }

  /** One that is made for whoever fell behind may be older than what has come since: then there is nothing new in it. */
  #look({ seq, objects, comments }: Picture): void {
    const { board } = this.#parts
    if (this.#isFollowing && seq <= board.seq) return
    board.replace(seq, objects, comments)
    this.hasPicture = true
    this.#isFollowing = true
  }

  #mustWait(next: Picture | Event): boolean {
    const { board, queue, isMine } = this.#parts
    if ('objects' in next) return queue.isAsking
    const { subject, deed } = readType(next.type)
    if (deed !== 'CREATE' || !queue.isAwaiting(subject) || !isMine(next)) return false
    const record = (next as unknown as Record<string, { id: string; version: number } | undefined>)[subject]
    // What was restored had its name before.
    return record?.version === 1 && !board.isGiven(record.id)
  }
}
