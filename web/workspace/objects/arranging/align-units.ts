// Aligns and distributes along one axis. If some units are fixed, the others are aligned with those.

import { type Box, boxAround, type Point } from '@tessera/drawing'
import type { ArrangedUnit, UnitOffsets } from './arranged-units.ts'

export type AlignSide = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom'
export type Axis = 'x' | 'y'

/** Which axis a side is on, and where on it: 0 at the start, 1 at the end. */
const sides: Readonly<Record<AlignSide, readonly [axis: Axis, part: number]>> = {
  left: ['x', 0],
  center: ['x', 0.5],
  right: ['x', 1],
  top: ['y', 0],
  middle: ['y', 0.5],
  bottom: ['y', 1],
}

export function alignUnits(units: readonly ArrangedUnit[], side: AlignSide): UnitOffsets {
  const [axis, part] = sides[side]
  const fixed = units.filter(({ isFixed }) => isFixed)
  const reference = boxAround((fixed.length > 0 ? fixed : units).map(({ box }) => box))
  if (!reference) return new Map()
  const at = (box: Box) => box[axis] + lengthOf(box, axis) * part
  return offsetsOf(units, axis, ({ box }) => at(reference) - at(box))
}

/**
 * Equal gaps between units in the order of their centers. The first and the last stay; so do fixed ones, and then the
 * gaps are equal between two that stay.
 */
export function distributeUnits(units: readonly ArrangedUnit[], axis: Axis): UnitOffsets {
  const sorted = units.toSorted((one, other) => centerAlong(one.box, axis) - centerAlong(other.box, axis))
  const starts = new Map<ArrangedUnit, number>()
  let first = 0
  for (let last = 1; last < sorted.length; last++) {
    if (!sorted[last]?.isFixed && last < sorted.length - 1) continue
    spread(sorted.slice(first, last + 1), axis, starts)
    first = last
  }
  return offsetsOf(units, axis, unit => (starts.get(unit) ?? unit.box[axis]) - unit.box[axis])
}

/** Between the first and the last of the list. */
function spread(list: readonly ArrangedUnit[], axis: Axis, starts: Map<ArrangedUnit, number>): void {
  const [first, last] = [list[0] as ArrangedUnit, list.at(-1) as ArrangedUnit]
  const inner = list.slice(1, -1)
  const from = first.box[axis] + lengthOf(first.box, axis)
  const taken = inner.reduce((sum, { box }) => sum + lengthOf(box, axis), 0)
  const gap = (last.box[axis] - from - taken) / (inner.length + 1)
  let at = from + gap
  for (const unit of inner) {
    starts.set(unit, at)
    at += lengthOf(unit.box, axis) + gap
  }
}

function offsetsOf(units: readonly ArrangedUnit[], axis: Axis, distance: (unit: ArrangedUnit) => number): UnitOffsets {
  const moves = units.flatMap((unit): [ArrangedUnit, Point][] => {
    const by = unit.isFixed ? 0 : Math.round(distance(unit))
    return by === 0 ? [] : [[unit, axis === 'x' ? { x: by, y: 0 } : { x: 0, y: by }]]
  })
  return new Map(moves)
}

const lengthOf = (box: Box, axis: Axis) => (axis === 'x' ? box.width : box.height)
const centerAlong = (box: Box, axis: Axis) => box[axis] + lengthOf(box, axis) / 2
