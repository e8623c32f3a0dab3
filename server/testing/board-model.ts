// A model of a workspace as plain maps and lists: a second, simplest implementation of the rules of objects, to compare
// the server with. It has no database, batches or HTTP.

import type { KindName } from '@tessera/contract'
import { connectorGeometry } from '@tessera/drawing/connector-geometry'
import { documentedKinds } from './documented-kinds.ts'

export type Fields = Readonly<Record<string, unknown>>
export type ModelRecord = { id: string; version: number } & Record<string, unknown>

export interface ModelObject {
  kind: KindName
  record: ModelRecord
  /** The ends of a connector whose objects are deleted, as they were. */
  detached?: Readonly<Partial<Record<EndField, unknown>>>
}

type EndField = 'from' | 'to'
const endFields = ['from', 'to'] as const

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
  | ModelArrangement

export type ModelArrangement =
  | {
      op: 'order'
      ids: readonly string[]
      to?: 'front' | 'back' | 'forward' | 'backward'
      above?: string
      below?: string
    }
  | { op: 'group'; ids: readonly string[] }
  | { op: 'ungroup'; group: string }

/** What only the server decides: the keys of an order, the id of a group. */
export interface ArrangementResult {
  order?: readonly string[]
  group?: string
}

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
    if (kind === 'connector') this.#connect(record, endFields)
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
    const isMoved = ['x', 'y', 'from', 'to', 'via'].some(name => changed.includes(name))
    if (object.record.pin === true && data.pin !== false && isMoved) throw new Refusal(400)
    if (changed.length === 0) return object.record
    const record = { ...object.record, ...Object.fromEntries(changed.map(name => [storedName(name), data[name]])) }
    const given = endFields.filter(field => changed.includes(field))
    if (object.kind === 'connector') this.#connect(record, given)
    const detached = Object.fromEntries(
      Object.entries(object.detached ?? {}).filter(([field]) => !given.includes(field as EndField)),
    )
    return this.#updated(actor, { kind: object.kind, record, detached })
  }

  /** The next version. */
  #updated(actor: number, { kind, record: given, detached = {} }: ModelObject): ModelRecord {
    const record = { ...given, version: given.version + 1 }
    if (kind === 'connector') Object.assign(record, this.pathOf(record))
    this.objects.set(record.id, { kind, record, detached })
    this.#record(`${kind.toUpperCase()}_UPDATE`, actor, record)
    return record
  }

  /** Checks the given ends and computes the path. */
  #connect(record: ModelRecord, given: readonly EndField[]): void {
    for (const field of given) {
      const end = record[field] as { id?: string }
      if (end.id === undefined) continue
      const target = this.objects.get(end.id)
      if (!target || target.kind === 'stroke' || target.kind === 'connector') throw new Refusal(400)
    }
    Object.assign(record, this.pathOf(record))
  }

  /** The path follows from the objects at its ends. */
  pathOf(record: ModelRecord) {
    return connectorGeometry(record as never, id => {
      const target = this.objects.get(id)
      return target ? ({ kind: target.kind, ...target.record } as never) : null
    })
  }

  #connectors(): ModelObject[] {
    return [...this.objects.values()].filter(({ kind }) => kind === 'connector').sort(byId)
  }

  /** The ends at the object become points. */
  #freed(connector: ModelObject, id: string): ModelObject | null {
    const path = this.pathOf({ ...connector.record }).points
    const ends = endFields.filter(field => (connector.record[field] as { id?: string }).id === id)
    if (ends.length === 0) return null
    const pointOf = (field: EndField) => (field === 'from' ? path[0] : path.at(-1)) as [number, number]
    const free = ends.map(field => [field, { x: Math.round(pointOf(field)[0]), y: Math.round(pointOf(field)[1]) }])
    const detached = {
      ...connector.detached,
      ...Object.fromEntries(ends.map(field => [field, connector.record[field]])),
    }
    return { ...connector, record: { ...connector.record, ...Object.fromEntries(free) }, detached }
  }

  /** The ends that were at the object until it was deleted. */
  #attached(connector: ModelObject, id: string): ModelObject | null {
    const { from, to } = (connector.detached ?? {}) as Record<EndField, { id: string } | undefined>
    const back = Object.fromEntries(Object.entries({ from, to }).filter(([, end]) => end?.id === id))
    if (Object.keys(back).length === 0) return null
    const left = Object.entries(connector.detached ?? {}).filter(([field]) => !(field in back))
    return { ...connector, record: { ...connector.record, ...back }, detached: Object.fromEntries(left) }
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
    // The path as it is now, before the object at its end is gone.
    const freed = this.#connectors().map(connector => this.#freed(connector, id))
    const last = object.kind === 'connector' ? { ...object.record, ...this.pathOf(object.record) } : object.record
    this.objects.delete(id)
    this.deleted.set(id, { object: { ...object, record: last }, strokes, comments })
    this.#record(`${object.kind.toUpperCase()}_DELETE`, actor, last)
    for (const one of freed) if (one) this.#updated(actor, one)
    this.#dissolve(actor, object.record.group as string | null)
  }

  #withPath({ record, ...rest }: ModelObject): ModelObject {
    return { ...rest, record: { ...record, ...this.pathOf(record) } }
  }

  /** A group of one is none. */
  #dissolve(actor: number, group: string | null): void {
    const members = [...this.objects.values()].filter(one => group !== null && one.record.group === group)
    if (members.length === 1)
      for (const one of members) this.#updated(actor, { ...one, record: { ...one.record, group: null } })
  }

  restore(actor: number, id: string): void {
    if (this.objects.has(id)) return
    const deleted = this.deleted.get(id)
    if (!deleted) throw new Refusal(404)
    const { object, strokes, comments } = deleted
    if (typeof object.record.targetId === 'string') this.#get(object.record.targetId)
    for (const one of [object, ...strokes]) {
      const { kind, record, detached = {} } = one.kind === 'connector' ? this.#withCurrentEnds(one) : one
      const isGroupLeft = [...this.objects.values()].some(other => other.record.group === record.group)
      const group = isGroupLeft ? record.group : null
      const back = { ...record, group, version: record.version + 1 }
      this.objects.set(record.id, { kind, record: back, detached })
      this.#record(`${kind.toUpperCase()}_CREATE`, actor, back)
    }
    for (const comment of comments) {
      this.comments.set(comment.id, comment)
      this.#record('COMMENT_CREATE', actor, comment)
    }
    for (const connector of this.#connectors()) {
      const attached = this.#attached(connector, id)
      if (attached) this.#updated(actor, attached)
    }
  }

  /** What it was attached to may be gone by now, or back. */
  #withCurrentEnds(connector: ModelObject): ModelObject {
    let current = connector
    const remembered = Object.values(connector.detached ?? {}) as { id: string }[]
    for (const { id } of remembered) if (this.objects.has(id)) current = this.#attached(current, id) ?? current
    for (const field of endFields) {
      const { id } = current.record[field] as { id?: string }
      if (id !== undefined && !this.objects.has(id)) current = this.#freed(current, id) ?? current
    }
    return this.#withPath(current)
  }

  arrange(actor: number, change: ModelArrangement, result: ArrangementResult): void {
    if (change.op === 'ungroup') {
      const members = [...this.objects.values()].filter(one => one.record.group === change.group).sort(byId)
      if (members.length === 0) throw new Refusal(400)
      for (const one of members) this.#updated(actor, { ...one, record: { ...one.record, group: null } })
      return
    }
    const objects = change.ids.map(id => this.#get(id))
    if (objects.some(one => typeof one.record.targetId === 'string')) throw new Refusal(400)
    if (change.op === 'order') {
      this.#restack(actor, objects, change, result.order ?? [])
      return
    }
    if (objects.length < 2) throw new Refusal(400)
    for (const one of objects)
      this.#updated(actor, { ...one, record: { ...one.record, group: result.group as string } })
    for (const left of new Set(objects.map(one => one.record.group as string | null))) this.#dissolve(actor, left)
  }

  /** From back to front, without strokes on objects. */
  stack(): ModelObject[] {
    const free = [...this.objects.values()].filter(one => typeof one.record.targetId !== 'string')
    return free.sort((a, b) => (String(a.record.order) < String(b.record.order) ? -1 : 1))
  }

  /** The keys are the server's; the order that they make must be the expected one. */
  #restack(
    actor: number,
    objects: readonly ModelObject[],
    change: Extract<ModelArrangement, { op: 'order' }>,
    keys: readonly string[],
  ): void {
    const ids = (list: readonly ModelObject[]) => list.map(one => one.record.id)
    const stack = this.stack()
    const beside = change.above ?? change.below
    if (beside !== undefined) {
      const found = stack.find(one => one.record.id === beside)
      if (!found || change.ids.includes(beside)) throw new Refusal(400)
      if (objects.some(one => isCanvas(one) !== isCanvas(found))) throw new Refusal(400)
    }
    const moved = stack.filter(one => objects.includes(one))
    const expected = [true, false].flatMap(layer => {
      const inLayer = (one: ModelObject) => isCanvas(one) === layer
      return ids(restacked(stack.filter(inLayer), moved.filter(inLayer), change))
    })
    const keyOf = (one: ModelObject) => keys[objects.indexOf(one)]
    const changed = moved.filter(one => keyOf(one) !== one.record.order)
    const layers =
      change.to === 'back' ? [changed] : [true, false].map(is => changed.filter(one => isCanvas(one) === is))
    // The topmost goes to the back first.
    const inTurn = layers.flatMap(layer => (layer.every(one => isBackKey(keyOf(one))) ? layer.toReversed() : layer))
    for (const one of inTurn) this.#updated(actor, { ...one, record: { ...one.record, order: keyOf(one) } })
    const now = ids(this.stack())
    if (keys.length > 0 && now.join() !== expected.join())
      throw new Error(`stacked ${now.join()}, not ${expected.join()}`)
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
    else this.arrange(actor, change, result)
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

const isCanvas = ({ kind }: ModelObject) => kind === 'canvas'
const isBackKey = (key: string | undefined) => key?.charAt(1) === 'a' && key.length === 11
const byId = (a: ModelObject, b: ModelObject) => (a.record.id < b.record.id ? -1 : 1)

/** The objects of a layer in their new order. */
function restacked(
  layer: readonly ModelObject[],
  moved: readonly ModelObject[],
  { to, above, below }: Extract<ModelArrangement, { op: 'order' }>,
): readonly ModelObject[] {
  if (moved.length === 0) return layer
  const others = layer.filter(one => !moved.includes(one))
  const [lowest, highest] = [layer.indexOf(moved[0] as ModelObject), layer.indexOf(moved.at(-1) as ModelObject)]
  const isAt = (id: string | undefined) => (one: ModelObject) => one.record.id === id
  const places = {
    front: () => others.length,
    back: () => 0,
    forward: () => others.findIndex(one => layer.indexOf(one) > highest) + 1 || null,
    backward: () => {
      const next = others.findLastIndex(one => layer.indexOf(one) < lowest)
      return next < 0 ? null : next
    },
  }
  const beside = above !== undefined ? others.findIndex(isAt(above)) + 1 : others.findIndex(isAt(below))
  const at = to === undefined ? beside : places[to]()
  return at === null ? layer : others.toSpliced(at, 0, ...moved)
}
