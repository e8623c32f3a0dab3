// A board in memory that responds at once and that several users share: a live workspace without sockets. It refuses
// changes of objects that do not exist, and moves of pinned objects.

import type { Arrangement, Change, ChangeResult, ListedChange } from '@tessera/contract'
import { withTemporaryIds } from '../live/change-names.ts'
import type { BoardObject, PendingChange } from '../live/live-workspace.ts'
import { arrangedFields } from '../live/predict-arrangement.ts'
import { createdObject, fieldOf, isArrangement, ownerOf, renamedChange, updatedObject } from '../live/predict-change.ts'
import { TesseraError } from '../rest/errors.ts'

export class PlainBoard {
  readonly objects = new Map<string, BoardObject>()
  readonly #names = new Map<string, string>()
  /** Deleted objects, each with the objects that belonged to it. */
  readonly #deleted = new Map<string, readonly BoardObject[]>()
  #count = 0

  idOf = (id: string): string => this.#names.get(id) ?? id

  get = (id: string): BoardObject | undefined => this.objects.get(this.idOf(id))

  /** What it creates is known by a temporary id until the results are there. */
  change = (changes: readonly ListedChange[]): PendingChange => {
    const ids: string[] = []
    try {
      return { ids, results: Promise.resolve(this.changeNow(changes, ids)) }
    } catch (error) {
      const results = Promise.reject(error)
      results.catch(() => {})
      return { ids: changes.map((change, index) => ids[index] ?? ('id' in change ? String(change.id) : '')), results }
    }
  }

  /** Applies all of them, or none and throws an error. */
  changeNow(listed: readonly ListedChange[], ids: string[] = []): ChangeResult[] {
    const before = new Map(this.objects)
    try {
      const nameAt = (index: number) => `in this list ${index}`
      const changes = withTemporaryIds(
        listed,
        listed.map((_, index) => nameAt(index)),
      )
      return changes.map((change, index) => {
        const result = this.#make(renamedChange(change, this.idOf), ids)
        this.#names.set(nameAt(index), this.idOf(ids[index] as string))
        return result
      })
    } catch (error) {
      Object.assign(error as object, { index: ids.length - 1 })
      this.objects.clear()
      for (const [id, object] of before) this.objects.set(id, object)
      throw error
    }
  }

  #make(change: Change, ids: string[]): ChangeResult {
    if (change.op === 'create') {
      this.#count += 1
      const [temporary, id] = [`local-${this.#count}`, this.#count.toString(16).padStart(24, '0')]
      this.#names.set(temporary, id)
      ids.push(temporary)
      return this.#put(
        createdObject(change.kind, change.data, { id, order: `bm${id}` }, target => this.get(target)?.kind ?? null),
      )
    }
    if (isArrangement(change)) return this.#arrange(change, ids)
    ids.push(change.id)
    const { id } = change
    const object = this.objects.get(id)
    if (change.op === 'restore') return object ? { [object.kind]: object } : this.#restore(id)
    if (!object) throw refusal('is not the id of an object')
    if (change.op === 'delete') {
      const owned = [...this.objects.values()].filter(one => ownerOf(one) === id)
      for (const one of owned) this.#deleted.set(one.id, [one])
      this.#deleted.set(id, [object, ...owned])
      for (const one of [object, ...owned]) this.objects.delete(one.id)
      return { id, deleted: true }
    }
    const isMoved = ['x', 'y'].some(name => name in change.data && change.data[name] !== fieldOf(object, name))
    if (fieldOf(object, 'pin') === true && change.data.pin !== false && isMoved) throw refusal('is pinned')
    const trimmed = typeof change.data.name === 'string' ? { name: change.data.name.trim() } : {}
    return this.#put(updatedObject(object, { ...change.data, ...trimmed }))
  }

  #arrange(change: Arrangement, ids: string[]): ChangeResult {
    this.#count += 1
    const missing = change.op === 'ungroup' ? -1 : change.ids.findIndex(id => !this.objects.has(id))
    if (missing >= 0) {
      ids.push('')
      throw Object.assign(refusal('is not the id of an object'), { place: `ids[${missing}]` })
    }
    const group = this.#count.toString(16).padStart(24, 'a')
    const temporary = `local-${this.#count}`
    if (change.op === 'group') this.#names.set(temporary, group)
    ids.push(change.op === 'group' ? temporary : change.op === 'ungroup' ? change.group : '')
    const arranged = arrangedFields(change, this.objects, { number: this.#count, group })
    for (const [id, fields] of arranged) this.#put({ ...(this.objects.get(id) as BoardObject), ...fields })
    const moved = [...arranged.keys()]
    if (change.op === 'group') return { group, ids: moved }
    return change.op === 'ungroup'
      ? { ids: moved }
      : { ids: moved, order: moved.map(id => this.objects.get(id)?.order ?? '') }
  }

  #restore(id: string): ChangeResult {
    const [object, ...owned] = this.#deleted.get(id) ?? []
    const owner = ownerOf(object)
    if (!object || (owner !== null && !this.objects.has(owner))) throw refusal('is not the id of an object')
    for (const one of owned) this.#put(one)
    return this.#put(object)
  }

  #put(given: BoardObject): ChangeResult {
    const object = { ...given, version: given.version + 1 }
    this.objects.set(object.id, object)
    return { [object.kind]: object }
  }
}

const refusal = (message: string) =>
  new TesseraError(message, { code: 'BadRequest', status: 400, operation: 'objects.change' })
