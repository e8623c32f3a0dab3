// Orthogonal routes: from one end to the other with horizontal and vertical segments, leaving and entering perpendicular
// to the sides, around the two objects, with as few bends as possible. The search runs on the few lines that a good route
// can use: along the objects at a distance, through the middle between them, and through the ends.

import { gapBetween, isSamePoint, type ResolvedEnd, type Side } from './connector-end.ts'
import type { Box, Point } from './drawable.ts'

/** How far a route leaves an object before it turns. */
const clearance = 24
/** A bend costs as much as this length. */
const bendCost = 60

export function elbowRoute(from: ResolvedEnd, to: ResolvedEnd): Point[] {
  const reach = clearanceBetween(from.obstacle, to.obstacle)
  const facing = routeBetweenFacingSides(from, to)
  if (facing) return facing
  const start = leave(from, reach)
  const end = leave(to, reach)
  const obstacles = [from.obstacle, to.obstacle].filter(box => box !== null)
  const found =
    search({ start, end, from, to, obstacles, reach }) ?? search({ start, end, from, to, obstacles: [], reach })
  return simplify([from.point, ...(found ?? [start, { x: end.x, y: start.y }, end]), to.point])
}

/**
 * Most objects are connected by sides that face each other across a gap. The best route is then a straight line, or two
 * bends in the middle of the gap: what the search would find, without searching. Null for all other ends.
 */
function routeBetweenFacingSides(from: ResolvedEnd, to: ResolvedEnd): Point[] | null {
  const { point: a, side, obstacle: one } = from
  const { point: b, obstacle: other } = to
  if (!side || !one || !other || to.side !== oppositeOf[side]) return null
  const isAcross = side === 'left' || side === 'right'
  const [low, high] = side === 'right' || side === 'bottom' ? [one, other] : [other, one]
  const gapStart = isAcross ? low.x + low.width : low.y + low.height
  const gapEnd = isAcross ? high.x : high.y
  if (gapEnd <= gapStart) return null
  const middle = (gapStart + gapEnd) / 2
  if (isAcross) return simplify(a.y === b.y ? [a, b] : [a, { x: middle, y: a.y }, { x: middle, y: b.y }, b])
  return simplify(a.x === b.x ? [a, b] : [a, { x: a.x, y: middle }, { x: b.x, y: middle }, b])
}

const oppositeOf: Readonly<Record<Side, Side>> = { top: 'bottom', right: 'left', bottom: 'top', left: 'right' }

/** What makes a route worse than another: its length, its bends, and running through the objects. */
export function routeCost(points: readonly Point[], obstacles: readonly Box[]): number {
  let cost = bendCost * points.length
  for (let index = 1; index < points.length; index++) {
    const [a, b] = [points[index - 1] as Point, points[index] as Point]
    const isVertical = a.x === b.x
    const [low, high] = isVertical ? [Math.min(a.y, b.y), Math.max(a.y, b.y)] : [Math.min(a.x, b.x), Math.max(a.x, b.x)]
    cost += high - low
    for (const box of obstacles) if (isBlocked(box, isVertical, isVertical ? a.x : a.y, low, high)) cost += crossingCost
  }
  return points.length < 2 ? Number.POSITIVE_INFINITY : cost
}

const crossingCost = 10_000

/** Half of the gap between the objects, if that is less than usual: both leave toward the middle of the gap. */
function clearanceBetween(one: Box | null, other: Box | null): number {
  if (!one || !other) return clearance
  const gap = gapBetween(one, other)
  return gap > 0 ? Math.min(clearance, gap / 2) : clearance
}

/** The point at which a route may turn first: beyond the edge of the object. */
function leave({ point, side, obstacle }: ResolvedEnd, reach: number): Point {
  if (!side || !obstacle) return point
  const { x, y, width, height } = obstacle
  if (side === 'top') return { x: point.x, y: y - reach }
  if (side === 'bottom') return { x: point.x, y: y + height + reach }
  return { x: side === 'left' ? x - reach : x + width + reach, y: point.y }
}

interface Search {
  readonly start: Point
  readonly end: Point
  readonly from: ResolvedEnd
  readonly to: ResolvedEnd
  readonly obstacles: readonly Box[]
  readonly reach: number
}

/** Clockwise, so that the opposite is two steps away. */
const directions: readonly Side[] = ['top', 'right', 'bottom', 'left']

/** The cheapest route over the grid; null if there is none. Dijkstra's algorithm over (point, direction). */
function search({ start, end, from, to, obstacles, reach }: Search): Point[] | null {
  const x = gridLines(start.x, end.x, spansOf(from, to, 'x'), reach)
  const y = gridLines(start.y, end.y, spansOf(from, to, 'y'), reach)
  const columns = x.lines.length
  const count = columns * y.lines.length * 4
  const cost = new Float64Array(count).fill(Number.POSITIVE_INFINITY)
  const previous = new Int32Array(count).fill(-1)
  const queue = new StateQueue()
  const cellOf = (point: Point) => y.lines.indexOf(point.y) * columns + x.lines.indexOf(point.x)
  const goal = cellOf(end)
  const arrival = to.side === null ? -1 : (directions.indexOf(to.side) + 2) % 4
  for (let direction = 0; direction < 4; direction++) {
    if (from.side !== null && directions[direction] !== from.side) continue
    const state = cellOf(start) * 4 + direction
    cost[state] = 0
    queue.push(state, 0)
  }
  for (let state = queue.pop(); state >= 0; state = queue.pop()) {
    const cell = state >> 2
    const direction = state & 3
    if (cell === goal && (arrival < 0 || direction === arrival)) return trace(state, previous, x.lines, y.lines)
    const soFar = cost[state] as number
    // Turning on the spot lets a route arrive in the right direction. It never turns back.
    relax(cell * 4 + ((direction + 1) % 4), soFar + bendCost, state)
    relax(cell * 4 + ((direction + 3) % 4), soFar + bendCost, state)
    const ahead = stepCost(cell, direction)
    if (ahead > 0) relax((cell + stepTo(direction)) * 4 + direction, soFar + ahead, state)
  }
  return null

  function relax(state: number, newCost: number, by: number) {
    if (newCost >= (cost[state] as number)) return
    cost[state] = newCost
    previous[state] = by
    queue.push(state, newCost)
  }

  function stepTo(direction: number): number {
    return direction === 0 ? -columns : direction === 1 ? 1 : direction === 2 ? columns : -1
  }

  /** The cost of continuing to the next line; -1 if there is none, or if an object lies between. */
  function stepCost(cell: number, direction: number): number {
    const isVertical = direction % 2 === 0
    const step = direction === 1 || direction === 2 ? 1 : -1
    const [column, row] = [cell % columns, Math.floor(cell / columns)]
    const [along, across] = isVertical ? [y, x] : [x, y]
    const here = isVertical ? row : column
    const low = along.lines[Math.min(here, here + step)]
    const high = along.lines[Math.max(here, here + step)]
    if (low === undefined || high === undefined) return -1
    const at = across.lines[isVertical ? column : row] as number
    for (const box of obstacles) if (isBlocked(box, isVertical, at, low, high)) return -1
    return (high - low) * (at === across.middle ? middleDiscount : 1)
  }
}

/** Of routes that are equally long, the one through the middle between the objects looks best. */
const middleDiscount = 0.98

/** Whether a segment runs through the inside of a box. */
function isBlocked({ x, y, width, height }: Box, isVertical: boolean, at: number, low: number, high: number): boolean {
  const edge = 0.5
  return isVertical
    ? at > x + edge && at < x + width - edge && high > y + edge && low < y + height - edge
    : at > y + edge && at < y + height - edge && high > x + edge && low < x + width - edge
}

interface Span {
  readonly low: number
  readonly high: number
}

const spansOf = ({ obstacle: one }: ResolvedEnd, { obstacle: other }: ResolvedEnd, axis: 'x' | 'y'): Span[] =>
  [one, other].flatMap(box =>
    box ? [{ low: box[axis], high: box[axis] + (axis === 'x' ? box.width : box.height) }] : [],
  )

/** The lines that a route may use, and the one in the middle between the objects or the free ends. */
function gridLines(start: number, end: number, spans: readonly Span[], reach: number) {
  const [one = { low: start, high: start }, other = { low: end, high: end }] = spans
  const [low, high] = [Math.min(one.high, other.high), Math.max(one.low, other.low)]
  const middle = high > low ? (low + high) / 2 : null
  const lines = new Set([start, end, ...spans.flatMap(span => [span.low - reach, span.high + reach])])
  if (middle !== null) lines.add(middle)
  return { lines: [...lines].sort((a, b) => a - b), middle }
}

function trace(state: number, previous: Int32Array, xs: readonly number[], ys: readonly number[]): Point[] {
  const points: Point[] = []
  for (let at = state; at >= 0; at = previous[at] as number) {
    const cell = at >> 2
    points.push({ x: xs[cell % xs.length] as number, y: ys[Math.floor(cell / xs.length)] as number })
  }
  return points.reverse()
}

/** Without points that are repeated or lie on a straight segment. */
export function simplify(points: readonly Point[]): Point[] {
  const kept: Point[] = []
  for (const point of points) {
    const [before, last] = [kept.at(-2), kept.at(-1)]
    if (last && isSamePoint(last, point)) continue
    if (before && last && isStraight(before, last, point)) kept.pop()
    kept.push(point)
  }
  return kept
}

const isStraight = (a: Point, b: Point, c: Point) =>
  Math.abs((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)) < 0.001 &&
  (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) >= 0

/** A binary heap of states, cheapest first. */
class StateQueue {
  readonly #states: number[] = []
  readonly #costs: number[] = []

  push(state: number, cost: number): void {
    let index = this.#states.length
    while (index > 0) {
      const parent = (index - 1) >> 1
      if ((this.#costs[parent] as number) <= cost) break
      this.#put(index, this.#states[parent] as number, this.#costs[parent] as number)
      index = parent
    }
    this.#put(index, state, cost)
  }

  /** -1 if it is empty. */
  pop(): number {
    const [top = -1] = this.#states
    const state = this.#states.pop()
    const cost = this.#costs.pop()
    if (state !== undefined && cost !== undefined && this.#states.length > 0) this.#sink(state, cost)
    return top
  }

  #sink(state: number, cost: number): void {
    const costs = this.#costs
    let index = 0
    for (let child = 1; child < costs.length; child = 2 * index + 1) {
      if (child + 1 < costs.length && (costs[child + 1] as number) < (costs[child] as number)) child++
      if ((costs[child] as number) >= cost) break
      this.#put(index, this.#states[child] as number, costs[child] as number)
      index = child
    }
    this.#put(index, state, cost)
  }

  #put(index: number, state: number, cost: number): void {
    this.#states[index] = state
    this.#costs[index] = cost
  }
}
