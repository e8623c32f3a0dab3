// The model's rules of arrangements: the stacking order and groups.

import { byId, type ModelObject, type ModelState, Refusal } from './model-state.ts'

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

type Order = Extract<ModelArrangement, { op: 'order' }>

export function arrange(state: ModelState, actor: number, change: ModelArrangement, result: ArrangementResult): void {
  if (change.op === 'ungroup') {
    const members = membersOf(state, change.group).sort(byId)
    if (members.length === 0) throw new Refusal(400)
    for (const one of members) setGroup(state, actor, one, null)
    return
  }
  const objects = change.ids.map(id => state.get(id))
  if (objects.some(one => typeof one.record.targetId === 'string')) throw new Refusal(400)
  if (change.op === 'order') {
    restack(state, actor, objects, change, result.order ?? [])
    return
  }
  if (objects.length < 2) throw new Refusal(400)
  for (const one of objects) setGroup(state, actor, one, result.group as string)
  for (const left of new Set(objects.map(one => one.record.group as string | null))) dissolve(state, actor, left)
}

/** A group of one is none. */
export function dissolve(state: ModelState, actor: number, group: string | null): void {
  const members = group === null ? [] : membersOf(state, group)
  if (members.length === 1) for (const one of members) setGroup(state, actor, one, null)
}

const membersOf = (state: ModelState, group: string): ModelObject[] =>
  [...state.objects.values()].filter(one => one.record.group === group)

function setGroup(state: ModelState, actor: number, object: ModelObject, group: string | null): void {
  state.putNext(actor, { ...object, record: { ...object.record, group } })
}

/** From back to front, without strokes on objects. */
function stackOf(state: ModelState): ModelObject[] {
  const free = [...state.objects.values()].filter(one => typeof one.record.targetId !== 'string')
  return free.sort((a, b) => (String(a.record.order) < String(b.record.order) ? -1 : 1))
}

/** The keys are the server's; the order that they make must be the expected one. */
function restack(
  state: ModelState,
  actor: number,
  objects: readonly ModelObject[],
  change: Order,
  keys: readonly string[],
): void {
  const ids = (list: readonly ModelObject[]) => list.map(one => one.record.id)
  const stack = stackOf(state)
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
  const layers = change.to === 'back' ? [changed] : [true, false].map(is => changed.filter(one => isCanvas(one) === is))
  // The topmost goes to the back first.
  const inTurn = layers.flatMap(layer => (layer.every(one => isBackKey(keyOf(one))) ? layer.toReversed() : layer))
  for (const one of inTurn) state.putNext(actor, { ...one, record: { ...one.record, order: keyOf(one) } })
  const now = ids(stackOf(state))
  if (keys.length > 0 && now.join() !== expected.join())
    throw new Error(`stacked ${now.join()}, not ${expected.join()}`)
}

const isCanvas = ({ kind }: ModelObject) => kind === 'canvas'
const isBackKey = (key: string | undefined) => key?.charAt(1) === 'a' && key.length === 11

/** The objects of a layer in their new order. */
function restacked(
  layer: readonly ModelObject[],
  moved: readonly ModelObject[],
  { to, above, below }: Order,
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
