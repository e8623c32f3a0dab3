// Rotation about the center of a box, in degrees clockwise.

import type { Box, Point } from './drawable.ts'
import { boxOfPoints } from './path.ts'

export const centerOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 })

export function rotatePoint(point: Point, center: Point, degrees: number): Point {
  if (degrees === 0) return point
  const { cos, sin } = turnOf(degrees)
  const [x, y] = [point.x - center.x, point.y - center.y]
  return { x: center.x + x * cos - y * sin, y: center.y + x * sin + y * cos }
}

/** Quarter turns are exact, so that rotated boxes keep whole coordinates. */
function turnOf(degrees: number): { cos: number; sin: number } {
  const quarter = degrees / 90
  if (!Number.isInteger(quarter)) {
    const radians = (degrees * Math.PI) / 180
    return { cos: Math.cos(radians), sin: Math.sin(radians) }
  }
  const [cos, sin] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ][((quarter % 4) + 4) % 4] as [number, number]
  return { cos, sin }
}

export const cornersOf = (box: Box, degrees = 0, center = centerOf(box)): Point[] => {
  const { x, y, width, height } = box
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ].map(corner => rotatePoint(corner, center, degrees))
}

/** The smallest upright box that contains the rotated one. */
export const rotatedBounds = (box: Box, degrees: number, center = centerOf(box)): Box =>
  degrees === 0 ? box : boxOfPoints(cornersOf(box, degrees, center))
