// A model of a workspace as plain maps and lists: a second, simplest implementation of the rules of objects, to compare
// the server with. It has no database, batches or HTTP.

import type { KindName } from '@tessera/contract'
import { documentedKinds } from './documented-kinds.ts'

export type Fields = Readonly<Record<string, unknown>>
export type ModelRecord = { id: string; version: number } & Record<string, unknown>

export interface ModelObject {
  kind: KindName
  record: ModelRecord
}

export interface ModelComment {
  id: string
  text: string
  parent: string | null
  targetId: string
  targetType: string
  author: number
  resolved: boolean
  resolved_by: null
}

export interface ModelEvent {
  type: string
  actor: number
  thing: ModelRecord | ModelComment
}

export type ModelChange =
  | { op: 'create'; kind: KindName; data: Fields }
  | { op: 'update'; id: string; data: Fields; version?: number }
  | { op: 'delete'; id: string; version?: number }
  | { op: 'restore'; id: string }

interface ModelDeleted {
  readonly object: ModelObject
  readonly strokes: readonly ModelObject[]
  readonly comments: readonly ModelComment[]
}

const layer = (isCanvas: boolean) => (isCanvas ? 'a' : 'b')
const frontKey = (isCanvas: boolean, number: number) => `${layer(isCanvas)}m${number.toString(36).padStart(9, '0')}`

/** A rejected operation, with the expected HTTP status. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number) {
    super(`refused with ${status}`)
    this.status = status
  }
}

const storedName = (name: string) => (name === 'brushSize' ? 'size' : name)

const unresolved = { resolved: false, resolved_by: null }

export class BoardModel {
  objects = new Map<string, ModelObject>()
  comments = new Map<string, ModelComment>()
  deleted = new Map<string, ModelDeleted>()
  events: ModelEvent[] = []

  /** `newId` comes from the server; the model derives everything else. */
  create(actor: number, kind: KindName, data: Fields, newId: string, targetId: string | null = null): ModelRecord {
    const target = targetId === null ? null : this.#get(targetId)
    if (target && target.kind !== 'note' && target.kind !== 'shape') throw new Refusal(404)
    const fields = documentedKinds[kind]
      .filter(field => field.name !== 'brushSize')
      .map(field => [field.name, data[field.name] ?? field.default])
    const order = frontKey(kind === 'canvas', this.events.length + 1)
    const record: ModelRecord = { id: newId, ...Object.fromEntries(fields), order, group: null, version: 1 }
    if (kind === 'stroke')
      Object.assign(record, { size: data.brushSize ?? 10, targetId, targetType: target?.kind ?? null })
    this.objects.set(newId, { kind, record })
    this.#record(`${kind.toUpperCase()}_CREATE`, actor, record)
    return record
  }

  update(actor: number, id: string, data: Fields, version?: number): ModelRecord {
    const object = this.#get(id)
    if (version !== undefined && version !== object.record.version) throw new Refusal(412)
    const known = documentedKinds[object.kind].filter(field => field.onUpdate === 'optional').map(field => field.name)
    const changed = known.filter(
      name =>
        data[name] !== undefined && JSON.stringify(data[name]) !== JSON.stringify(object.record[storedName(name)]),
    )
    const isMoved = changed.includes('x') || changed.includes('y')
    if (object.record.pin === true && data.pin !== false && isMoved) throw new Refusal(400)
    if (changed.length === 0) return object.record
    const record = { ...object.record, ...Object.fromEntries(changed.map(name => [storedName(name), data[name]])) }
    record.version += 1
    this.objects.set(id, { kind: object.kind, record })
    this.#record(`${object.kind.toUpperCase()}_UPDATE`, actor, record)
    return record
  }

  delete(actor: number, id: string, version?: number): void {
    const object = this.#get(id)
    if (version !== undefined && version !== object.record.version) throw new Refusal(412)
    const comments = [...this.comments.values()].filter(one => one.targetId === id)
    const strokes = [...this.objects.values()].filter(one => one.record.targetId === id)
    for (const comment of comments) {
      this.comments.delete(comment.id)
      this.#record('COMMENT_DELETE', actor, comment)
    }
    for (const stroke of strokes) {
      this.objects.delete(stroke.record.id)
      this.deleted.set(stroke.record.id, { object: stroke, strokes: [], comments: [] })
      this.#record('STROKE_DELETE', actor, stroke.record)
    }
    this.objects.delete(id)
    this.deleted.set(id, { object, strokes, comments })
    this.#record(`${object.kind.toUpperCase()}_DELETE`, actor, object.record)
  }

  restore(actor: number, id: string): void {
    if (this.objects.has(id)) return
    const deleted = this.deleted.get(id)
    if (!deleted) throw new Refusal(404)
    const { object, strokes, comments } = deleted
    if (typeof object.record.targetId === 'string') this.#get(object.record.targetId)
    for (const { kind, record } of [object, ...strokes]) {
      const back = { ...record, version: record.version + 1 }
      this.objects.set(record.id, { kind, record: back })
      this.#record(`${kind.toUpperCase()}_CREATE`, actor, back)
    }
    for (const comment of comments) {
      this.comments.set(comment.id, comment)
      this.#record('COMMENT_CREATE', actor, comment)
    }
  }

  comment(actor: number, targetId: string, text: string, parent: string | null, newId: string): ModelComment {
    const target = this.#get(targetId)
    if (target.kind === 'stroke') throw new Refusal(404)
    const above = parent === null ? null : this.comments.get(parent)
    if (parent !== null && (above?.targetId !== targetId || above.parent !== null)) throw new Refusal(400)
    const comment = { id: newId, text, parent, targetId, targetType: target.kind, author: actor, ...unresolved }
    this.comments.set(newId, comment)
    this.#record('COMMENT_CREATE', actor, comment)
    return comment
  }

  /** All changes or none; any error in a list is a 400. */
  change(actor: number, changes: readonly ModelChange[], newIds: readonly (string | undefined)[]): void {
    const [objects, comments] = [new Map(this.objects), new Map(this.comments)]
    const [deleted, events] = [new Map(this.deleted), [...this.events]]
    try {
      for (const [index, change] of changes.entries()) this.#changeOne(actor, change, newIds[index] ?? '')
    } catch (error) {
      Object.assign(this, { objects, comments, deleted, events })
      throw error instanceof Refusal ? new Refusal(400) : error
    }
  }

  #changeOne(actor: number, change: ModelChange, newId: string): void {
    if (change.op === 'create') this.create(actor, change.kind, change.data, newId)
    else if (change.op === 'update') this.update(actor, change.id, change.data, change.version)
    else if (change.op === 'delete') this.delete(actor, change.id, change.version)
    else this.restore(actor, change.id)
  }

  #get(id: string): ModelObject {
    const object = this.objects.get(id)
    if (!object) throw new Refusal(404)
    return object
  }

  #record(type: string, actor: number, thing: ModelRecord | ModelComment): void {
    this.events.push({ type, actor, thing })
  }
}
