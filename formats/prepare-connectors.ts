// The ends of imported connectors. A connector below the object it is attached to is created with a free end, because the
// object does not exist yet, and attached when it does.

import { type Kind, type KindName, kinds } from '@tessera/contract'
import type { ImportedObject, ImportReport, PlacedBox } from './board-content.ts'
import { fitAnchor, fitPoint } from './fit-data.ts'
import type { PreparedChange } from './prepared-import.ts'

export interface ConnectorTargets {
  readonly ids: ReadonlyMap<string, string>
  /** The refs of the objects that are created before. */
  readonly created: Set<string>
  readonly boxes: Map<string, PlacedBox>
  readonly kinds: Map<string, KindName>
}

const fields = ['from', 'to'] as const

export const isConnectorKind = (kind: KindName): boolean => fields.every(name => name in (kinds[kind] as Kind).fields)

/** The data of the create. */
export function connectorData(object: ImportedObject, targets: ConnectorTargets, report: ImportReport) {
  const data: Record<string, unknown> = { ...object.data }
  for (const field of fields) data[field] = endAtCreate(object, field, targets, report)
  return data
}

/** The change that attaches the ends whose objects are created later. */
export function attachLater(
  id: string,
  object: ImportedObject,
  targets: ConnectorTargets,
  report: ImportReport,
): PreparedChange[] {
  const ends = fields.flatMap(field => {
    const ref = refOf(object.data[field])
    if (ref === null || targets.created.has(ref) || !isConnectable(ref, targets)) return []
    return [[field, attachTo(object, field, ref, targets, report)]]
  })
  return ends.length === 0 ? [] : [{ op: 'update', id, data: Object.fromEntries(ends) }]
}

function endAtCreate(
  object: ImportedObject,
  field: (typeof fields)[number],
  targets: ConnectorTargets,
  report: ImportReport,
): unknown {
  const end = object.data[field]
  const ref = refOf(end)
  if (ref !== null && isConnectable(ref, targets))
    return targets.created.has(ref) ? attachTo(object, field, ref, targets, report) : centerOf(ref, targets)
  const point = fitPoint(end)
  if (point && ref === null) return point
  report.adapt('end_missing', object.ref)
  return point ?? besideOtherEnd(object, field, targets)
}

const attachTo = (
  object: ImportedObject,
  field: (typeof fields)[number],
  ref: string,
  { ids }: ConnectorTargets,
  report: ImportReport,
) => ({
  id: ids.get(ref),
  anchor: fitAnchor((object.data[field] as { anchor?: unknown }).anchor, code => report.adapt(code, object.ref)),
})

function refOf(end: unknown): string | null {
  const id = (end as { id?: { ref?: unknown } } | null | undefined)?.id
  return typeof id === 'object' && id !== null && typeof id.ref === 'string' ? id.ref : null
}

function isConnectable(ref: string, targets: ConnectorTargets): boolean {
  const kind = targets.kinds.get(ref)
  return kind !== undefined && (kinds[kind] as Kind).takes.includes('connectors')
}

function centerOf(ref: string, { boxes }: ConnectorTargets) {
  const { x, y, width, height } = boxes.get(ref) ?? { x: 0, y: 0, width: 0, height: 0 }
  return fitPoint({ x: x + width / 2, y: y + height / 2 }) ?? { x: 0, y: 0 }
}

function besideOtherEnd(object: ImportedObject, field: (typeof fields)[number], targets: ConnectorTargets) {
  const other = object.data[field === 'from' ? 'to' : 'from']
  const ref = refOf(other)
  const point = (ref !== null && targets.boxes.has(ref) ? centerOf(ref, targets) : fitPoint(other)) ?? { x: 0, y: 0 }
  return fitPoint({ x: point.x + (field === 'from' ? -freeLength : freeLength), y: point.y })
}

const freeLength = 300
