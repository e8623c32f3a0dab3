// Points of the board in the coordinates of an object: from its corner, unscaled and unrotated.

import type { Frame, Point } from '@tessera/drawing'
import { centerOf, rotatePoint } from '@tessera/drawing/rotation'

export function pointOnObject(point: Point, { x, y, width, height, scale, rotation = 0 }: Frame): Point {
  const center = centerOf({ x, y, width: width * scale, height: height * scale })
  const upright = rotatePoint(point, center, -rotation)
  return { x: (upright.x - x) / scale, y: (upright.y - y) / scale }
}
