// The path of a connector: straight, orthogonal or curved, through the points that bend it. Server and browsers use this
// one function, so that records, pictures and hit tests agree.

import { type Anchor, type ConnectorEnd, outwardOf, type ResolvedEnd, resolveEnd, sidesToTry } from './connector-end.ts'
import { curveBetween } from './curve-route.ts'
import type { Box, Point } from './drawable.ts'
import { elbowRoute, routeCost, simplify } from './elbow-route.ts'
import { boxOfPoints, curve, distance, flatten, move, type Path, polyline } from './path.ts'

export interface ConnectorShape {
  readonly from: ConnectorEnd
  readonly to: ConnectorEnd
  readonly path: 'straight' | 'elbow' | 'curve'
  readonly via: readonly (readonly [x: number, y: number])[]
}

export interface ConnectorPath {
  readonly commands: Path
  /** The path as straight segments. */
  readonly points: readonly Point[]
  readonly box: Box
}

export function connectorPath(shape: ConnectorShape): ConnectorPath {
  const { path, via } = shape
  const { from, to } = withSides(shape)
  const bends = via.map(([x, y]): ConnectorEnd => ({ point: { x, y } }))
  const isOrthogonal = path === 'elbow'
  const start = resolveEnd(from, bends[0] ?? to, isOrthogonal)
  const end = resolveEnd(to, bends.at(-1) ?? from, isOrthogonal)
  const stops = [start, ...via.map(([x, y]): ResolvedEnd => ({ point: { x, y }, side: null, obstacle: null })), end]
  const commands =
    path === 'curve'
      ? via.length === 0
        ? curveBetween(start, end, strength => curveThrough(stops, strength))
        : curveThrough(stops)
      : lineThrough(isOrthogonal ? elbowsThrough(stops) : stops.map(stop => stop.point))
  const points = flatten(commands)
  return { commands, points, box: boxOfPoints(points) }
}

/** Where the path starts and ends, without the way between. */
export function connectorEnds(shape: ConnectorShape): { start: Point; end: Point } {
  const { path, via } = shape
  const { from, to } = withSides(shape)
  const bends = via.map(([x, y]): ConnectorEnd => ({ point: { x, y } }))
  return {
    start: resolveEnd(from, bends[0] ?? to, path === 'elbow').point,
    end: resolveEnd(to, bends.at(-1) ?? from, path === 'elbow').point,
  }
}

/** An object that is connected with itself has a loop at its corner. Otherwise, automatic anchors are left to the path. */
function withSides({ from, to, path, via }: ConnectorShape): Pick<ConnectorShape, 'from' | 'to'> {
  if (isSameTarget(from, to)) return { from: atAnchor(from, 'right'), to: atAnchor(to, 'bottom') }
  if (path !== 'elbow' || via.length > 0) return { from, to }
  const [fromSides, toSides] = [sidesToTry(from, to), sidesToTry(to, from)]
  if (fromSides.length === 1 && toSides.length === 1) return { from, to }
  const pairs = fromSides.flatMap(fromSide =>
    toSides.map(toSide => ({ from: atAnchor(from, fromSide), to: atAnchor(to, toSide) })),
  )
  const costs = pairs.map(({ from, to }) => {
    const [start, end] = [resolveEnd(from, to, true), resolveEnd(to, from, true)]
    return routeCost(
      elbowRoute(start, end),
      [start.obstacle, end.obstacle].filter(box => box !== null),
    )
  })
  return pairs[costs.indexOf(Math.min(...costs))] ?? { from, to }
}

/** Replaces an automatic anchor. */
const atAnchor = (end: ConnectorEnd, anchor: Anchor): ConnectorEnd =>
  'target' in end && end.anchor === 'auto' ? { target: end.target, anchor } : end

const isSameTarget = (one: ConnectorEnd, other: ConnectorEnd) =>
  'target' in one &&
  'target' in other &&
  one.target.rotation === other.target.rotation &&
  one.target.box.x === other.target.box.x &&
  one.target.box.y === other.target.box.y &&
  one.target.box.width === other.target.box.width &&
  one.target.box.height === other.target.box.height

const lineThrough = (points: readonly Point[]): Path => polyline(points.map(({ x, y }) => [x, y] as const))

const elbowsThrough = (stops: readonly ResolvedEnd[]): Point[] =>
  simplify(stops.slice(1).flatMap((stop, index) => elbowRoute(stops[index] as ResolvedEnd, stop)))

/** How far the control points of a curve may lie from its ends. */
const maxPull = 400

/** Leaves and enters perpendicular to the sides; passes its bends smoothly (Catmull-Rom). */
function curveThrough(stops: readonly ResolvedEnd[], strength = 1): Path {
  const points = stops.map(stop => stop.point)
  const tangents = stops.map((stop, index) => tangentAt(stop, index, points))
  const [first] = points as [Point]
  return [
    move(first.x, first.y),
    ...points.slice(1).map((point, index) => {
      const before = points[index] as Point
      const pull = strength * Math.min(distance(before, point) / (points.length === 2 ? 2 : 3), maxPull)
      const [out, into] = [tangents[index] as Point, tangents[index + 1] as Point]
      return curve(
        before.x + out.x * pull,
        before.y + out.y * pull,
        point.x - into.x * pull,
        point.y - into.y * pull,
        point.x,
        point.y,
      )
    }),
  ]
}

/** The direction of travel at a stop, of length 1. */
function tangentAt({ side }: ResolvedEnd, index: number, points: readonly Point[]): Point {
  const isFirst = index === 0
  const isLast = index === points.length - 1
  if (side && isFirst) return outwardOf[side]
  if (side && isLast) return { x: -outwardOf[side].x, y: -outwardOf[side].y }
  const from = points[Math.max(0, index - 1)] as Point
  const to = points[Math.min(points.length - 1, index + 1)] as Point
  const run = distance(from, to) || 1
  const along = { x: (to.x - from.x) / run, y: (to.y - from.y) / run }
  if (!isFirst && !isLast) return along
  // A free end leaves along the axis in which the other end lies farther away.
  return Math.abs(along.x) > Math.abs(along.y) ? { x: Math.sign(along.x), y: 0 } : { x: 0, y: Math.sign(along.y) || 1 }
}
