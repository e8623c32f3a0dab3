// What is drawn of a connector besides its label: the line, shortened where a cap covers it, and the caps. A cap ends
// exactly at the end of the path, so that it touches the object there without covering it.

import type { ConnectorCap, ConnectorObject, Point } from './drawable.ts'
import { close, curve, distance, line, move, type Path, pointAlong, polyline } from './path.ts'

export interface ConnectorParts {
  readonly line: Path
  /** Caps that are stroked like the line, and can be stroked with it. */
  readonly strokedCaps: Path
  readonly filledCaps: Path
}

type DrawnConnector = Pick<ConnectorObject, 'path' | 'width' | 'startCap' | 'endCap'>

export function connectorParts(object: DrawnConnector, points: readonly Point[]): ConnectorParts {
  const { path, width, startCap, endCap } = object
  const length = lengthOf(points)
  // Caps become smaller on a path that is too short for them.
  const room = startCap !== 'none' && endCap !== 'none' ? 0.45 * length : 0.8 * length
  const size = Math.min(capSize(width), room)
  const start = capAt(startCap, endOf(points, size, path), size, width)
  const end = capAt(endCap, endOf(points.toReversed(), size, path), size, width)
  const trimmed = trimEnd(trimEnd(points, end.covers).toReversed(), start.covers).toReversed()
  const caps = [start, end]
  return {
    line: linePath(path, trimmed, width),
    strokedCaps: caps.flatMap(cap => (cap.isFilled ? [] : cap.path)),
    filledCaps: caps.flatMap(cap => (cap.isFilled ? cap.path : [])),
  }
}

export const capSize = (width: number) => 6 + 4 * width

/** How far a connector is painted beyond its path. */
export const reachOf = (width: number) => capSize(width) / 2 + width

const lengthOf = (points: readonly Point[]) =>
  points.reduce((sum, point, index) => sum + (index === 0 ? 0 : distance(points[index - 1] as Point, point)), 0)

/** An end of the path, and the direction from it along the path, of length 1; null if the path is only a point. */
interface PathEnd {
  readonly tip: Point
  readonly along: Point
}

function endOf(points: readonly Point[], size: number, path: DrawnConnector['path']): PathEnd | null {
  const [tip] = points
  const next = tip && points.find(point => distance(point, tip) > 0.01)
  if (!tip || !next) return null
  // On a curve, the cap points along the part that it covers, of which the first segment is only a small part.
  const aim = path === 'curve' ? pointAlong(points, Math.min(1, size / (lengthOf(points) || 1))) : next
  const run = distance(tip, aim)
  return run === 0 ? null : { tip, along: { x: (aim.x - tip.x) / run, y: (aim.y - tip.y) / run } }
}

interface Cap {
  readonly path: Path
  readonly isFilled: boolean
  /** How much of the line it covers. */
  readonly covers: number
}

const noCap: Cap = { path: [], isFilled: true, covers: 0 }

function capAt(cap: ConnectorCap, end: PathEnd | null, size: number, width: number): Cap {
  if (cap === 'none' || !end || size === 0) return noCap
  const { tip, along } = end
  /** A point in the coordinates of the cap: along the path from its end, and across it. */
  const at = (forward: number, across: number): Point => ({
    x: tip.x + along.x * forward - along.y * across,
    y: tip.y + along.y * forward + along.x * across,
  })
  return capShapes[cap](at, size, Math.min(width, size))
}

type CapShape = (at: (forward: number, across: number) => Point, size: number, width: number) => Cap

const capShapes: Readonly<Record<Exclude<ConnectorCap, 'none'>, CapShape>> = {
  // The tip of a stroked cap is rounded with half of the width.
  arrow: (at, size, width) => ({
    path: open([at(0.85 * size, 0.5 * size), at(width / 2, 0), at(0.85 * size, -0.5 * size)]),
    isFilled: false,
    covers: width / 2,
  }),
  bar: (at, size, width) => ({
    path: open([at(width / 2, 0.5 * size), at(width / 2, -0.5 * size)]),
    isFilled: false,
    covers: width / 2,
  }),
  triangle: (at, size) => ({
    path: [...open([at(0, 0), at(size, 0.5 * size), at(size, -0.5 * size)]), close],
    isFilled: true,
    covers: size - 0.25,
  }),
  // The line is as wide as the diamond where it meets it.
  diamond: (at, size, width) => ({
    path: [...open([at(0, 0), at(0.5 * size, 0.4 * size), at(size, 0), at(0.5 * size, -0.4 * size)]), close],
    isFilled: true,
    covers: Math.max(0.5 * size, size - 0.625 * width),
  }),
  circle: (at, size, width) => ({
    path: circle(at(size / 2, 0), size / 2),
    isFilled: true,
    covers: size / 2 + Math.sqrt(Math.max(0, size * size - width * width)) / 2 - 0.25,
  }),
}

const open = (points: readonly Point[]): Path => polyline(points.map(({ x, y }) => [x, y] as const))

function circle({ x, y }: Point, radius: number): Path {
  const k = radius * 0.5523
  return [
    move(x, y - radius),
    curve(x + k, y - radius, x + radius, y - k, x + radius, y),
    curve(x + radius, y + k, x + k, y + radius, x, y + radius),
    curve(x - k, y + radius, x - radius, y + k, x - radius, y),
    curve(x - radius, y - k, x - k, y - radius, x, y - radius),
    close,
  ]
}

function trimEnd(points: readonly Point[], length: number): readonly Point[] {
  if (length <= 0) return points
  const kept = [...points]
  let rest = length
  while (kept.length > 1) {
    const [before, last] = [kept.at(-2) as Point, kept.at(-1) as Point]
    const run = distance(before, last)
    if (run > rest) {
      kept[kept.length - 1] = pointBetween(last, before, rest / run)
      return kept
    }
    rest -= run
    kept.pop()
  }
  return kept
}

const pointBetween = (a: Point, b: Point, t: number): Point => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t })

/** Corners of elbows are rounded, and a curve has no corners. */
function linePath(path: DrawnConnector['path'], points: readonly Point[], width: number): Path {
  const [first] = points
  if (!first || path === 'straight' || points.length < 3) return open(points)
  const commands = [move(first.x, first.y)]
  for (let index = 1; index < points.length - 1; index++) {
    const [before, corner, after] = [points[index - 1], points[index], points[index + 1]] as [Point, Point, Point]
    const share = (length: number) => (path === 'curve' ? 0.5 : Math.min(0.5, (8 + width) / (length || 1)))
    const [enter, leave] = [
      pointBetween(corner, before, share(distance(before, corner))),
      pointBetween(corner, after, share(distance(corner, after))),
    ]
    commands.push(line(enter.x, enter.y), around(enter, corner, leave))
  }
  const last = points.at(-1) as Point
  return [...commands, line(last.x, last.y)]
}

/** A quadratic curve with its control point at the corner. */
function around(enter: Point, corner: Point, leave: Point) {
  const [one, other] = [pointBetween(enter, corner, 2 / 3), pointBetween(leave, corner, 2 / 3)]
  return curve(one.x, one.y, other.x, other.y, leave.x, leave.y)
}
