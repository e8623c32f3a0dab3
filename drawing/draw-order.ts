// The order of drawing: canvases, then objects in their stacking order, each with the strokes on it, then the strokes on
// the board.

import type { Drawable, Point } from './drawable.ts'
import { exactHit } from './renderer.ts'
import { hits, rendererOf } from './renderers.ts'

export interface DrawOrder {
  /** From bottom to top. */
  readonly objects: readonly Drawable[]
  /** The objects of the ground layer. They come first, and have no strokes on them. */
  readonly ground: readonly Drawable[]
  readonly strokesOn: ReadonlyMap<string, readonly Drawable[]>
  readonly strokesOnBoard: readonly Drawable[]
}

export function drawOrderOf(given: readonly Drawable[]): DrawOrder {
  const ground: Drawable[] = []
  const board: Drawable[] = []
  const strokesOnBoard: Drawable[] = []
  const strokesOn = new Map<string, Drawable[]>()
  for (const object of sortByStackingOrder(given)) {
    const renderer = rendererOf(object)
    if (renderer.layer === 'ground') ground.push(object)
    else if (renderer.layer === 'board') board.push(object)
    else addInk(object, renderer.attachedTo?.(object) ?? null, strokesOn, strokesOnBoard)
  }
  return { objects: ground.length === 0 ? board : ground.concat(board), ground, strokesOn, strokesOnBoard }
}

/** The ground layer alone, to draw something between it and the rest. */
export const onlyGround = ({ ground }: DrawOrder): DrawOrder => ({
  objects: ground,
  ground,
  strokesOn: new Map(),
  strokesOnBoard: [],
})

/** Everything above the ground layer. */
export const withoutGround = (arrangement: DrawOrder): DrawOrder =>
  arrangement.ground.length === 0
    ? arrangement
    : { ...arrangement, objects: arrangement.objects.slice(arrangement.ground.length), ground: [] }

/** The topmost object at a point of the board. */
export function objectAt(
  { objects, strokesOn, strokesOnBoard }: DrawOrder,
  point: Point,
  touch = exactHit,
): Drawable | null {
  const ink = strokesOnBoard.findLast(stroke => hits(stroke, point, touch))
  if (ink) return ink
  for (let index = objects.length - 1; index >= 0; index--) {
    const object = objects[index] as Drawable
    const drawnOn = strokesOn.get(object.id)?.findLast(stroke => hits(stroke, point, touch, object))
    if (drawnOn) return drawnOn
    if (hits(object, point, touch)) return object
  }
  return null
}

/** Sorts only if necessary: most boards are listed in order. */
function sortByStackingOrder(objects: readonly Drawable[]): readonly Drawable[] {
  for (let index = 1; index < objects.length; index++) {
    if (keyOf(objects[index - 1] as Drawable) > keyOf(objects[index] as Drawable)) {
      return objects.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    }
  }
  return objects
}

/** Snapshots from before there was an order have none: their objects are stacked by age, as ids are. */
const keyOf = ({ order, id }: Drawable): string => order ?? `bl${id}`

function addInk(stroke: Drawable, target: string | null, on: Map<string, Drawable[]>, onBoard: Drawable[]) {
  if (target === null) onBoard.push(stroke)
  else if (on.has(target)) on.get(target)?.push(stroke)
  else on.set(target, [stroke])
}
