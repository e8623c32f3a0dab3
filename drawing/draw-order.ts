// What lies above what: canvases, then objects by age with what was drawn on each, then what was drawn on the board.

import type { Drawable, Point } from './drawable.ts'
import { exactHit } from './renderer.ts'
import { hits, rendererOf } from './renderers.ts'

export interface DrawOrder {
  /** From the lowest up. */
  readonly objects: readonly Drawable[]
  /** Those of them that lie on the ground: they come first, and nothing is drawn on them. */
  readonly ground: readonly Drawable[]
  readonly strokesOn: ReadonlyMap<string, readonly Drawable[]>
  readonly strokesOnBoard: readonly Drawable[]
}

/** Ids grow with time, so the order of ids is the order of creation. */
export function drawOrderOf(given: readonly Drawable[]): DrawOrder {
  const ground: Drawable[] = []
  const board: Drawable[] = []
  const strokesOnBoard: Drawable[] = []
  const strokesOn = new Map<string, Drawable[]>()
  for (const object of byAge(given)) {
    const look = rendererOf(object)
    if (look.layer === 'ground') ground.push(object)
    else if (look.layer === 'board') board.push(object)
    else addInk(object, look.attachedTo?.(object) ?? null, strokesOn, strokesOnBoard)
  }
  return { objects: ground.length === 0 ? board : ground.concat(board), ground, strokesOn, strokesOnBoard }
}

/** What lies on the ground by itself, for who draws it below something else. */
export const onlyGround = ({ ground }: DrawOrder): DrawOrder => ({
  objects: ground,
  ground,
  strokesOn: new Map(),
  strokesOnBoard: [],
})

/** The rest. */
export const withoutGround = (arrangement: DrawOrder): DrawOrder =>
  arrangement.ground.length === 0
    ? arrangement
    : { ...arrangement, objects: arrangement.objects.slice(arrangement.ground.length), ground: [] }

/** The uppermost object at a point of the board. */
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

function byAge(objects: readonly Drawable[]): readonly Drawable[] {
  for (let index = 1; index < objects.length; index++) {
    if ((objects[index - 1] as Drawable).id > (objects[index] as Drawable).id) {
      return objects.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    }
  }
  return objects
}

function addInk(stroke: Drawable, target: string | null, on: Map<string, Drawable[]>, onBoard: Drawable[]) {
  if (target === null) onBoard.push(stroke)
  else if (on.has(target)) on.get(target)?.push(stroke)
  else on.set(target, [stroke])
}
