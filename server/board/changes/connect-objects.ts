// The ends of connectors: attached to objects, detached when those are deleted, attached again when they are restored.
// Their paths are in route-connectors.ts.

import { badField, type Kind, type KindName, kinds, maxConnectorEnds, referencedId } from '@tessera/contract'
import type { HiddenFields, StoredObject, StoredRecord } from '../records/stored-object.ts'
import type { Draft } from './draft.ts'
import { linkFieldsOf } from './object-links.ts'
import { putObject } from './record-change.ts'
import { endPoints, route } from './route-connectors.ts'

interface AttachedEnd {
  readonly id: string
  readonly anchor?: unknown
}

const attachedEnd = (value: unknown): AttachedEnd | null =>
  typeof value === 'object' && value !== null && 'id' in value ? (value as AttachedEnd) : null

/**
 * Checks the given ends and computes the path. Throws if an end names something that cannot be connected. An end that is
 * set again no longer remembers an object that was deleted.
 */
export function connect(draft: Draft, object: Pick<StoredObject, 'kind' | 'record'>, given: readonly string[]): void {
  const fields = linkFieldsOf(object)
  if (fields.length === 0) return
  const { record, kind } = object
  const before = draft.findObject(record.id)
  for (const field of fields.filter(field => given.includes(field))) {
    const end = attachedEnd(record[field])
    if (end) requireConnectable(draft, kind, field, end.id)
    if (end && end.id !== referencedId(before?.record[field])) requireRoom(draft, field, end.id)
    forgetDetached(record, field)
  }
  route(draft.board, record)
}

/** Boards that have more connectors at an object, from an import or from before, keep them. */
function requireRoom(draft: Draft, field: string, id: string): void {
  if (draft.isImport || draft.endsAt(id) < maxConnectorEnds) return
  const most = maxConnectorEnds.toLocaleString('en')
  throw badField(field, `must be another object: this one already has ${most} connectors, the most that are possible`)
}

function requireConnectable(draft: Draft, kind: StoredObject['kind'], field: string, id: string): void {
  const reference = (kinds[kind] as Kind).references?.[field]
  const target = draft.findObject(id)
  if (!target || !reference || !(kinds[target.kind] as Kind).takes.includes(reference.to))
    throw badField(field, 'must be an object of this workspace that connectors can be attached to')
}

/**
 * Returns the ends of a restored connector: the objects it was attached to may have been deleted or restored since, and
 * may have moved.
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
  route(draft.board, record)
  return record
}

/** The ends become the points where they were last; the objects that they were attached to are remembered. */
function free(record: StoredRecord, kind: KindName, fields: readonly string[], points = pathOf(record)): void {
  if (fields.length === 0) return
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

type Points = readonly (readonly [number, number])[]

const pathOf = (record: StoredRecord) => record.points as Points

/** The ends at a deleted object stay where they were, as free points: a step for each connector. */
export function detachFrom(draft: Draft, deleted: StoredObject): void {
  const { id } = deleted.record
  draft.addSteps(
    draft.connectorsAt(id).map(({ record: { id: connector } }) => () => {
      const object = draft.findObject(connector)
      if (!object) return
      const { record } = object
      const fields = linkFieldsOf(object).filter(field => attachedEnd(record[field])?.id === id)
      if (fields.length === 0) return
      const freed = { ...record }
      free(freed, object.kind, fields, endPoints(draft.board, record, deleted))
      put(draft, object, freed)
    }),
  )
}

const freePoint = ([x, y]: readonly [number, number] = [0, 0]) => ({ x: Math.round(x), y: Math.round(y) })

/** The ends that were at the object when it was deleted are attached again, unless they were changed since. */
export function attachAgain(draft: Draft, id: string): void {
  draft.addSteps(
    draft.connectorsAt(id).map(({ record: { id: connector } }) => () => {
      const object = draft.findObject(connector)
      if (!object) return
      const { record } = object
      const detached = (record.$?.detached ?? {}) as Record<string, AttachedEnd>
      const fields = Object.keys(detached).filter(field => detached[field]?.id === id)
      if (fields.length === 0) return
      const attached = {
        ...record,
        ...Object.fromEntries(fields.map(field => [field, detached[field]])),
      } as StoredRecord
      for (const field of fields) forgetDetached(attached, field)
      put(draft, object, attached)
    }),
  )
}

function put(draft: Draft, object: StoredObject, record: StoredRecord): void {
  const changed = { ...record, version: record.version + 1, updated_at: draft.now }
  route(draft.board, changed)
  putObject(draft, { ...object, record: changed }, 'UPDATE')
}
