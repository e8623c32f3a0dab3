// The model's rules of connectors: what ends can be attached to, and what happens to them when it is deleted or restored.

import {
  byId,
  type EndField,
  endFields,
  type ModelObject,
  type ModelRecord,
  type ModelState,
  Refusal,
} from './model-state.ts'

/** Checks the given ends and computes the path. */
export function connect(state: ModelState, record: ModelRecord, given: readonly EndField[]): void {
  for (const field of given) {
    const end = record[field] as { id?: string }
    if (end.id === undefined) continue
    const target = state.objects.get(end.id)
    if (!target || target.kind === 'stroke' || target.kind === 'connector') throw new Refusal(400)
  }
  Object.assign(record, state.pathOf(record))
}

export const connectorsOf = (state: ModelState): ModelObject[] =>
  [...state.objects.values()].filter(({ kind }) => kind === 'connector').sort(byId)

/** The ends at the object become points. */
export function freed(state: ModelState, connector: ModelObject, id: string): ModelObject | null {
  const path = state.pathOf({ ...connector.record }).points
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

/** With the ends that were at the object until it was deleted. */
export function attached(connector: ModelObject, id: string): ModelObject | null {
  const { from, to } = (connector.detached ?? {}) as Record<EndField, { id: string } | undefined>
  const back = Object.fromEntries(Object.entries({ from, to }).filter(([, end]) => end?.id === id))
  if (Object.keys(back).length === 0) return null
  const left = Object.entries(connector.detached ?? {}).filter(([field]) => !(field in back))
  return { ...connector, record: { ...connector.record, ...back }, detached: Object.fromEntries(left) }
}

/** What it was attached to may be gone by now, or back. */
export function withCurrentEnds(state: ModelState, connector: ModelObject): ModelObject {
  let current = connector
  const remembered = Object.values(connector.detached ?? {}) as { id: string }[]
  for (const { id } of remembered) if (state.objects.has(id)) current = attached(current, id) ?? current
  for (const field of endFields) {
    const { id } = current.record[field] as { id?: string }
    if (id !== undefined && !state.objects.has(id)) current = freed(state, current, id) ?? current
  }
  return { ...current, record: { ...current.record, ...state.pathOf(current.record) } }
}
