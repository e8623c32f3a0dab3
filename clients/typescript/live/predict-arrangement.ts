// Predicts the stacking order and the groups after a change, until the service responds.

import { type Arrangement, type Kind, keysBetween, kinds, lowestKey, topKey } from '@tessera/contract'
import type { BoardObject } from './live-workspace.ts'
import { ownerOf } from './predict-change.ts'

export interface ArrangedFields {
  readonly order?: string
  readonly group?: string | null
}

/** The new fields of each object, by id. `number` grows with every change, `group` is the id of a new group. */
export function arrangedFields(
  change: Arrangement,
  objects: ReadonlyMap<string, BoardObject>,
  { number, group }: { readonly number: number; readonly group: string },
): Map<string, ArrangedFields> {
  if (change.op === 'group') {
    const joined = change.ids.map((id): [string, ArrangedFields] => [id, { group }])
    return new Map([...dissolveGroups(change.ids, objects), ...joined])
  }
  if (change.op === 'ungroup') {
    const members = [...objects.values()].filter(object => object.group === change.group)
    return new Map(members.map(({ id }) => [id, { group: null }]))
  }
  const moved = change.ids.flatMap(id => objects.get(id) ?? []).sort(byOrder)
  // Not Map.groupBy, which Node 20 does not have.
  const layers = [moved.filter(object => !isGround(object)), moved.filter(isGround)].filter(layer => layer.length > 0)
  const fields = layers.flatMap(layer => restack(change, layer, objects, number))
  return new Map(fields.map(([id, order]) => [id, { order }]))
}

/** A group that is left with one member ends. */
function dissolveGroups(ids: readonly string[], objects: ReadonlyMap<string, BoardObject>): [string, ArrangedFields][] {
  const leaving = new Set(ids)
  const touched = new Set(ids.map(id => objects.get(id)?.group ?? null))
  const left = [...objects.values()].filter(({ id, group }) => group && touched.has(group) && !leaving.has(id))
  const sizes = new Map<string | null, number>()
  for (const { group } of left) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  return left.filter(({ group }) => sizes.get(group) === 1).map(({ id }) => [id, { group: null }])
}

const isGround = ({ kind }: BoardObject) => (kinds[kind] as Kind).isGround === true
const byOrder = (a: BoardObject, b: BoardObject) => (a.order < b.order ? -1 : 1)

function restack(
  change: Extract<Arrangement, { op: 'order' }>,
  moved: readonly BoardObject[],
  objects: ReadonlyMap<string, BoardObject>,
  number: number,
): [id: string, order: string][] {
  const first = moved[0] as BoardObject
  const others = [...objects.values()]
    .filter(object => isGround(object) === isGround(first) && ownerOf(object) === null && !moved.includes(object))
    .sort(byOrder)
  const at = positionIn(others, moved, change)
  if (at === null) return []
  const [below, above] = [others[at], others[at + 1]]
  const kind = kinds[first.kind] as Kind
  const keys = keysBetween(below?.order ?? lowestKey(kind), above?.order ?? topKey(kind, number), moved.length)
  return moved.map(({ id }, index) => [id, keys[index] as string])
}

/** The index of the object right below, -1 for the very back; null if nothing moves. */
function positionIn(
  others: readonly BoardObject[],
  moved: readonly BoardObject[],
  change: Extract<Arrangement, { op: 'order' }>,
): number | null {
  const indexOf = (id: string) => others.findIndex(object => object.id === id)
  if ('above' in change) return indexOf(change.above) < 0 ? null : indexOf(change.above)
  if ('below' in change) return indexOf(change.below) < 0 ? null : indexOf(change.below) - 1
  if (change.to === 'front') return others.length - 1
  if (change.to === 'back') return -1
  const [lowest, highest] = [moved[0] as BoardObject, moved.at(-1) as BoardObject]
  if (change.to === 'forward') {
    const next = others.findIndex(object => object.order > highest.order)
    return next < 0 ? null : next
  }
  const next = others.findLastIndex(object => object.order < lowest.order)
  return next < 0 ? null : next - 1
}
