// The board as it is shown: what the log says, with the changes that are not part of the log yet on top, in their order.
// A pending change that is dropped leaves no trace. It knows nothing of sockets and storage.

import type { Change } from '@tessera/contract'
import { createdObject, targetOf, updatedObject } from './predict-change.ts'
import { BoardLog } from './board-log.ts'
import type { BoardChange, BoardObject } from './live-workspace.ts'
import type { Comment, Event } from '../rest/records.ts'

/** Changes made here, with the id of the object of each. */
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
  readonly #names = new Map<string, string>()
  readonly #given = new Set<string>()
  /** What was made or restored here and lies on an object, with that object; both by the ids they had at first. */
  readonly #attached = new Map<string, string>()
  readonly #complete: (object: BoardObject) => BoardObject
  #news = noNews()

  constructor(complete: (object: BoardObject) => BoardObject = object => object) {
    this.#complete = complete
  }

  get seq(): number {
    return this.#log.seq
  }

  idOf(id: string): string {
    return this.#names.get(id) ?? id
  }

  get(id: string): BoardObject | undefined {
    return this.objects.get(this.idOf(id))
  }

  /** True for an id that the service has given to something made here. */
  isGiven(id: string): boolean {
    return this.#given.has(id)
  }

  /** The object that this one lies on, or lay on when it went. */
  targetOf(id: string): string | null {
    return targetOf(this.#log.objects.get(id) ?? this.#log.lost(id)?.object)
  }

  commentsOn(id: string): readonly Comment[] {
    return this.#log.commentsOn(this.idOf(id))
  }

  replace(seq: number, objects: readonly BoardObject[], comments: readonly Comment[]): void {
    const commented = new Set(this.#log.commented)
    this.#log.replace(seq, objects, comments)
    for (const id of new Set([...commented, ...this.#log.commented])) this.#news.commented.add(id)
    this.#news.isWhole = true
    for (const id of new Set([...this.objects.keys(), ...this.#log.objects.keys()])) this.#show(id)
    for (const id of this.#pending.keys()) this.#showAround(id)
  }

  apply(event: Event): void {
    const { objectId, commentsOn } = this.#log.apply(event)
    if (objectId !== null) this.#showAround(objectId)
    if (commentsOn !== null) this.#news.commented.add(commentsOn)
  }

  /** Shows changes that the log does not have yet. */
  add({ key, order, changes, ids }: LocalChanges): void {
    for (const [index, change] of changes.entries()) {
      const id = this.idOf(ids[index] as string)
      const made = change.op === 'create' ? this.#make(change, id) : null
      const back = change.op === 'restore' ? (this.#log.objects.get(id) ?? this.#log.lost(id)?.object) : null
      const target = targetOf(made ?? back)
      if (target) this.#attached.set(ids[index] as string, target)
      const layers = this.#pending.get(id) ?? []
      const after = layers.findLastIndex(layer => layer.order <= order)
      layers.splice(after + 1, 0, { key, order, change, made })
      this.#pending.set(id, layers)
      this.#showAround(id)
    }
  }

  /** Shows them no longer: they are part of the log, or refused. */
  drop({ key, ids }: LocalChanges): void {
    for (const id of new Set(ids.map(id => this.idOf(id)))) {
      const rest = this.#pending.get(id)?.filter(layer => layer.key !== key) ?? []
      if (rest.length > 0) this.#pending.set(id, rest)
      else this.#pending.delete(id)
      this.#showAround(id)
    }
    for (const id of ids) {
      if (!this.#pending.get(this.idOf(id))?.some(isThereByIt)) this.#attached.delete(id)
    }
  }

  /** From now on the object goes by the id that the service gave it. */
  rename(temporary: string, id: string): void {
    const layers = this.#pending.get(temporary) ?? []
    this.#names.set(temporary, id)
    this.#given.add(id)
    this.#news.renamed.set(temporary, id)
    this.#pending.delete(temporary)
    if (layers.length > 0) {
      const all = [...(this.#pending.get(id) ?? []), ...layers]
      this.#pending.set(
        id,
        all.sort((one, other) => one.order - other.order),
      )
    }
    this.#show(temporary)
    this.#showAround(id)
  }

  #make({ kind, data }: Change & { op: 'create' }, id: string): BoardObject {
    return this.#complete(createdObject(kind, data, id, target => this.get(target)?.kind ?? null))
  }

  /** What is different since it was last asked; null where nothing is. */
  takeNews(): (BoardChange & { readonly commented: ReadonlySet<string> }) | null {
    const news = this.#news
    if (news.ids.size === 0 && news.renamed.size === 0 && news.commented.size === 0 && !news.isWhole) return null
    this.#news = noNews()
    return news
  }

  /** What lies on an object is shown as long as the object is. */
  #showAround(id: string): void {
    this.#show(id)
    for (const attached of this.#log.attachedTo(id)) this.#show(attached)
    for (const lost of this.#log.lostWith(id)) this.#show(lost)
    for (const [attached, target] of this.#attached) if (this.idOf(target) === id) this.#show(this.idOf(attached))
  }

  #show(id: string): void {
    const before = this.objects.get(id)
    const after = this.#look(id)
    if (before === after) return
    if (after) this.objects.set(id, after)
    else this.objects.delete(id)
    this.#news.ids.add(id)
  }

  #look(id: string): BoardObject | undefined {
    const lost = this.#log.lost(id)
    let object = this.#log.objects.get(id) ?? (lost && this.#isBack(lost.wentWith) ? lost.object : undefined)
    let gone = lost?.object
    for (const { change, made } of this.#pending.get(id) ?? []) {
      if (change.op === 'delete') {
        gone = object ?? gone
        object = undefined
      } else if (change.op === 'restore') object ??= gone
      else if (change.op === 'update') object &&= updatedObject(object, change.data)
      else if (made) object ??= this.#named(made, id)
    }
    const target = object ? targetOf(object) : null
    return target !== null && !this.#look(target) ? undefined : object
  }

  /** Whether a change is pending that restores it, and with it what went with it. */
  #isBack(id: string | null): boolean {
    return id !== null && (this.#pending.get(id) ?? []).some(({ change }) => change.op === 'restore')
  }

  /** What was made here, under the ids that the service has given since. */
  #named(made: BoardObject, id: string): BoardObject {
    const target = targetOf(made)
    if (made.id === id && (target === null || this.idOf(target) === target)) return made
    return { ...made, id, ...(target === null ? {} : { targetId: this.idOf(target) }) } as BoardObject
  }
}

/** One pending change of one object. */
interface Layer {
  readonly key: string
  readonly order: number
  readonly change: Change
  /** What it creates. */
  readonly made: BoardObject | null
}

const isThereByIt = ({ made, change }: Layer) => made !== null || change.op === 'restore'

interface News {
  readonly ids: Set<string>
  readonly renamed: Map<string, string>
  readonly commented: Set<string>
  isWhole: boolean
}

const noNews = (): News => ({ ids: new Set(), renamed: new Map(), commented: new Set(), isWhole: false })
