// A stroke of a pen: one smooth line through the midpoints of its points. An eraser draws the same line and removes what
// other strokes left on its layer; ink.ts ensures that the layer contains only strokes.

import type { Box, Point, StrokeObject } from '../drawable.ts'
import { themes } from '../palette.ts'
import { insideFrame, type Renderer } from '../renderer.ts'
import type { Surface } from '../surface.ts'

export const stroke: Renderer<StrokeObject> = {
  layer: 'ink',
  frame: object => ({ ...boxOf(object), scale: 1 }),
  minDetailZoom: () => 0,
  attachedTo: ({ targetId }) => targetId,
  erases: ({ brushType }) => brushType === 'Eraser',
  hits(object, point, { slack }) {
    if (object.brushType === 'Eraser') return false
    const box = boxOf(object)
    if (!insideFrame(box, point, { slack })) return false
    const { x, y } = box
    return isNear(object.points, { x: point.x + x, y: point.y + y }, object.size / 2 + slack)
  },
  isSelectedBy(object, box) {
    if (object.brushType === 'Eraser') return false
    const { x, y } = boxOf(object)
    return runsThrough(object.points, { ...box, x: box.x + x, y: box.y + y })
  },
  draw(surface, object, { zoom, pens }) {
    const isMarker = object.brushType === 'Highlighter'
    // On a light ground a highlighter darkens like a real one, so that text below it stays as dark as it is.
    const marked = pens === themes.light.pens ? 'multiply' : 'source-over'
    surface.globalCompositeOperation = isMarker
      ? marked
      : object.brushType === 'Eraser'
        ? 'destination-out'
        : 'source-over'
    surface.globalAlpha = isMarker ? markerOpacity : 1
    surface.strokeStyle = pens[object.penColor]
    surface.lineCap = isMarker && object.points.length > 2 ? 'butt' : 'round'
    surface.lineJoin = 'round'
    // A line thinner than a pixel would be invisible.
    surface.lineWidth = Math.max(object.size, 0.8 / zoom)
    tracePath(surface, object, 0.75 / zoom)
    surface.stroke()
    surface.globalCompositeOperation = 'source-over'
    surface.globalAlpha = 1
  },
}

/** Text below a highlighter stays readable. */
const markerOpacity = 0.38

/** Points closer together than `spacing` are skipped, except for the last. */
function tracePath(surface: Surface, object: StrokeObject, spacing: number) {
  const { points } = object
  const { x: left, y: top } = boxOf(object)
  let [x, y] = [at(points, 0) - left, at(points, 1) - top]
  surface.beginPath()
  surface.moveTo(x, y)
  for (let index = 2; index < points.length - 2; index += 2) {
    const [nextX, nextY] = [at(points, index) - left, at(points, index + 1) - top]
    if (Math.abs(nextX - x) + Math.abs(nextY - y) < spacing) continue
    surface.quadraticCurveTo(x, y, (x + nextX) / 2, (y + nextY) / 2)
    x = nextX
    y = nextY
  }
  const [endX, endY] = [at(points, points.length - 2) - left, at(points, points.length - 1) - top]
  surface.quadraticCurveTo(x, y, endX, endY)
  // A canvas draws no cap for a line of zero length, so a dot needs a tiny one.
  if (points.length === 2) surface.lineTo(endX + 0.01, endY)
}

const boxes = new WeakMap<readonly number[], Box>()

function boxOf({ points, size }: StrokeObject): Box {
  const { x, y, width, height } = boxOfPoints(points)
  return { x: x - size / 2, y: y - size / 2, width: width + size, height: height + size }
}

function boxOfPoints(points: readonly number[]): Box {
  const known = boxes.get(points)
  if (known) return known
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let index = 0; index + 1 < points.length; index += 2) {
    left = Math.min(left, at(points, index))
    right = Math.max(right, at(points, index))
    top = Math.min(top, at(points, index + 1))
    bottom = Math.max(bottom, at(points, index + 1))
  }
  const box = { x: left, y: top, width: right - left, height: bottom - top }
  boxes.set(points, box)
  return box
}

function isNear(points: readonly number[], point: Point, distance: number): boolean {
  if (points.length === 2) return Math.hypot(at(points, 0) - point.x, at(points, 1) - point.y) <= distance
  for (let index = 0; index + 3 < points.length; index += 2) {
    if (distanceToSegment(points, index, point) <= distance) return true
  }
  return false
}

function runsThrough(points: readonly number[], box: Box): boolean {
  for (let index = 0; index + 1 < points.length; index += 2) {
    const next = Math.min(index + 2, points.length - 2)
    const [from, to] = [
      { x: at(points, index), y: at(points, index + 1) },
      { x: at(points, next), y: at(points, next + 1) },
    ]
    if (segmentMeets(from, to, box)) return true
  }
  return false
}

/** Clips the segment to the box; they meet if something is left. */
function segmentMeets(from: Point, to: Point, box: Box): boolean {
  let [start, end] = [0, 1]
  for (const [origin, run, low, high] of [
    [from.x, to.x - from.x, box.x, box.x + box.width],
    [from.y, to.y - from.y, box.y, box.y + box.height],
  ] as const) {
    if (run === 0 && (origin < low || origin > high)) return false
    if (run === 0) continue
    const [one, other] = [(low - origin) / run, (high - origin) / run]
    start = Math.max(start, Math.min(one, other))
    end = Math.min(end, Math.max(one, other))
  }
  return start <= end
}

function distanceToSegment(points: readonly number[], index: number, point: Point): number {
  const [x, y] = [at(points, index), at(points, index + 1)]
  const [runX, runY] = [at(points, index + 2) - x, at(points, index + 3) - y]
  const square = runX * runX + runY * runY
  const along = square === 0 ? 0 : ((point.x - x) * runX + (point.y - y) * runY) / square
  const nearest = Math.min(1, Math.max(0, along))
  return Math.hypot(x + nearest * runX - point.x, y + nearest * runY - point.y)
}

const at = (points: readonly number[], index: number) => points[index] as number
