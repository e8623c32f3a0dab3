// The position of a new object: never exactly on the corner of another one, which it would hide.

import type { BoardObject } from '@tessera/client'
import type { Point } from '@tessera/drawing'

export type BoardObjects = ReadonlyMap<string, BoardObject>

const step = 40

export function freeCorner(corner: Point, objects: BoardObjects): Point {
  let free = corner
  while (isTaken(free, objects)) free = { x: free.x + step, y: free.y + step }
  return free
}

/** Called in every frame while an object is being placed, so it allocates nothing. */
function isTaken({ x, y }: Point, objects: BoardObjects): boolean {
  for (const object of objects.values()) if ('x' in object && object.x === x && object.y === y) return true
  return false
}
