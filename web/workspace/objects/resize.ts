// Resizing as data: the result of dragging one of the eight handles, within the limits of the kind. Kinds with a scale
// keep their proportions; kinds with width and height can be resized on each side.

import type { BoardObject } from '@tessera/client'
import type { Field } from '@tessera/contract/kind'
import { type Box, frameOf, type Point } from '@tessera/drawing'
import { centerOf, rotatePoint } from '@tessera/drawing/rotation'
import { fieldOf, kindOfObject, resizeModeOf } from './abilities.ts'
import { rotationOf, unrotatedBox } from './transform.ts'

/** Which sides the handle moves: -1 left or top, 1 right or bottom, 0 neither. */
export interface Handle {
  readonly x: -1 | 0 | 1
  readonly y: -1 | 0 | 1
}

export const allHandles: readonly Handle[] = [
  { x: -1, y: -1 },
  { x: 0, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
  { x: -1, y: 1 },
  { x: -1, y: 0 },
]

export const handlesOf = (object: BoardObject): readonly Handle[] => {
  const way = resizeModeOf(object)
  if (way === null) return []
  return way === 'sides' ? allHandles : allHandles.filter(({ x, y }) => x !== 0 && y !== 0)
}

export interface ResizedFields {
  readonly x: number
  readonly y: number
  readonly width?: number
  readonly height?: number
  readonly scale?: number
}

/**
 * `pull` is the distance the handle was dragged, in board units. The opposite corner or side stays in place; a rotated
 * object is resized along its own sides.
 */
export function resize(
  object: BoardObject,
  handle: Handle,
  pull: Point,
  { isProportional = false }: { isProportional?: boolean } = {},
): ResizedFields {
  const frame = frameOf(object)
  const rotation = frame.rotation ?? 0
  const box = unrotatedBox(object)
  const along = rotatePoint(pull, { x: 0, y: 0 }, -rotation)
  const width = box.width + handle.x * along.x
  const height = box.height + handle.y * along.y
  const factor = Math.max(width / box.width, height / box.height)
  if (resizeModeOf(object) === 'sides') {
    const isEven = isProportional && handle.x !== 0 && handle.y !== 0
    const size = isEven ? { width: box.width * factor, height: box.height * factor } : { width, height }
    return pulledSides(object, box, handle, size)
  }
  const scale = roundedScale(clampField(object, 'scale', frame.scale * factor))
  return {
    ...placeAnchored(box, handle, rotation, { width: frame.width * scale, height: frame.height * scale }),
    scale,
  }
}

function pulledSides(
  object: BoardObject,
  box: Box,
  handle: Handle,
  { width, height }: Pick<Box, 'width' | 'height'>,
): ResizedFields {
  const sides = {
    width: handle.x === 0 ? box.width : Math.round(clampField(object, 'width', Math.max(smallestSide, width))),
    height: handle.y === 0 ? box.height : Math.round(clampField(object, 'height', Math.max(smallestSide, height))),
  }
  return {
    ...placeAnchored(box, handle, rotationOf(object), sides),
    ...(handle.x === 0 ? {} : { width: sides.width }),
    ...(handle.y === 0 ? {} : { height: sides.height }),
  }
}

/** A smaller object could not be grabbed again. */
export const smallestSide = 24

/** The corner of the resized box before it is rotated about its own, new center. */
function placeAnchored(box: Box, handle: Handle, rotation: number, size: Pick<Box, 'width' | 'height'>): Point {
  const fixed = rotatePoint(cornerAgainst(box, handle), centerOf(box), rotation)
  const resized = { ...box, ...size }
  const placed = rotatePoint(cornerAgainst(resized, handle), centerOf(resized), rotation)
  return { x: Math.round(box.x + fixed.x - placed.x), y: Math.round(box.y + fixed.y - placed.y) }
}

/** The point that stays: opposite of the handle. A side that is not pulled stays at its start. */
const cornerAgainst = (box: Box, { x, y }: Handle): Point => ({
  x: x < 0 ? box.x + box.width : box.x,
  y: y < 0 ? box.y + box.height : box.y,
})

const roundedScale = (scale: number) => Math.round(scale * 1_000) / 1_000

/** Clamped to the limits of the kind. */
export function clampField(object: BoardObject, field: string, value: number): number {
  const { minimum = -Infinity, maximum = Infinity } = limitsOf(object, field)
  return Math.min(maximum, Math.max(minimum, value))
}

export const limitsOf = (object: BoardObject, field: string) =>
  (kindOfObject(object).fields[field] as Field).schema as { minimum?: number; maximum?: number }

/** The fields of a resize that differ from the object's. */
export const changedFields = (object: BoardObject, next: Partial<ResizedFields>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(next).filter(([name, value]) => value !== undefined && value !== fieldOf(object, name)),
  )
