// Resizing as data: the result of dragging one of the eight handles, within the limits of the kind. Kinds with a scale
// keep their proportions; kinds with width and height can be resized on each side.

import type { BoardObject } from '@tessera/client'
import type { Field } from '@tessera/contract/kind'
import { type Box, frameOf } from '@tessera/drawing'
import { fieldOf, kindOfObject, resizeModeOf } from './abilities.ts'

/** Which sides the handle moves: -1 left or top, 1 right or bottom, 0 neither. */
export interface Handle {
  readonly x: -1 | 0 | 1
  readonly y: -1 | 0 | 1
}

const handles: readonly Handle[] = [
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
  return way === 'sides' ? handles : handles.filter(({ x, y }) => x !== 0 && y !== 0)
}

export interface Resized {
  readonly x: number
  readonly y: number
  readonly width?: number
  readonly height?: number
  readonly scale?: number
}

/** `pull` is the distance the handle was dragged, in board units. The opposite corner or side stays in place. */
export function resize(object: BoardObject, handle: Handle, pull: { x: number; y: number }): Resized {
  const frame = frameOf(object)
  const box = { x: frame.x, y: frame.y, width: frame.width * frame.scale, height: frame.height * frame.scale }
  const width = box.width + handle.x * pull.x
  const height = box.height + handle.y * pull.y
  if (resizeModeOf(object) === 'sides') return pulledSides(object, box, handle, width, height)
  const wanted = frame.scale * Math.max(width / box.width, height / box.height)
  const scale = roundedScale(clamp(object, 'scale', wanted))
  return { ...anchored(box, handle, frame.width * scale, frame.height * scale), scale }
}

function pulledSides(object: BoardObject, box: Box, handle: Handle, width: number, height: number): Resized {
  const sides = {
    width: handle.x === 0 ? box.width : Math.round(clamp(object, 'width', Math.max(smallestSide, width))),
    height: handle.y === 0 ? box.height : Math.round(clamp(object, 'height', Math.max(smallestSide, height))),
  }
  return {
    ...anchored(box, handle, sides.width, sides.height),
    ...(handle.x === 0 ? {} : { width: sides.width }),
    ...(handle.y === 0 ? {} : { height: sides.height }),
  }
}

/** A smaller object could not be grabbed again. */
const smallestSide = 24

const anchored = (box: Box, handle: Handle, width: number, height: number) => ({
  x: Math.round(handle.x < 0 ? box.x + box.width - width : box.x),
  y: Math.round(handle.y < 0 ? box.y + box.height - height : box.y),
})

const roundedScale = (scale: number) => Math.round(scale * 1_000) / 1_000

function clamp(object: BoardObject, field: string, value: number): number {
  const { schema } = kindOfObject(object).fields[field] as Field
  const { minimum = -Infinity, maximum = Infinity } = schema as { minimum?: number; maximum?: number }
  return Math.min(maximum, Math.max(minimum, value))
}

/** The fields of a resize that differ from the object's. */
export const changedFields = (object: BoardObject, next: Resized): Record<string, number> =>
  Object.fromEntries(
    Object.entries(next).filter(([name, value]) => value !== undefined && value !== fieldOf(object, name)),
  )
