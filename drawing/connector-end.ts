// Where a connector meets the objects at its ends: the point on the outline, and the direction in which it leaves.

import type { Box, Point } from './drawable.ts'
import { distance, firstCrossing, isInside } from './path.ts'
import { centerOf, cornersOf, rotatedBounds, rotatePoint } from './rotation.ts'

export type Side = 'top' | 'right' | 'bottom' | 'left'
export type Anchor = 'auto' | Side | readonly [u: number, v: number]

/** An object that a connector is attached to. */
export interface EndTarget {
  readonly box: Box
  readonly rotation: number
  /** The outline in an unrotated box at the origin, as a closed line; null for the box itself. */
  readonly boundary: readonly Point[] | null
}

/** A free point, or an object with an anchor. */
export type ConnectorEnd = { readonly point: Point } | { readonly target: EndTarget; readonly anchor: Anchor }

export interface ResolvedEnd {
  readonly point: Point
  /** The side at which it leaves, after rotation; null for a free point. */
  readonly side: Side | null
  /** The upright box around the object, which the path goes around; null for a free point. */
  readonly obstacle: Box | null
}

export const outwardOf: Readonly<Record<Side, Point>> = {
  top: { x: 0, y: -1 },
  right: { x: 1, y: 0 },
  bottom: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
}
const sides: readonly Side[] = ['top', 'right', 'bottom', 'left']

/** The middle of what the end is attached to: what an automatic anchor at the other end looks at. */
const middleOf = (end: ConnectorEnd): Point => ('point' in end ? end.point : centerOf(end.target.box))

/**
 * `toward` is the next point of the path. An automatic anchor is at the side that faces it if the path is orthogonal
 * (`elbow`), and otherwise where the straight line to it crosses the outline.
 */
export function resolveEnd(end: ConnectorEnd, toward: ConnectorEnd, isOrthogonal: boolean): ResolvedEnd {
  if ('point' in end) return { point: end.point, side: null, obstacle: null }
  const { target, anchor } = end
  const obstacle = rotatedBounds(target.box, target.rotation)
  if (anchor === 'auto') {
    if (isOrthogonal) return { ...atSide(target, facingSide(obstacle, boxOf(toward))), obstacle }
    const aim = middleOf(toward)
    const point = findCrossing(target, aim) ?? atSide(target, facingSide(obstacle, boxOf(toward))).point
    return { point, side: nearestSide(obstacle, point), obstacle }
  }
  if (typeof anchor === 'string') return { ...atSide(target, anchor), obstacle }
  const point = atFraction(target, anchor)
  return { point, side: nearestSide(obstacle, point), obstacle }
}

/** A point of the box, moved toward the middle to the outline if it lies outside of that. */
function atFraction(target: EndTarget, [u, v]: readonly [number, number]): Point {
  const { box, rotation } = target
  const center = centerOf(box)
  const point = { x: box.x + u * box.width, y: box.y + v * box.height }
  const outline = target.boundary && outlinesOf(target).unrotated
  const isOutside = outline !== null && !isInside(outline, point)
  return rotatePoint((isOutside && firstCrossing(point, center, outline)) || point, center, rotation)
}

/**
 * The sides to choose from for an automatic anchor of an orthogonal path. There is one, unless the objects are so close
 * that the sides which face each other leave no room between them.
 */
export function sidesToTry(end: ConnectorEnd, other: ConnectorEnd): readonly Anchor[] {
  if ('point' in end) return ['auto']
  if (end.anchor !== 'auto') return [end.anchor]
  return 'target' in other && gapBetween(boxOf(end), boxOf(other)) < leastGap ? sides : ['auto']
}

const leastGap = 8

/** Negative if the boxes overlap. */
export function gapBetween(one: Box, other: Box): number {
  const gapX = Math.max(one.x, other.x) - Math.min(one.x + one.width, other.x + other.width)
  const gapY = Math.max(one.y, other.y) - Math.min(one.y + one.height, other.y + other.height)
  return Math.max(gapX, gapY)
}

const boxOf = (end: ConnectorEnd): Box =>
  'point' in end ? { ...end.point, width: 0, height: 0 } : rotatedBounds(end.target.box, end.target.rotation)

/** The middle of a side of the unrotated box, moved inward to the outline, and the side it faces after rotation. */
function atSide(target: EndTarget, side: Side): { point: Point; side: Side } {
  const { box, rotation } = target
  const center = centerOf(box)
  const outward = outwardOf[side]
  const edge = { x: center.x + (outward.x * box.width) / 2, y: center.y + (outward.y * box.height) / 2 }
  const onOutline = target.boundary && firstCrossing(edge, center, outlinesOf(target).unrotated)
  return {
    point: rotatePoint(onOutline ?? edge, center, rotation),
    side: sideOf(rotatePoint(outward, { x: 0, y: 0 }, rotation)),
  }
}

/** Where the line from another point to the center first meets the outline; null if that point is inside. */
function findCrossing(target: EndTarget, from: Point): Point | null {
  return firstCrossing(from, centerOf(target.box), outlinesOf(target).rotated)
}

/** On the board, computed once for all connectors at an object. */
interface Outlines {
  readonly unrotated: readonly Point[]
  readonly rotated: readonly Point[]
}

const knownOutlines = new WeakMap<EndTarget, Outlines>()

function outlinesOf(target: EndTarget): Outlines {
  const known = knownOutlines.get(target)
  if (known) return known
  const { box, rotation, boundary } = target
  const unrotated = boundary ? shift(boundary, box) : closePath(cornersOf(box))
  const center = centerOf(box)
  const rotated = rotation === 0 ? unrotated : unrotated.map(point => rotatePoint(point, center, rotation))
  knownOutlines.set(target, { unrotated, rotated })
  return { unrotated, rotated }
}

const shift = (points: readonly Point[], { x, y }: Box): Point[] =>
  points.map(point => ({ x: point.x + x, y: point.y + y }))

const closePath = (points: readonly Point[]): Point[] => [...points, points[0] as Point]

/** The side whose outward direction is closest to the given one. */
function sideOf({ x, y }: Point): Side {
  if (Math.abs(x) > Math.abs(y)) return x > 0 ? 'right' : 'left'
  return y > 0 ? 'bottom' : 'top'
}

/** The side of the box with the widest gap to the other box; without any gap, the one toward its center. */
function facingSide(box: Box, other: Box): Side {
  const gaps: Record<Side, number> = {
    top: box.y - (other.y + other.height),
    right: other.x - (box.x + box.width),
    bottom: other.y - (box.y + box.height),
    left: box.x - (other.x + other.width),
  }
  const widest = sides.reduce((best, side) => (gaps[side] > gaps[best] ? side : best))
  if (gaps[widest] > 0) return widest
  const [from, to] = [centerOf(box), centerOf(other)]
  return sideOf({ x: (to.x - from.x) / (box.width || 1), y: (to.y - from.y) / (box.height || 1) })
}

function nearestSide({ x, y, width, height }: Box, point: Point): Side {
  const distances: Record<Side, number> = {
    top: Math.abs(point.y - y),
    right: Math.abs(x + width - point.x),
    bottom: Math.abs(y + height - point.y),
    left: Math.abs(point.x - x),
  }
  return sides.reduce((best, side) => (distances[side] < distances[best] ? side : best))
}

export const isSamePoint = (a: Point, b: Point) => distance(a, b) < 0.001
