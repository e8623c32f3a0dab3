// A board in memory that answers at once, and that several people hold: what a live workspace looks like to who changes it,
// without sockets. It refuses what names no object, and moving what is pinned.

import type { Change, ChangeResult } from '@tessera/client'
import { createdObject, fieldOf, renamedChange, targetOf, updatedObject } from '../live/predict-change.ts'
import { TesseraError } from '../rest/errors.ts'
import type { BoardObject, PendingChange } from '../live/live-workspace.ts'

export class PlainBoard {
  readonly objects = new Map<string, BoardObject>()
  readonly #names = new Map<string, string>()
  /** What was deleted, with what lay on it. */
  readonly #deleted = new Map<string, readonly BoardObject[]>()
  #count = 0

  idOf = (id: string): string => this.#names.get(id) ?? id

  get = (id: string): BoardObject | undefined => this.objects.get(this.idOf(id))

  /** What it creates is known by a temporary id until the results are there. */
  change = (changes: readonly Change[]): PendingChange => {
    const ids: string[] = []
    try {
      return { ids, results: Promise.resolve(this.changeNow(changes, ids)) }
    } catch (error) {
      const results = Promise.reject(error)
      results.catch(() => {})
      return { ids: changes.map((change, index) => ids[index] ?? (change.op === 'create' ? '' : change.id)), results }
    }
  }

  /** All of them, or none and an error. */
  changeNow(changes: readonly Change[], ids: string[] = []): ChangeResult[] {
    const before = new Map(this.objects)
    try {
      return changes.map(change => this.#make(renamedChange(change, this.idOf), ids))
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
      return this.#put(createdObject(change.kind, change.data, id, target => this.get(target)?.kind ?? null))
    }
    ids.push(change.id)
    const { id } = change
    const object = this.objects.get(id)
    if (change.op === 'restore') return object ? { [object.kind]: object } : this.#restore(id)
    if (!object) throw refusal('names no object')
    if (change.op === 'delete') {
      const on = [...this.objects.values()].filter(one => targetOf(one) === id)
      for (const one of on) this.#deleted.set(one.id, [one])
      this.#deleted.set(id, [object, ...on])
      for (const one of [object, ...on]) this.objects.delete(one.id)
      return { id, deleted: true }
    }
    const isMoved = ['x', 'y'].some(name => name in change.data && change.data[name] !== fieldOf(object, name))
    if (fieldOf(object, 'pin') === true && change.data.pin !== false && isMoved) throw refusal('is pinned')
    const trimmed = typeof change.data.name === 'string' ? { name: change.data.name.trim() } : {}
    return this.#put(updatedObject(object, { ...change.data, ...trimmed }))
  }

  #restore(id: string): ChangeResult {
    const [object, ...on] = this.#deleted.get(id) ?? []
    const target = object ? targetOf(object) : null
    if (!object || (target !== null && !this.objects.has(target))) throw refusal('names no object')
    for (const one of on) this.#put(one)
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
