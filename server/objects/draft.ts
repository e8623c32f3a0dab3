// The state one batch of requests works on: what was loaded, what the requests so far made of it, and, on top, what the
// request at hand is doing. A request that fails leaves the board as it found it.

import type { KindName } from '@tessera/contract'
import type { AttachedComment } from '../comments/attached-comments.ts'
import type { NewEvent } from '../events/record-event.ts'
import { newObjectId } from '../ids.ts'
import type { NewJob } from '../jobs/enqueue-job.ts'
import type { StoredObject } from './stored-object.ts'

/** One workspace within a batch. */
export interface Board {
  readonly id: number
  readonly uid: string
  seq: number
  readonly objects: Map<string, StoredObject | null>
  readonly comments: Map<string, AttachedComment | null>
  /** What was there before the batch: told apart from what the batch itself made. */
  readonly before: ReadonlySet<string>
  readonly events: NewEvent[]
  readonly jobs: NewJob[]
}

export const openBoard = (
  workspace: { id: number; uid: string; seq: number },
  objects: readonly StoredObject[],
  comments: readonly AttachedComment[],
): Board => ({
  ...workspace,
  objects: new Map(objects.map(object => [object.record.id, object])),
  comments: new Map(comments.map(comment => [comment.id, comment])),
  before: new Set([...objects.map(object => object.record.id), ...comments.map(comment => comment.id)]),
  events: [],
  jobs: [],
})

/** The request at hand. */
export class Draft {
  readonly board: Board
  readonly actor_id: number
  readonly now: string
  readonly #objects = new Map<string, StoredObject | null>()
  readonly #comments = new Map<string, AttachedComment | null>()
  readonly #events: NewEvent[] = []
  readonly #jobs: NewJob[] = []

  constructor(board: Board, actor_id: number, now: string) {
    this.board = board
    this.actor_id = actor_id
    this.now = now
  }

  findObject(id: string): StoredObject | null {
    const drafted = this.#objects.get(id)
    return (drafted === undefined ? this.board.objects.get(id) : drafted) ?? null
  }

  findComment(id: string): AttachedComment | null {
    const drafted = this.#comments.get(id)
    return (drafted === undefined ? this.board.comments.get(id) : drafted) ?? null
  }

  objectsOn(id: string): StoredObject[] {
    return present(this.board.objects, this.#objects).filter(object => object.parent_id === id)
  }

  commentsOn(id: string): AttachedComment[] {
    return present(this.board.comments, this.#comments).filter(comment => comment.object_id === id)
  }

  putObject(object: StoredObject): void {
    this.#objects.set(object.record.id, object)
  }

  removeObject(id: string): void {
    this.#objects.set(id, null)
  }

  putComment(comment: AttachedComment): void {
    this.#comments.set(comment.id, comment)
  }

  removeComment(id: string): void {
    this.#comments.set(id, null)
  }

  get nextSeq(): number {
    return this.board.seq + this.#events.length + 1
  }

  record(event: {
    type: string
    kind: KindName | 'comment'
    object_id: string
    target_id: string | null
    data: string
  }): void {
    this.#events.push({
      ...event,
      workspace_id: this.board.id,
      seq: this.nextSeq,
      id: newObjectId(),
      actor_id: this.actor_id,
      created_at: this.now,
    })
  }

  enqueue(job: NewJob): void {
    this.#jobs.push(job)
  }

  /** Makes the request's work part of the batch. */
  keep(): void {
    for (const [id, object] of this.#objects) this.board.objects.set(id, object)
    for (const [id, comment] of this.#comments) this.board.comments.set(id, comment)
    this.board.seq += this.#events.length
    this.board.events.push(...this.#events)
    this.board.jobs.push(...this.#jobs)
  }
}

function present<T>(below: ReadonlyMap<string, T | null>, above: ReadonlyMap<string, T | null>): T[] {
  const all: T[] = []
  for (const [id, value] of below) if (value !== null && !above.has(id)) all.push(value)
  for (const value of above.values()) if (value !== null) all.push(value)
  return all
}
