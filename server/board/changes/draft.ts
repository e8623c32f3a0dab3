// One request's view of the state of a batch (board-state.ts), which can undo that request.

import { backKey, frontKey, type Kind, type KindName, kinds } from '@tessera/contract'
import type { EventActor } from '../../accounts/access/index.ts'
import type { NewJob } from '../../platform/jobs/index.ts'
import { newObjectId, type Steps } from '../../tools/index.ts'
import type { CommentRow } from '../records/comment-store.ts'
import type { StoredObject } from '../records/stored-object.ts'
import type { BoardStack } from './board-stack.ts'
import { addLinks, type BoardState, type DeletedObject, type Mention } from './board-state.ts'
import { isLinkedTo, linksOf } from './object-links.ts'

/** One request's changes. They are made to the board itself, and discard() undoes them. */
export class Draft {
  readonly board: BoardState
  readonly actor: EventActor
  readonly now: string
  /** Whether any number of connectors may be attached to an object: those of an imported board are. */
  readonly isImport: boolean
  /** What remains of the current change, in steps that others can run between. */
  #rest: (() => void)[] = []
  readonly #replaced: ReplacedEntry[] = []
  readonly #before: {
    readonly seq: number
    readonly events: number
    readonly jobs: number
    readonly mentions: number
  }

  constructor(board: BoardState, actor: EventActor, now: string, { isImport = false } = {}) {
    this.board = board
    this.isImport = isImport
    this.actor = actor
    this.now = now
    const { seq, events, jobs, mentions } = board
    this.#before = { seq, events: events.length, jobs: jobs.length, mentions: mentions.length }
  }

  /** The seq of the workspace before the request. */
  get seqBefore(): number {
    return this.#before.seq
  }

  findObject(id: string): StoredObject | null {
    return this.board.objects.get(id) ?? null
  }

  findComment(id: string): CommentRow | null {
    return this.board.comments.get(id) ?? null
  }

  /** Returns null if the object is not deleted, or never existed. */
  findDeleted(id: string): DeletedObject | null {
    return this.board.deleted.get(id) ?? null
  }

  objectsOn(id: string): StoredObject[] {
    return selectPresent(this.board.objects, object => object.parent_id === id)
  }

  commentsOn(id: string): CommentRow[] {
    return selectPresent(this.board.comments, comment => comment.object_id === id)
  }

  repliesTo(id: string): CommentRow[] {
    return selectPresent(this.board.comments, comment => comment.parent_id === id)
  }

  membersOf(group: string): StoredObject[] {
    return selectPresent(this.board.objects, object => object.record.group === group)
  }

  /**
   * Lists the loaded connectors with an end at this object, or with one that was there until the object was deleted.
   */
  connectorsAt(id: string): StoredObject[] {
    const found: StoredObject[] = []
    for (const linking of this.board.linking.get(id) ?? []) {
      const object = this.findObject(linking)
      if (object && isLinkedTo(object, id)) found.push(object)
    }
    return found.sort((a, b) => (a.record.id < b.record.id ? -1 : 1))
  }

  /** The key in front of everything, if the next event is that of the object. */
  nextFrontKey(kind: KindName): string {
    return frontKey(kinds[kind] as Kind, this.#nextNumber)
  }

  /** The key behind everything in its layer, if the next event is that of the object. */
  nextBackKey(kind: KindName): string {
    return backKey(kinds[kind] as Kind, this.#nextNumber)
  }

  get #nextNumber(): number {
    return this.board.orderBase + this.board.seq + 1
  }

  /** The stacking order, with the changes of the batch so far. It is loaded if a change needs it. */
  get stack(): BoardStack {
    if (!this.board.stack) throw new Error('the stacking order was not loaded')
    return this.board.stack
  }

  putObject(object: StoredObject): void {
    const { id } = object.record
    const { before, endCounts } = this.board
    if (!before.has(id) && !endCounts.has(id)) endCounts.set(id, 0)
    this.#setObject(id, object)
    addLinks(this.board.linking, [object])
  }

  /** The connectors at the object follow it at the end of the batch. */
  markMoved(id: string): void {
    this.board.moved.add(id)
  }

  /** How many connector ends are at an object that a change attaches one to. */
  endsAt(id: string): number {
    return this.board.endCounts.get(id) ?? 0
  }

  /** Adds steps to the current change, to be run before the next one. */
  addSteps(steps: readonly (() => void)[]): void {
    this.#rest.push(...steps)
  }

  get hasStepsLeft(): boolean {
    return this.#rest.length > 0
  }

  /** Runs what remains of the current change. */
  async finish(steps: Steps): Promise<void> {
    while (this.hasStepsLeft) {
      const rest = this.#rest
      this.#rest = []
      for (const step of rest) {
        if (steps.isPauseDue) await steps.pause()
        step()
      }
    }
  }

  removeObject(id: string): void {
    this.#setObject(id, null)
  }

  putComment(comment: CommentRow): void {
    this.#set(this.board.comments, comment.id, comment)
  }

  removeComment(id: string): void {
    this.#set(this.board.comments, id, null)
  }

  /** Null once the object is restored. */
  setDeleted(id: string, deleted: DeletedObject | null): void {
    this.#set(this.board.deleted, id, deleted)
  }

  /** Returns the sequence number of the event. */
  record({ type, kind, object_id, target_id, prior_seq, data }: ChangeEvent): number {
    const { board, now: created_at } = this
    const { actor_id, via, grant_id = null } = this.actor
    board.seq += 1
    const { id: workspace_id, seq } = board
    const id = newObjectId()
    board.events.push({
      workspace_id,
      seq,
      id,
      type,
      kind,
      object_id,
      target_id,
      actor_id,
      created_at,
      prior_seq,
      data,
      via,
      grant_id,
    })
    return seq
  }

  enqueue(job: NewJob): void {
    this.board.jobs.push(job)
  }

  enqueueMention(mention: Mention): void {
    this.board.mentions.push(mention)
  }

  /** Undoes the request. */
  discard(): void {
    this.#rest = []
    for (const { map, id, value } of this.#replaced.reverse()) {
      if (map === this.board.objects) this.#countEnds(id, value as StoredObject | null | undefined)
      if (value === undefined) map.delete(id)
      else map.set(id, value)
      if (map === this.board.objects) this.#restack(id)
    }
    const { seq, events, jobs, mentions } = this.#before
    this.board.seq = seq
    this.board.events.length = events
    this.board.jobs.length = jobs
    this.board.mentions.length = mentions
  }

  #setObject(id: string, object: StoredObject | null): void {
    this.#countEnds(id, object)
    this.#set(this.board.objects, id, object)
    this.#restack(id)
  }

  /** Called before the object is replaced. */
  #countEnds(id: string, after: StoredObject | null | undefined): void {
    const { endCounts, objects } = this.board
    const count = (object: StoredObject | null | undefined, by: number) => {
      for (const { target_id } of object ? linksOf(object) : []) {
        const ends = endCounts.get(target_id)
        if (ends !== undefined) endCounts.set(target_id, ends + by)
      }
    }
    if (endCounts.size === 0) return
    count(objects.get(id), -1)
    count(after, 1)
  }

  #restack(id: string): void {
    const { stack, objects } = this.board
    const object = objects.get(id)
    if (object && object.parent_id === null) stack?.put({ id, kind: object.kind, order: object.record.order })
    else stack?.remove(id)
  }

  #set<T>(map: Map<string, T | null>, id: string, value: T | null): void {
    this.#replaced.push({ map: map as Map<string, unknown>, id, value: map.get(id) })
    map.set(id, value)
  }
}

interface ReplacedEntry {
  readonly map: Map<string, unknown>
  readonly id: string
  /** Undefined if there was no entry. */
  readonly value: unknown
}

interface ChangeEvent {
  readonly type: string
  readonly kind: KindName | 'comment'
  readonly object_id: string
  readonly target_id: string | null
  readonly prior_seq: number
  readonly data: string
}

function selectPresent<T>(map: ReadonlyMap<string, T | null>, isWanted: (value: T) => boolean): T[] {
  const all: T[] = []
  for (const value of map.values()) if (value !== null && isWanted(value)) all.push(value)
  return all
}
