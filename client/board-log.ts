// The board as the log has it: a snapshot, and the events after it one by one. It knows nothing of changes that the
// service has not confirmed.

import { kinds } from '@tessera/contract'
import { fieldOf, targetOf } from './board-change.ts'
import type { BoardObject } from './live.ts'
import type { Comment, Event } from './records.ts'

/** What an event is about: an object that changed, or the object whose comments changed. */
export interface Touched {
  readonly objectId: string | null
  readonly commentsOn: string | null
}

export class BoardLog {
  seq = 0
  readonly objects = new Map<string, BoardObject>()
  readonly #attached = new Map<string, Set<string>>()
  readonly #comments = new Map<string, readonly Comment[]>()

  /** What lies on an object, by id. */
  attachedTo(id: string): Iterable<string> {
    return this.#attached.get(id) ?? []
  }

  commentsOn(id: string): readonly Comment[] {
    return this.#comments.get(id) ?? []
  }

  get commented(): Iterable<string> {
    return this.#comments.keys()
  }

  /** Takes everything anew. What has not changed keeps its identity. */
  replace(seq: number, objects: readonly BoardObject[], comments: readonly Comment[]): void {
    const before = new Map(this.objects)
    this.seq = seq
    this.objects.clear()
    this.#attached.clear()
    this.#comments.clear()
    for (const object of objects) {
      const old = before.get(object.id)
      this.#put(old && isSame(old, object) ? old : object)
    }
    for (const [id, all] of Map.groupBy(comments, comment => comment.targetId)) {
      this.#comments.set(id, all.toSorted(byId))
    }
  }

  apply(event: Event): Touched {
    this.seq = event.seq
    const { subject, deed } = readType(event.type)
    if (subject === 'comment' && event.comment) {
      this.#takeComment(event.comment, deed)
      return { objectId: null, commentsOn: event.comment.targetId }
    }
    const record = Object.hasOwn(kinds, subject)
      ? (event as unknown as Record<string, BoardObject>)[subject]
      : undefined
    if (!record) return { objectId: null, commentsOn: null }
    if (deed === 'DELETE') this.#remove(record.id)
    else this.#put({ ...record, kind: subject } as BoardObject)
    return { objectId: record.id, commentsOn: null }
  }

  #put(object: BoardObject): void {
    this.objects.set(object.id, object)
    const target = targetOf(object)
    if (target === null) return
    const onTarget = this.#attached.get(target)
    if (onTarget) onTarget.add(object.id)
    else this.#attached.set(target, new Set([object.id]))
  }

  #remove(id: string): void {
    const object = this.objects.get(id)
    if (!object) return
    this.objects.delete(id)
    this.#attached.delete(id)
    this.#attached.get(targetOf(object) ?? '')?.delete(id)
  }

  #takeComment(comment: Comment, deed: string): void {
    const others = this.commentsOn(comment.targetId).filter(one => one.id !== comment.id)
    const all = deed === 'DELETE' ? others : [...others, comment].sort(byId)
    if (all.length === 0) this.#comments.delete(comment.targetId)
    else this.#comments.set(comment.targetId, all)
  }
}

/** `NOTE_CREATE` is about a `note`. */
export function readType(type: string): { subject: string; deed: string } {
  const border = type.lastIndexOf('_')
  return { subject: type.slice(0, border).toLowerCase(), deed: type.slice(border + 1) }
}

// Addresses of files are signed anew each time, and the newer one lasts longer.
const isSame = (one: BoardObject, other: BoardObject) =>
  one.version === other.version && fieldOf(one, 'url') === fieldOf(other, 'url')

const byId = (one: Comment, other: Comment) => (one.id < other.id ? -1 : 1)
