// Where one step forward or backward leads: past the next object that overlaps, so that every step is visible.

import type { BoardObject } from '@tessera/client'
import { type Box, bounds, rendererOf } from '@tessera/drawing'
import { touches } from '../../../canvas/spatial-grid.ts'
import { hasEnds, isAttached } from '../abilities.ts'

/** The object to go above or below; null if nothing overlaps on that side. */
export function nextInStack(
  moved: readonly BoardObject[],
  nearby: readonly BoardObject[],
  direction: 'forward' | 'backward',
): BoardObject | null {
  const [first] = moved
  if (!first) return null
  const isUp = direction === 'forward'
  const ids = new Set(moved.map(({ id }) => id))
  const areas = moved.map(object => bounds(object))
  const passed = nearby
    .filter(object => !ids.has(object.id) && isObstacle(object, first) && areas.some(area => overlap(area, object)))
    .sort((one, other) => (one.order < other.order === isUp ? -1 : 1))
  const orders = moved.map(({ order }) => order).sort()
  const [foremost, hindmost] = isUp ? [orders.at(-1), orders[0]] : [orders[0], orders.at(-1)]
  const isBeyond = ({ order }: BoardObject, than = '') => (isUp ? order > than : order < than)
  // If the foremost one has nothing to pass, the others move up to it.
  return (
    passed.find(object => isBeyond(object, foremost)) ?? passed.findLast(object => isBeyond(object, hindmost)) ?? null
  )
}

/** A line rarely covers anything, and a canvas is always behind. */
const isObstacle = (object: BoardObject, moved: BoardObject) =>
  !isAttached(object) && rendererOf(object).layer === rendererOf(moved).layer && (!hasEnds(object) || hasEnds(moved))

const overlap = (area: Box, object: BoardObject) => touches(bounds(object), area)
