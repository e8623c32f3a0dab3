// Where the next note of a row or column goes, and which one is there already.

import type { BoardObject } from '@tessera/client'
import { type Box, centerOf, frameOf, type Point } from '@tessera/drawing'
import type { BoardObjects } from './free-corner.ts'

export type NextSide = 'right' | 'left' | 'below'

/** Between the notes of a row, in board units. */
export const nextGap = 40

/** The corner of an object of the same size beside this one. */
export function nextCorner(object: BoardObject, side: NextSide): Point {
  const { x, y, width, height } = scaledBox(object)
  if (side === 'below') return { x, y: Math.round(y + height + nextGap) }
  return { x: Math.round(side === 'right' ? x + width + nextGap : x - width - nextGap), y }
}

/** The object of the same kind that is already there: its middle is where the next one would be. */
export function findNext(object: BoardObject, side: NextSide, objects: BoardObjects): BoardObject | null {
  const { width, height } = scaledBox(object)
  const box = { ...nextCorner(object, side), width, height }
  for (const other of objects.values())
    if (other.kind === object.kind && other.id !== object.id && contains(box, centerOf(scaledBox(other)))) return other
  return null
}

function scaledBox(object: BoardObject): Box {
  const { x, y, width, height, scale } = frameOf(object)
  return { x, y, width: width * scale, height: height * scale }
}

const contains = (box: Box, { x, y }: Point) =>
  x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height
