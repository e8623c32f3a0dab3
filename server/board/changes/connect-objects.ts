// The ends of connectors: attached to objects, detached when those are deleted, attached again when they are restored,
// and the path between them.

import { badField, type Kind, type KindName, kinds } from '@tessera/contract'
import { connectorGeometry } from '@tessera/drawing/connector-geometry'
import type { Drawable } from '@tessera/drawing/drawable'
import type { HiddenFields, StoredObject, StoredRecord } from '../records/stored-object.ts'
import type { Draft } from './draft.ts'
import { decidesPath, linkFieldsOf } from './object-links.ts'
import { putObject } from './record-change.ts'

interface AttachedEnd {
  readonly id: string
  readonly anchor?: unknown
}

const attachedEnd = (value: unknown): AttachedEnd | null =>
  typeof value === 'object' && value !== null && 'id' in value ? (value as AttachedEnd) : null

/**
 * Checks the ends that were given and computes the path if it depends on what was given. Throws if an end names something
 * that cannot be connected. An end that is set again no longer remembers an object that was deleted.
 */
export function connect(draft: Draft, object: Pick<StoredObject, 'kind' | 'record'>, given: readonly string[]): void {
  const fields = linkFieldsOf(object)
  if (fields.length === 0 || !given.some(decidesPath)) return
  const { record, kind } = object
  for (const field of fields.filter(field => given.includes(field))) {
    const end = attachedEnd(record[field])
    if (end) requireConnectable(draft, kind, field, end.id)
    forgetDetached(record, field)
  }
  route(draft, record)
}

function requireConnectable(draft: Draft, kind: StoredObject['kind'], field: string, id: string): void {
  const reference = (kinds[kind] as Kind).references?.[field]
  const target = draft.findObject(id)
  if (!target || !reference || !(kinds[target.kind] as Kind).takes.includes(reference.to))
    throw badField(field, 'must be an object of this workspace that connectors can be attached to')
}

/**
 * The ends of a connector that comes back: what it was attached to may have been deleted or restored since, and may have
 * moved.
 */
export function withCurrentEnds(draft: Draft, kind: KindName, given: StoredRecord): StoredRecord {
  const fields = linkFieldsOf({ kind })
  if (fields.length === 0) return given
  const record = { ...given }
  const isThere = (end: AttachedEnd | null | undefined): end is AttachedEnd =>
    end !== null && end !== undefined && draft.findObject(end.id) !== null
  const back = fields.filter(field => isThere(record.$?.detached?.[field]))
  for (const field of back) {
    record[field] = record.$?.detached?.[field]
    forgetDetached(record, field)
  }
  const gone = fields.filter(field => attachedEnd(record[field]) && !isThere(attachedEnd(record[field])))
  free(record, kind, gone)
  route(draft, record)
  return record
}

/** The ends become the points where they currently are; the objects that they were attached to are remembered. */
function free(record: StoredRecord, kind: KindName, fields: readonly string[]): void {
  if (fields.length === 0) return
  const points = record.points as [number, number][]
  const [start] = linkFieldsOf({ kind })
  const detached = { ...record.$?.detached, ...Object.fromEntries(fields.map(field => [field, record[field]])) }
  record.$ = { ...record.$, detached: detached as HiddenFields['detached'] & {} }
  for (const field of fields) record[field] = freePoint(field === start ? points[0] : points.at(-1))
}

function forgetDetached(record: StoredRecord, field: string): void {
  if (record.$?.detached?.[field] === undefined) return
  const { [field]: _, ...detached } = record.$.detached
  const { detached: __, ...rest } = record.$
  const hidden = Object.keys(detached).length > 0 ? { ...rest, detached } : rest
  if (Object.keys(hidden).length > 0) record.$ = hidden
  else delete record.$
}

/** Sets the points and the box of a connector. */
function route(draft: Draft, record: StoredRecord): void {
  const { points, box } = connectorGeometry(record as never, id => drawableOf(draft.findObject(id)))
  record.points = points
  record.box = box
}

const drawables = new WeakMap<StoredObject, Drawable>()

/** All connectors at an object get the same value, because values computed from it are cached with it. */
function drawableOf(object: StoredObject | null): Drawable | null {
  if (!object) return null
  const known = drawables.get(object)
  if (known) return known
  const drawable = { kind: object.kind, ...object.record } as never
  drawables.set(object, drawable)
  return drawable
}

/** The ends at a deleted object stay where they were, as free points. */
export function detachFrom(draft: Draft, id: string): void {
  for (const object of draft.connectorsAt(id)) {
    const { record } = object
    const fields = linkFieldsOf(object).filter(field => attachedEnd(record[field])?.id === id)
    if (fields.length === 0) continue
    const freed = { ...record }
    free(freed, object.kind, fields)
    put(draft, object, freed)
  }
}

const freePoint = ([x, y]: readonly [number, number] = [0, 0]) => ({ x: Math.round(x), y: Math.round(y) })

/** The ends that were at the object when it was deleted are attached again, unless they were changed since. */
export function attachAgain(draft: Draft, id: string): void {
  for (const object of draft.connectorsAt(id)) {
    const { record } = object
    const detached = (record.$?.detached ?? {}) as Record<string, AttachedEnd>
    const fields = Object.keys(detached).filter(field => detached[field]?.id === id)
    if (fields.length === 0) continue
    const attached = { ...record, ...Object.fromEntries(fields.map(field => [field, detached[field]])) } as StoredRecord
    for (const field of fields) forgetDetached(attached, field)
    put(draft, object, attached)
  }
}

function put(draft: Draft, object: StoredObject, record: StoredRecord): void {
  const changed = { ...record, version: record.version + 1, updated_at: draft.now }
  route(draft, changed)
  putObject(draft, { ...object, record: changed }, 'UPDATE')
}

/**
 * The connectors at an object that has moved or changed its shape follow it. That does not count as a change of the
 * connector.
 */
export function reroute(draft: Draft, id: string): void {
  for (const object of draft.connectorsAt(id)) {
    const record = { ...object.record }
    route(draft, record)
    if (JSON.stringify(record.points) !== JSON.stringify(object.record.points))
      draft.rerouteObject({ ...object, record })
  }
}
