// Where a new object is put: never with its corner exactly upon another's, which it would hide.

import type { Point } from '@tessera/drawing'
import type { Board } from '../state/board.ts'

export type ObjectsThere = Board['live']['objects']

const step = 40

export function freeCorner(corner: Point, objects: ObjectsThere): Point {
  let free = corner
  while (isTaken(free, objects)) free = { x: free.x + step, y: free.y + step }
  return free
}

/** Asked in every frame while something is about to be placed: it makes nothing of the objects it goes through. */
function isTaken({ x, y }: Point, objects: ObjectsThere): boolean {
  for (const object of objects.values()) if ('x' in object && object.x === x && object.y === y) return true
  return false
}
