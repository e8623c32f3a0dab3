// Curves between two ends: one smooth bow if it stays clear of the objects at the ends, otherwise a way around them with
// wide corners. Bows through more points are in connector-path.ts.

import type { ResolvedEnd } from './connector-end.ts'
import type { Box, Point } from './drawable.ts'
import { elbowRoute } from './elbow-route.ts'
import { curve, distance, flatten, line, move, type Path } from './path.ts'

/** The widest corners that stay clear are taken. A corner of this size at the usual distance of a route always does. */
const cornerSizes = [Number.POSITIVE_INFINITY, 96, 48, 24, 12, 0]

/** How strongly a bow bends. */
const strengths = [1, 0.5]

/** The first of the bows that runs through neither object, or else the way around them. */
export function curveBetween(from: ResolvedEnd, to: ResolvedEnd, bowOf: (strength: number) => Path): Path {
  const isClear = (path: Path) => !runsThroughEnds(flatten(path), from.obstacle, to.obstacle)
  for (const strength of strengths) {
    const bow = bowOf(strength)
    if (isClear(bow)) return bow
  }
  const route = elbowRoute(from, to)
  for (const size of cornerSizes) {
    const around = withRoundCorners(route, size)
    if (isClear(around)) return around
  }
  // The objects overlap: nothing leads around them.
  return bowOf(1)
}

function withRoundCorners(points: readonly Point[], size: number): Path {
  const [first] = points as readonly [Point]
  const last = points.length - 1
  /** How much of a segment a corner may take: all of the first and last, half of one between two corners. */
  const room = (index: number) => {
    const length = distance(points[index] as Point, points[index + 1] as Point)
    return index === 0 || index === last - 1 ? length : length / 2
  }
  const corners = points.slice(1, -1).flatMap((corner, index) => {
    const cut = Math.min(size, room(index), room(index + 1))
    const [start, end] = [toward(corner, points[index] as Point, cut), toward(corner, points[index + 2] as Point, cut)]
    const [one, two] = [toward(start, corner, (cut * 2) / 3), toward(end, corner, (cut * 2) / 3)]
    return [line(start.x, start.y), curve(one.x, one.y, two.x, two.y, end.x, end.y)]
  })
  const end = points[last] as Point
  return [move(first.x, first.y), ...corners, line(end.x, end.y)]
}

function toward(from: Point, to: Point, by: number): Point {
  const run = distance(from, to)
  if (run === 0) return from
  return { x: from.x + ((to.x - from.x) * by) / run, y: from.y + ((to.y - from.y) * by) / run }
}

/** Whether the line runs through an object. Its ends may be inside: the outline of a shape is not its box. */
const runsThroughEnds = (points: readonly Point[], one: Box | null, other: Box | null): boolean =>
  (one !== null && entersAgain(points, one)) || (other !== null && entersAgain(points.toReversed(), other))

/** Whether the line enters the box after it has left it. */
function entersAgain(points: readonly Point[], box: Box): boolean {
  let hasLeft = false
  for (let index = 0; index < points.length - 1; index++) {
    const [a, b] = [points[index] as Point, points[index + 1] as Point]
    if (hasLeft && crosses(a, b, box)) return true
    hasLeft ||= !isInsideBox(b, box)
  }
  return false
}

/** Touching the edge is not crossing it. */
const edge = 0.5

const isInsideBox = ({ x, y }: Point, box: Box) =>
  x > box.x + edge && x < box.x + box.width - edge && y > box.y + edge && y < box.y + box.height - edge

/** Whether a segment has a part inside the box: its parts within both pairs of sides overlap. */
function crosses(a: Point, b: Point, { x, y, width, height }: Box): boolean {
  const across = partWithin(a.x, b.x, x + edge, x + width - edge)
  const along = partWithin(a.y, b.y, y + edge, y + height - edge)
  return Math.max(across[0], along[0], 0) < Math.min(across[1], along[1], 1)
}

function partWithin(from: number, to: number, low: number, high: number): readonly [start: number, end: number] {
  if (from === to) return from > low && from < high ? [0, 1] : [1, 0]
  const [one, other] = [(low - from) / (to - from), (high - from) / (to - from)]
  return one < other ? [one, other] : [other, one]
}
