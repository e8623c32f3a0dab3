// The board as the log has it: a snapshot, and the events after it one by one. It knows nothing of changes that the
// service has not confirmed.

import { kinds } from '@tessera/contract'
import { fieldOf, targetOf } from './predict-change.ts'
import type { BoardObject } from './live-workspace.ts'
import type { Comment, Event } from '../rest/records.ts'

/** What an event is about: an object that changed, or the object whose comments changed. */
export interface Touched {
  readonly objectId: string | null
  readonly commentsOn: string | null
}

/** What was deleted, as it was last, and the object it went with, where it went with another. */
export interface Lost {
  readonly object: BoardObject
  readonly wentWith: string | null
}

const mostLost = 5_000

/** Things on one object that went one right after the other: it may be about to follow them. */
interface Going {
  readonly target: string | null
  readonly at: string
  readonly ids: readonly string[]
}

const nobodyGoing: Going = { target: null, at: '', ids: [] }

export class BoardLog {
  seq = 0
  readonly objects = new Map<string, BoardObject>()
  /** The latest, so that what is brought back can be shown before the service has said so. */
  readonly #lost = new Map<string, Lost>()
  readonly #wentAlong = new Map<string, readonly string[]>()
  #going = nobodyGoing
  readonly #attached = new Map<string, Set<string>>()
  readonly #comments = new Map<string, readonly Comment[]>()

  /** What lies on an object, by id. */
  attachedTo(id: string): Iterable<string> {
    return this.#attached.get(id) ?? []
  }

  lost(id: string): Lost | undefined {
    return this.#lost.get(id)
  }

  /** What went with an object, by id. */
  lostWith(id: string): Iterable<string> {
    return this.#wentAlong.get(id) ?? []
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
    for (const object of before.values()) if (!this.objects.has(object.id)) this.#lose(object, null)
    this.#going = nobodyGoing
    for (const [id, all] of Map.groupBy(comments, comment => comment.targetId)) {
      this.#comments.set(id, all.toSorted(byId))
    }
  }

  apply(event: Event): Touched {
    this.seq = event.seq
    const { subject, deed } = readType(event.type)
    if (deed !== 'DELETE') this.#going = nobodyGoing
    if (subject === 'comment' && event.comment) {
      this.#takeComment(event.comment, deed)
      return { objectId: null, commentsOn: event.comment.targetId }
    }
    const record = Object.hasOwn(kinds, subject)
      ? (event as unknown as Record<string, BoardObject>)[subject]
      : undefined
    if (!record) return { objectId: null, commentsOn: null }
    if (deed === 'DELETE') this.#remove(record.id, event.created_at)
    else this.#put({ ...record, kind: subject } as BoardObject)
    return { objectId: record.id, commentsOn: null }
  }

  #put(object: BoardObject): void {
    this.objects.set(object.id, object)
    this.#lost.delete(object.id)
    const target = targetOf(object)
    if (target === null) return
    const onTarget = this.#attached.get(target)
    if (onTarget) onTarget.add(object.id)
    else this.#attached.set(target, new Set([object.id]))
  }

  #remove(id: string, at: string): void {
    const object = this.objects.get(id)
    if (!object) return
    this.objects.delete(id)
    this.#attached.delete(id)
    this.#attached.get(targetOf(object) ?? '')?.delete(id)
    this.#lose(object, null)
    this.#follow(object, at)
  }

  /** What lies on an object goes right before it, at the same time. */
  #follow(object: BoardObject, at: string): void {
    const target = targetOf(object)
    const { target: last, at: then, ids } = this.#going
    if (target !== null) {
      this.#going = { target, at, ids: last === target && then === at ? [...ids, object.id] : [object.id] }
      return
    }
    const along = last === object.id && then === at ? ids : []
    for (const id of along) this.#lose((this.#lost.get(id) as Lost).object, object.id)
    this.#wentAlong.set(object.id, along)
    this.#going = nobodyGoing
  }

  #lose(object: BoardObject, wentWith: string | null): void {
    this.#lost.delete(object.id)
    this.#lost.set(object.id, { object, wentWith })
    const [oldest] = this.#lost.size > mostLost ? this.#lost.keys() : []
    if (oldest === undefined) return
    this.#lost.delete(oldest)
    this.#wentAlong.delete(oldest)
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
