// A straight line from where the pen started, at a multiple of 15 degrees.

import type { Point } from '@tessera/drawing'

const step = Math.PI / 12

export function straightLine(from: Point, to: Point): number[] {
  const [runX, runY] = [to.x - from.x, to.y - from.y]
  const angle = Math.round(Math.atan2(runY, runX) / step) * step
  // As far as the pen is in that direction.
  const length = runX * Math.cos(angle) + runY * Math.sin(angle)
  return [from.x, from.y, from.x + length * Math.cos(angle), from.y + length * Math.sin(angle)].map(Math.round)
}
