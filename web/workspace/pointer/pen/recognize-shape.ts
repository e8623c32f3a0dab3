// Recognizes the shape of a line drawn by hand: a rectangle, an ellipse, a diamond, a triangle, a straight line or an
// arrow. A closed line is compared with each form of the same box, and the nearest one wins.

import type { Box, Point, ShapeForm } from '@tessera/drawing'
import { boxOfPoints, distance, distanceToLine } from '@tessera/drawing/path'
import { shapeBoundary } from '@tessera/drawing/shape-outline'

export type RecognizedShape =
  | { readonly type: 'form'; readonly form: ShapeForm; readonly box: Box; readonly rotation: number }
  | { readonly type: 'line'; readonly from: Point; readonly to: Point; readonly isArrow: boolean }

/** Null if it is none of them. `points` is x1, y1, x2, y2, … */
export function recognizeShape(points: readonly number[]): RecognizedShape | null {
  const line = resample(pairs(points), sampleCount)
  if (line.length < 3) return null
  const box = boxOfPoints(line)
  const diagonal = Math.hypot(box.width, box.height)
  const isClosed = distance(line[0] as Point, line.at(-1) as Point) < maxGap * diagonal
  return isClosed ? closedShape(line, box, diagonal) : openLine(line)
}

const sampleCount = 96
/** The distance between both ends, relative to the diagonal: a hand rarely ends exactly where it started. */
const maxGap = 0.25
/** The mean distance to a form, relative to the diagonal. */
const maxDeviation = 0.045
/** The length of a line, relative to the direct distance: a hand does not draw it exactly straight. */
const maxDetour = 1.08

const forms: readonly { readonly form: ShapeForm; readonly rotation: number }[] = [
  { form: 'rectangle', rotation: 0 },
  { form: 'ellipse', rotation: 0 },
  { form: 'diamond', rotation: 0 },
  { form: 'triangle', rotation: 0 },
  { form: 'triangle', rotation: 180 },
]

function closedShape(line: readonly Point[], box: Box, diagonal: number): RecognizedShape | null {
  if (Math.min(box.width, box.height) < 0.1 * diagonal) return null
  const [best] = forms
    .map(one => ({ ...one, deviation: deviationFrom(line, outlineOf(one, box)) / diagonal }))
    .sort((one, other) => one.deviation - other.deviation)
  if (!best || best.deviation > maxDeviation) return null
  return { type: 'form', form: best.form, box, rotation: best.rotation }
}

function outlineOf({ form, rotation }: { form: ShapeForm; rotation: number }, box: Box): Point[] {
  const { x, y, width, height } = box
  const outline = shapeBoundary(form, { width, height })
  return outline.map(point =>
    rotation === 180 ? { x: x + width - point.x, y: y + height - point.y } : { x: x + point.x, y: y + point.y },
  )
}

/** In both directions: a line that only runs along a part of the outline is far from the rest of it. */
function deviationFrom(line: readonly Point[], outline: readonly Point[]): number {
  const closed = [...outline, outline[0] as Point]
  const drawn = [...line, line[0] as Point]
  const there = mean(line.map(point => distanceToLine(closed, point)))
  const back = mean(resample(closed, sampleCount).map(point => distanceToLine(drawn, point)))
  return Math.max(there, back)
}

/** The line is straight to the farthest point; if the rest is short and goes back, it is the head of an arrow. */
function openLine(line: readonly Point[]): RecognizedShape | null {
  const from = line[0] as Point
  const reach = Math.max(...line.map(point => distance(from, point)))
  // The pen passes the tip of an arrow twice; the line ends where it is there first.
  const farthest = line.findIndex(point => distance(from, point) > 0.97 * reach)
  const to = at(line, farthest)
  const direct = distance(from, to)
  if (direct === 0 || lengthOf(line.slice(0, farthest + 1)) > maxDetour * direct) return null
  const head = lengthOf(line.slice(farthest))
  if (head > 1.2 * direct) return null
  return { type: 'line', from, to, isArrow: head > 0.12 * direct }
}

const at = (line: readonly Point[], index: number) => line[index] as Point
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const lengthOf = (line: readonly Point[]) =>
  line.reduce((sum, point, index) => (index === 0 ? 0 : sum + distance(at(line, index - 1), point)), 0)

function pairs(points: readonly number[]): Point[] {
  return points.flatMap((x, index) => (index % 2 === 0 ? [{ x, y: points[index + 1] as number }] : []))
}

/** Evenly spaced along the line, so that slow parts of the drawing count no more than fast ones. */
function resample(line: readonly Point[], count: number): Point[] {
  const length = lengthOf(line)
  if (length === 0) return []
  const gap = length / (count - 1)
  const found: Point[] = [line[0] as Point]
  let walked = 0
  for (let index = 1; index < line.length; index++) {
    const [from, to] = [at(line, index - 1), at(line, index)]
    const segment = distance(from, to)
    while (segment > 0 && found.length < count && found.length * gap <= walked + segment + 1e-6) {
      const share = Math.min(1, (found.length * gap - walked) / segment)
      found.push({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share })
    }
    walked += segment
  }
  return found
}
