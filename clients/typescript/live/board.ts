// The board as it is shown: the log, with the changes that are not in the log yet on top, in order. A pending change that
// is dropped leaves no trace. It knows nothing of sockets and storage.

import { type Change, type Kind, kinds, replaceReferences, topKey } from '@tessera/contract'
import type { Comment, Event } from '../rest/records.ts'
import { BoardLog, type CommentTarget } from './board-log.ts'
import { type Follow, Followers } from './followers.ts'
import type { BoardChange, BoardObject } from './live-workspace.ts'
import { type ArrangedFields, arrangedFields } from './predict-arrangement.ts'
import { createdObject, type Fields, isArrangement, ownerOf, renamedChange, updatedObject } from './predict-change.ts'

/** Local changes, with the id of the object of each. */
export interface LocalChanges {
  readonly key: string
  readonly order: number
  readonly changes: readonly Change[]
  readonly ids: readonly string[]
}

export class Board {
  readonly objects = new Map<string, BoardObject>()
  readonly #log = new BoardLog()
  readonly #pending = new Map<string, Layer[]>()
  /** The ids that the service assigned, by temporary id. */
  readonly #assignedIds = new Map<string, string>()
  readonly #assigned = new Set<string>()
  /** The owners of objects that were created or restored here; both by their first id. */
  readonly #owners = new Map<string, string>()
  /** The objects that pending arrangements change, by their key. */
  readonly #arranged = new Map<string, string[]>()
  readonly #complete: (object: BoardObject) => BoardObject
  readonly #followers: Followers | null
  #unreported = noChanges()

  constructor(complete: (object: BoardObject) => BoardObject = object => object, follow?: Follow) {
    this.#complete = complete
    this.#followers = follow ? new Followers(follow, id => this.get(id)) : null
  }

  get seq(): number {
    return this.#log.seq
  }

  idOf(id: string): string {
    return this.#assignedIds.get(id) ?? id
  }

  get(id: string): BoardObject | undefined {
    return this.objects.get(this.idOf(id))
  }

  /** True for an id that the service assigned to an object created here. */
  isAssigned(id: string): boolean {
    return this.#assigned.has(id)
  }

  /** The owner of the object; for a deleted object, the owner it had. */
  ownerOf(id: string): string | null {
    return ownerOf(this.#log.objects.get(id) ?? this.#log.deleted(id)?.object)
  }

  commentsOn(id: CommentTarget): readonly Comment[] {
    return this.#log.commentsOn(id === null ? null : this.idOf(id))
  }

  replace(seq: number, objects: readonly BoardObject[], comments: readonly Comment[]): void {
    const commented = new Set(this.#log.commented)
    this.#log.replace(seq, objects, comments)
    for (const id of new Set([...commented, ...this.#log.commented])) this.#unreported.commented.add(id)
    this.#unreported.isFullReload = true
    // The service has computed what follows other objects.
    this.#followers?.trust(this.#log.objects)
    for (const id of new Set([...this.objects.keys(), ...this.#log.objects.keys()])) this.#show(id)
    for (const id of this.#pending.keys()) this.#showWithOwned(id)
  }

  apply(event: Event): void {
    const { objectId, commentsOn } = this.#log.apply(event)
    if (objectId !== null) this.#showWithOwned(objectId)
    if (commentsOn !== undefined) this.#unreported.commented.add(commentsOn)
  }

  /** Shows changes that the log does not have yet. */
  add({ key, order, changes, ids }: LocalChanges): void {
    for (const [index, given] of changes.entries()) {
      const id = this.idOf(ids[index] as string)
      const change = renamedChange(given, one => this.idOf(one))
      if (isArrangement(change)) {
        const arranged = arrangedFields(change, this.objects, { number: order, group: id })
        for (const [of, fields] of arranged) this.#addLayer(of, { key, order, change, made: null, fields })
        this.#arranged.set(key, [...(this.#arranged.get(key) ?? []), ...arranged.keys()])
        continue
      }
      const made = change.op === 'create' ? this.#make(change, id, newestKey(change, order, index)) : null
      const back = change.op === 'restore' ? (this.#log.objects.get(id) ?? this.#log.deleted(id)?.object) : null
      const owner = ownerOf(made ?? back)
      if (owner) this.#owners.set(ids[index] as string, owner)
      this.#addLayer(id, { key, order, change, made, fields: null })
    }
  }

  #addLayer(id: string, layer: Layer): void {
    const layers = this.#pending.get(id) ?? []
    const after = layers.findLastIndex(one => one.order <= layer.order)
    layers.splice(after + 1, 0, layer)
    this.#pending.set(id, layers)
    this.#showWithOwned(id)
  }

  /** Stops showing changes: they are in the log now, or refused. */
  drop({ key, ids }: LocalChanges): void {
    const arranged = this.#arranged.get(key) ?? []
    this.#arranged.delete(key)
    for (const id of new Set([...ids, ...arranged].map(id => this.idOf(id)))) {
      const rest = this.#pending.get(id)?.filter(layer => layer.key !== key) ?? []
      if (rest.length > 0) this.#pending.set(id, rest)
      else this.#pending.delete(id)
      this.#showWithOwned(id)
    }
    for (const id of ids) {
      if (!this.#pending.get(this.idOf(id))?.some(createsOrRestores)) this.#owners.delete(id)
    }
  }

  /** Replaces a temporary id with the id that the service assigned. */
  rename(temporary: string, id: string): void {
    const layers = this.#pending.get(temporary) ?? []
    this.#assignedIds.set(temporary, id)
    this.#assigned.add(id)
    this.#unreported.renamed.set(temporary, id)
    this.#pending.delete(temporary)
    if (layers.length > 0) {
      const all = [...(this.#pending.get(id) ?? []), ...layers]
      this.#pending.set(
        id,
        all.sort((one, other) => one.order - other.order),
      )
    }
    this.#show(temporary)
    this.#showWithOwned(id)
  }

  #make({ kind, data }: Change & { op: 'create' }, id: string, order: string): BoardObject {
    const findKind = (target: string) => this.get(target)?.kind ?? null
    return this.#complete(createdObject(kind, data, { id, order }, findKind))
  }

  /** What has changed since the last call; null if nothing has. */
  takeChanges(): (BoardChange & { readonly commented: ReadonlySet<CommentTarget> }) | null {
    const unreported = this.#unreported
    if (
      unreported.ids.size === 0 &&
      unreported.renamed.size === 0 &&
      unreported.commented.size === 0 &&
      !unreported.isFullReload
    )
      return null
    this.#unreported = noChanges()
    return unreported
  }

  /** Owned objects are shown as long as their owner is. */
  #showWithOwned(id: string): void {
    this.#show(id)
    for (const owned of this.#log.ownedBy(id)) this.#show(owned)
    for (const deleted of this.#log.deletedWith(id)) this.#show(deleted)
    for (const [owned, owner] of this.#owners) if (this.idOf(owner) === id) this.#show(this.idOf(owned))
  }

  #show(id: string): void {
    const before = this.objects.get(id)
    const computed = this.#compute(id)
    const after = this.#followers ? this.#followers.shown(id, computed) : computed
    if (before === after) return
    if (after) this.objects.set(id, after)
    else this.objects.delete(id)
    this.#unreported.ids.add(id)
    for (const follower of this.#followers?.of(id) ?? []) this.#show(follower)
  }

  #compute(id: string): BoardObject | undefined {
    const deleted = this.#log.deleted(id)
    const isRestored = deleted !== undefined && this.#isRestored(deleted.deletedWith)
    let object = this.#log.objects.get(id) ?? (isRestored ? deleted.object : undefined)
    let last = deleted?.object
    for (const { change, made, fields } of this.#pending.get(id) ?? []) {
      if (fields) object &&= this.#arrange(object, fields)
      else if (change.op === 'delete') {
        last = object ?? last
        object = undefined
      } else if (change.op === 'restore') object ??= last
      else if (change.op === 'update') object &&= updatedObject(object, change.data)
      else if (made) object ??= this.#withAssignedIds(made, id)
    }
    const owner = ownerOf(object)
    return owner !== null && !this.#compute(owner) ? undefined : object
  }

  /** True while a pending change restores the object, and with it what was deleted with it. */
  #isRestored(id: string | null): boolean {
    return id !== null && (this.#pending.get(id) ?? []).some(({ change }) => change.op === 'restore')
  }

  #arrange(object: BoardObject, { order = object.order, group = object.group }: ArrangedFields): BoardObject {
    return { ...object, order, group: group === null ? null : this.idOf(group) }
  }

  /** An object created here, with the ids that the service has assigned since. */
  #withAssignedIds(made: BoardObject, id: string): BoardObject {
    const data = replaceReferences(kinds[made.kind], made as unknown as Fields, one => this.idOf(one))
    return made.id === id && (data as unknown) === made ? made : ({ ...data, id } as unknown as BoardObject)
  }
}

/** One pending change of one object. */
interface Layer {
  readonly key: string
  readonly order: number
  readonly change: Change
  /** What it creates. */
  readonly made: BoardObject | null
  /** What an arrangement of several objects changes in this one. */
  readonly fields: ArrangedFields | null
}

/** In front of everything older, and of what the same list has created before. */
const newestKey = ({ kind }: Change & { op: 'create' }, order: number, index: number) =>
  topKey(kinds[kind] as Kind, order) + index.toString(36).padStart(2, '0')

const createsOrRestores = ({ made, change }: Layer) => made !== null || change.op === 'restore'

interface UnreportedChanges {
  readonly ids: Set<string>
  readonly renamed: Map<string, string>
  readonly commented: Set<CommentTarget>
  isFullReload: boolean
}

const noChanges = (): UnreportedChanges => ({
  ids: new Set(),
  renamed: new Map(),
  commented: new Set(),
  isFullReload: false,
})
