// Positions along the path of a connector: of its bends, its label, and where the pointer grabs it.

import type { Point } from '@tessera/drawing'
import { distance, pointAlong } from '@tessera/drawing/path'

export interface PathPosition {
  /** From 0 at the start to 1 at the end. */
  readonly at: number
  /** How far the point is from the path. */
  readonly away: number
}

/** The position of the path that is nearest to a point. */
export function positionAlong(points: readonly Point[], point: Point): PathPosition {
  const lengths = points.slice(1).map((next, index) => distance(points[index] as Point, next))
  const total = lengths.reduce((sum, length) => sum + length, 0)
  let best: PathPosition = { at: 0, away: Number.POSITIVE_INFINITY }
  let before = 0
  for (const [index, length] of lengths.entries()) {
    const near = nearestOn(points[index] as Point, points[index + 1] as Point, point)
    if (near.away < best.away) best = { at: total === 0 ? 0 : (before + near.along * length) / total, away: near.away }
    before += length
  }
  return best
}

function nearestOn(from: Point, to: Point, point: Point): { along: number; away: number } {
  const [runX, runY] = [to.x - from.x, to.y - from.y]
  const square = runX * runX + runY * runY
  const raw = square === 0 ? 0 : ((point.x - from.x) * runX + (point.y - from.y) * runY) / square
  const along = Math.min(1, Math.max(0, raw))
  return { along, away: Math.hypot(from.x + along * runX - point.x, from.y + along * runY - point.y) }
}

type Bend = readonly [x: number, y: number]

/** Where a new bend goes into the list: after those that the path passes before the point. */
export function bendIndexAt(points: readonly Point[], via: readonly Bend[], point: Point): number {
  const { at } = positionAlong(points, point)
  return bendPositions(points, via).filter(position => position < at).length
}

/** The middle of the path between each two bends or ends. */
export function middlesOf(points: readonly Point[], via: readonly Bend[]): Point[] {
  const stops = [0, ...bendPositions(points, via), 1]
  return stops.slice(1).map((stop, index) => pointAlong(points, ((stops[index] as number) + stop) / 2))
}

/** In the order along the path, even if it crosses itself. */
function bendPositions(points: readonly Point[], via: readonly Bend[]): number[] {
  let last = 0
  return via.map(([x, y]) => {
    last = Math.max(last, positionAlong(points, { x, y }).at)
    return last
  })
}
