// Where a new object is put that nobody pointed a place for: never exactly upon another, which it would hide.

import type { Point } from '@tessera/drawing'

const step = 40

export function freeCorner(corner: Point, taken: Iterable<Point>): Point {
  const places = new Set(Array.from(taken, ({ x, y }) => `${x} ${y}`))
  let free = corner
  while (places.has(`${free.x} ${free.y}`)) free = { x: free.x + step, y: free.y + step }
  return free
}
