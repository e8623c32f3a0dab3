// A model of a workspace as plain maps and lists: a second, simplest implementation of the rules of objects and comments,
// to compare the server with. It has no database, batches or HTTP.

import type { KindName } from '@tessera/contract'
import { documentedKinds } from './documented-kinds.ts'
import { type ArrangementResult, arrange, dissolve, type ModelArrangement } from './model-arrangements.ts'
import { attached, connect, connectorsOf, freed, withCurrentEnds } from './model-connectors.ts'
import { type EndField, endFields, type Fields, type ModelRecord, ModelState, Refusal } from './model-state.ts'

export type ModelChange =
  | { op: 'create'; kind: KindName; data: Fields }
  | { op: 'update'; id: string; data: Fields; version?: number }
  | { op: 'delete'; id: string; version?: number }
  | { op: 'restore'; id: string }
  | ModelArrangement

const layer = (isCanvas: boolean) => (isCanvas ? 'a' : 'b')
const frontKey = (isCanvas: boolean, number: number) => `${layer(isCanvas)}m${number.toString(36).padStart(9, '0')}`
const storedName = (name: string) => (name === 'brushSize' ? 'size' : name)

export class BoardModel extends ModelState {
  /** `newId` comes from the server; the model derives everything else. */
  create(actor: number, kind: KindName, data: Fields, newId: string, targetId: string | null = null): ModelRecord {
    const target = targetId === null ? null : this.get(targetId)
    if (target && target.kind !== 'note' && target.kind !== 'shape') throw new Refusal(404)
    const fields = documentedKinds[kind].fields
      .filter(field => field.name !== 'brushSize')
      .map(field => [field.name, data[field.name] ?? field.default])
    const order = frontKey(kind === 'canvas', this.events.length + 1)
    const record: ModelRecord = { id: newId, ...Object.fromEntries(fields), order, group: null, version: 1 }
    if (kind === 'connector') connect(this, record, endFields)
    if (kind === 'stroke')
      Object.assign(record, { size: data.brushSize ?? 10, targetId, targetType: target?.kind ?? null })
    this.objects.set(newId, { kind, record })
    this.record(`${kind.toUpperCase()}_CREATE`, actor, record)
    return record
  }

  update(actor: number, id: string, data: Fields, version?: number): ModelRecord {
    const object = this.get(id)
    if (version !== undefined && version !== object.record.version) throw new Refusal(412)
    const updatable = documentedKinds[object.kind].fields.filter(field => field.onUpdate === 'optional')
    const known = updatable.map(field => field.name)
    const changed = known.filter(
      name =>
        data[name] !== undefined && JSON.stringify(data[name]) !== JSON.stringify(object.record[storedName(name)]),
    )
    const isMoved = ['x', 'y', 'from', 'to', 'via'].some(name => changed.includes(name))
    if (object.record.pin === true && data.pin !== false && isMoved) throw new Refusal(400)
    if (changed.length === 0) return object.record
    const record = { ...object.record, ...Object.fromEntries(changed.map(name => [storedName(name), data[name]])) }
    const given = endFields.filter(field => changed.includes(field))
    if (object.kind === 'connector') connect(this, record, given)
    const detached = Object.fromEntries(
      Object.entries(object.detached ?? {}).filter(([field]) => !given.includes(field as EndField)),
    )
    return this.putNext(actor, { kind: object.kind, record, detached })
  }

  delete(actor: number, id: string, version?: number): void {
    const object = this.get(id)
    if (version !== undefined && version !== object.record.version) throw new Refusal(412)
    const comments = this.commentsWhere(one => one.targetId === id)
    const strokes = [...this.objects.values()].filter(one => one.record.targetId === id)
    for (const comment of comments) {
      this.comments.delete(comment.id)
      this.record('COMMENT_DELETE', actor, comment)
    }
    for (const stroke of strokes) {
      this.objects.delete(stroke.record.id)
      this.deleted.set(stroke.record.id, { object: stroke, strokes: [], comments: [] })
      this.record('STROKE_DELETE', actor, stroke.record)
    }
    // The path as it is now, before the object at its end is gone.
    const loose = connectorsOf(this).map(connector => freed(this, connector, id))
    const last = object.kind === 'connector' ? { ...object.record, ...this.pathOf(object.record) } : object.record
    this.objects.delete(id)
    this.deleted.set(id, { object: { ...object, record: last }, strokes, comments })
    this.record(`${object.kind.toUpperCase()}_DELETE`, actor, last)
    for (const one of loose) if (one) this.putNext(actor, one)
    dissolve(this, actor, object.record.group as string | null)
  }

  restore(actor: number, id: string): void {
    if (this.objects.has(id)) return
    const deleted = this.deleted.get(id)
    if (!deleted) throw new Refusal(404)
    const { object, strokes, comments } = deleted
    if (typeof object.record.targetId === 'string') this.get(object.record.targetId)
    for (const one of [object, ...strokes]) {
      const { kind, record, detached = {} } = one.kind === 'connector' ? withCurrentEnds(this, one) : one
      const isGroupLeft = [...this.objects.values()].some(other => other.record.group === record.group)
      const group = isGroupLeft ? record.group : null
      const back = { ...record, group, version: record.version + 1 }
      this.objects.set(record.id, { kind, record: back, detached })
      this.record(`${kind.toUpperCase()}_CREATE`, actor, back)
    }
    for (const comment of comments) {
      this.comments.set(comment.id, comment)
      this.record('COMMENT_CREATE', actor, comment)
    }
    for (const connector of connectorsOf(this)) {
      const back = attached(connector, id)
      if (back) this.putNext(actor, back)
    }
  }

  /** All changes or none; any error in a list is a 400. */
  change(
    actor: number,
    changes: readonly ModelChange[],
    newIds: readonly (string | undefined)[],
    results: readonly ArrangementResult[] = [],
  ): void {
    const [objects, comments] = [new Map(this.objects), new Map(this.comments)]
    const [deleted, events] = [new Map(this.deleted), [...this.events]]
    try {
      for (const [index, change] of changes.entries())
        this.#changeOne(actor, change, newIds[index] ?? '', results[index] ?? {})
    } catch (error) {
      Object.assign(this, { objects, comments, deleted, events })
      throw error instanceof Refusal ? new Refusal(400) : error
    }
  }

  #changeOne(actor: number, change: ModelChange, newId: string, result: ArrangementResult): void {
    if (change.op === 'create') this.create(actor, change.kind, change.data, newId)
    else if (change.op === 'update') this.update(actor, change.id, change.data, change.version)
    else if (change.op === 'delete') this.delete(actor, change.id, change.version)
    else if (change.op === 'restore') this.restore(actor, change.id)
    else arrange(this, actor, change, result)
  }
}
