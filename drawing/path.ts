// Paths as data, so that one description is drawn on a surface, measured, hit and written as SVG.

import type { Box, Point } from './drawable.ts'
import type { Surface } from './surface.ts'

export type PathCommand =
  | { readonly type: 'move'; readonly x: number; readonly y: number }
  | { readonly type: 'line'; readonly x: number; readonly y: number }
  | {
      readonly type: 'curve'
      readonly x1: number
      readonly y1: number
      readonly x2: number
      readonly y2: number
      readonly x: number
      readonly y: number
    }
  | { readonly type: 'close' }

export type Path = readonly PathCommand[]

export const move = (x: number, y: number): PathCommand => ({ type: 'move', x, y })
export const line = (x: number, y: number): PathCommand => ({ type: 'line', x, y })
export const close: PathCommand = { type: 'close' }
export const curve = (x1: number, y1: number, x2: number, y2: number, x: number, y: number): PathCommand => ({
  type: 'curve',
  x1,
  y1,
  x2,
  y2,
  x,
  y,
})

export const polygon = (points: readonly (readonly [number, number])[]): Path => [...polyline(points), close]

export const polyline = (points: readonly (readonly [number, number])[]): Path =>
  points.map(([x, y], index) => (index === 0 ? move(x, y) : line(x, y)))

/** Adds the path to the surface's current one. */
export function tracePath(
  surface: Pick<Surface, 'moveTo' | 'lineTo' | 'bezierCurveTo' | 'closePath'>,
  path: Path,
): void {
  for (const command of path) {
    if (command.type === 'move') surface.moveTo(command.x, command.y)
    else if (command.type === 'line') surface.lineTo(command.x, command.y)
    else if (command.type === 'curve')
      surface.bezierCurveTo(command.x1, command.y1, command.x2, command.y2, command.x, command.y)
    else surface.closePath()
  }
}

/** As the `d` of an SVG path. */
export const svgPath = (path: Path): string =>
  path
    .map(command => {
      if (command.type === 'close') return 'Z'
      const { x, y } = command
      if (command.type !== 'curve') return `${command.type === 'move' ? 'M' : 'L'}${numbers(x, y)}`
      return `C${numbers(command.x1, command.y1, command.x2, command.y2, x, y)}`
    })
    .join('')

const numbers = (...values: number[]) => values.map(value => Math.round(value * 100) / 100).join(' ')

export const movedPath = (path: Path, by: Point): Path =>
  path.map(command => {
    if (command.type === 'close') return command
    const moved = { ...command, x: command.x + by.x, y: command.y + by.y }
    if (moved.type !== 'curve') return moved
    return { ...moved, x1: moved.x1 + by.x, y1: moved.y1 + by.y, x2: moved.x2 + by.x, y2: moved.y2 + by.y }
  })

const curveSteps = 16

/** The path as straight segments. A closed path ends where it began. */
export function flatten(path: Path): Point[] {
  const points: Point[] = []
  let start: Point = { x: 0, y: 0 }
  for (const command of path) {
    if (command.type === 'close') {
      points.push(start)
      continue
    }
    const { x, y } = command
    if (command.type === 'move') start = { x, y }
    if (command.type !== 'curve') points.push({ x, y })
    else {
      const from = points.at(-1) ?? start
      for (let step = 1; step <= curveSteps; step++) points.push(pointOnCurve(from, command, step / curveSteps))
    }
  }
  return points
}

type Curve = Extract<PathCommand, { type: 'curve' }>

function pointOnCurve(from: Point, { x1, y1, x2, y2, x, y }: Curve, t: number): Point {
  const s = 1 - t
  const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
  return { x: a * from.x + b * x1 + c * x2 + d * x, y: a * from.y + b * y1 + c * y2 + d * y }
}

export function boxOfPoints(points: readonly Point[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of points) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** The distance from a point to the nearest point of the line. */
export function distanceToLine(points: readonly Point[], point: Point): number {
  const [first] = points
  let nearest = first ? Math.hypot(first.x - point.x, first.y - point.y) : Number.POSITIVE_INFINITY
  for (let index = 1; index < points.length; index++) {
    nearest = Math.min(nearest, distanceToSegment(points[index - 1] as Point, points[index] as Point, point))
  }
  return nearest
}

/** The distance from a point to the line between two others. */
export function distanceToSegment(from: Point, to: Point, point: Point): number {
  const [runX, runY] = [to.x - from.x, to.y - from.y]
  const square = runX * runX + runY * runY
  const along = square === 0 ? 0 : ((point.x - from.x) * runX + (point.y - from.y) * runY) / square
  const nearest = Math.min(1, Math.max(0, along))
  return Math.hypot(from.x + nearest * runX - point.x, from.y + nearest * runY - point.y)
}

/** Whether the point is inside the closed line, by the even-odd rule. */
export function isInside(points: readonly Point[], { x, y }: Point): boolean {
  let inside = false
  for (let index = 0, last = points.length - 1; index < points.length; last = index++) {
    const [a, b] = [points[index] as Point, points[last] as Point]
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  }
  return inside
}

/** The point at a fraction of the line's length. */
export function pointAlong(points: readonly Point[], fraction: number): Point {
  const lengths = points.slice(1).map((point, index) => distance(points[index] as Point, point))
  let rest = fraction * lengths.reduce((sum, length) => sum + length, 0)
  for (const [index, length] of lengths.entries()) {
    if (rest <= length && length > 0)
      return pointBetween(points[index] as Point, points[index + 1] as Point, rest / length)
    rest -= length
  }
  return points.at(-1) ?? { x: 0, y: 0 }
}

export const distance = (a: Point, b: Point) => Math.hypot(b.x - a.x, b.y - a.y)

const pointBetween = (a: Point, b: Point, t: number): Point => ({
  x: a.x + (b.x - a.x) * t,
  y: a.y + (b.y - a.y) * t,
})

/** Where the segment first meets the line, counted from `from`; null if it does not. */
export function firstCrossing(from: Point, to: Point, points: readonly Point[]): Point | null {
  let first = Number.POSITIVE_INFINITY
  for (let index = 1; index < points.length; index++) {
    const t = crossingAt(from, to, points[index - 1] as Point, points[index] as Point)
    if (t !== null && t < first) first = t
  }
  return first <= 1 ? pointBetween(from, to, first) : null
}

function crossingAt(from: Point, to: Point, a: Point, b: Point): number | null {
  const [runX, runY] = [to.x - from.x, to.y - from.y]
  const [sideX, sideY] = [b.x - a.x, b.y - a.y]
  const cross = runX * sideY - runY * sideX
  if (cross === 0) return null
  const t = ((a.x - from.x) * sideY - (a.y - from.y) * sideX) / cross
  const u = ((a.x - from.x) * runY - (a.y - from.y) * runX) / cross
  return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? t : null
}
