// The board as the log describes it: a snapshot, and the events after it. It knows nothing of changes that the service
// has not confirmed.

import { kinds } from '@tessera/contract'
import type { Comment, Event } from '../rest/records.ts'
import type { BoardObject } from './live-workspace.ts'
import { fieldOf, ownerOf } from './predict-change.ts'

/** The subject of an event: an object that changed, or the target of a comment that changed. */
export interface EventSubject {
  readonly objectId: string | null
  readonly commentsOn: CommentTarget | undefined
}

/** The id of an object; null: points of the board. */
export type CommentTarget = string | null

/** A deleted object as it was last, and the object that it was deleted with, if any. */
export interface DeletedObject {
  readonly object: BoardObject
  readonly deletedWith: string | null
}

const maxDeleted = 5_000

/** Objects of one owner that were deleted one right after the other. The event of the owner may follow. */
interface OwnedDeletions {
  readonly owner: string | null
  readonly at: string
  readonly ids: readonly string[]
}

const noDeletions: OwnedDeletions = { owner: null, at: '', ids: [] }

export class BoardLog {
  seq = 0
  readonly objects = new Map<string, BoardObject>()
  /** The latest deleted objects, so that a restored one can be shown before the service responds. */
  readonly #deleted = new Map<string, DeletedObject>()
  readonly #deletedAlong = new Map<string, readonly string[]>()
  #ownedDeletions = noDeletions
  readonly #owned = new Map<string, Set<string>>()
  readonly #comments = new Map<CommentTarget, readonly Comment[]>()

  /** The ids of the objects that belong to an object. */
  ownedBy(id: string): Iterable<string> {
    return this.#owned.get(id) ?? []
  }

  deleted(id: string): DeletedObject | undefined {
    return this.#deleted.get(id)
  }

  /** The ids of the objects that were deleted with an object. */
  deletedWith(id: string): Iterable<string> {
    return this.#deletedAlong.get(id) ?? []
  }

  commentsOn(id: CommentTarget): readonly Comment[] {
    return this.#comments.get(id) ?? []
  }

  get commented(): Iterable<CommentTarget> {
    return this.#comments.keys()
  }

  /** Replaces everything. Objects that did not change keep their identity. */
  replace(seq: number, objects: readonly BoardObject[], comments: readonly Comment[]): void {
    const before = new Map(this.objects)
    this.seq = seq
    this.objects.clear()
    this.#owned.clear()
    this.#comments.clear()
    for (const object of objects) {
      const old = before.get(object.id)
      this.#put(old && isSame(old, object) ? old : object)
    }
    for (const object of before.values()) if (!this.objects.has(object.id)) this.#recordDeleted(object, null)
    this.#ownedDeletions = noDeletions
    for (const comment of comments.toSorted(byId)) {
      this.#comments.set(comment.targetId, [...this.commentsOn(comment.targetId), comment])
    }
  }

  apply(event: Event): EventSubject {
    this.seq = event.seq
    const { subject, change } = readType(event.type)
    if (change !== 'DELETE') this.#ownedDeletions = noDeletions
    if (subject === 'comment' && event.comment) {
      this.#applyComment(event.comment, change)
      return { objectId: null, commentsOn: event.comment.targetId }
    }
    const record = Object.hasOwn(kinds, subject)
      ? (event as unknown as Record<string, BoardObject>)[subject]
      : undefined
    if (!record) return { objectId: null, commentsOn: undefined }
    if (change === 'DELETE') this.#remove(record.id, event.created_at)
    else this.#put({ ...record, kind: subject } as BoardObject)
    return { objectId: record.id, commentsOn: undefined }
  }

  #put(object: BoardObject): void {
    this.objects.set(object.id, object)
    this.#deleted.delete(object.id)
    const owner = ownerOf(object)
    if (owner === null) return
    const owned = this.#owned.get(owner)
    if (owned) owned.add(object.id)
    else this.#owned.set(owner, new Set([object.id]))
  }

  #remove(id: string, at: string): void {
    const object = this.objects.get(id)
    if (!object) return
    this.objects.delete(id)
    this.#owned.delete(id)
    this.#owned.get(ownerOf(object) ?? '')?.delete(id)
    this.#recordDeleted(object, null)
    this.#recordOwnedDeletion(object, at)
  }

  /** The events of owned objects come right before the event of their owner, with the same time. */
  #recordOwnedDeletion(object: BoardObject, at: string): void {
    const owner = ownerOf(object)
    const { owner: last, at: then, ids } = this.#ownedDeletions
    if (owner !== null) {
      this.#ownedDeletions = { owner, at, ids: last === owner && then === at ? [...ids, object.id] : [object.id] }
      return
    }
    const along = last === object.id && then === at ? ids : []
    for (const id of along) this.#recordDeleted((this.#deleted.get(id) as DeletedObject).object, object.id)
    this.#deletedAlong.set(object.id, along)
    this.#ownedDeletions = noDeletions
  }

  #recordDeleted(object: BoardObject, deletedWith: string | null): void {
    this.#deleted.delete(object.id)
    this.#deleted.set(object.id, { object, deletedWith })
    const [oldest] = this.#deleted.size > maxDeleted ? this.#deleted.keys() : []
    if (oldest === undefined) return
    this.#deleted.delete(oldest)
    this.#deletedAlong.delete(oldest)
  }

  #applyComment(comment: Comment, change: string): void {
    const others = this.commentsOn(comment.targetId).filter(one => one.id !== comment.id)
    const all = change === 'DELETE' ? others : [...others, comment].sort(byId)
    if (all.length === 0) this.#comments.delete(comment.targetId)
    else this.#comments.set(comment.targetId, all)
  }
}

/** `NOTE_CREATE` has the subject `note`. */
export function readType(type: string): { subject: string; change: string } {
  const border = type.lastIndexOf('_')
  return { subject: type.slice(0, border).toLowerCase(), change: type.slice(border + 1) }
}

// URLs of files are signed again each time, and the newer one is valid longer.
const isSame = (one: BoardObject, other: BoardObject) =>
  one.version === other.version && fieldOf(one, 'url') === fieldOf(other, 'url')

const byId = (one: Comment, other: Comment) => (one.id < other.id ? -1 : 1)
