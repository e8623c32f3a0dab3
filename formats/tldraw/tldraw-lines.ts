// Arrows, lines and freehand drawings of tldraw.

import type { ImportedEnd } from '../attach-end.ts'
import { isFarFromPen, nearestPenColor } from '../css-color.ts'
import { isObject, type JsonObject, own, ownList, ownNumber, ownText } from '../parse-json.ts'
import { segmentPoints } from './tldraw-points.ts'
import { scaleOf, textOf } from './tldraw-shapes.ts'
import {
  type AddShape,
  boxOf,
  childOf,
  onBoard,
  type Placement,
  placeFields,
  rootPlacement,
  type Shape,
  type TldrawBoard,
} from './tldraw-store.ts'
import { bySize, colorsOf, lineStyleOf, strokeWidths, textSizes, withOpacity } from './tldraw-styles.ts'

interface XY {
  readonly x: number
  readonly y: number
}

export const addArrow: AddShape = (shape, placement, board) => {
  const [from, to] = [endOf(shape, 'start', placement, board), endOf(shape, 'end', placement, board)]
  const isElbow = ownText(shape.props, 'kind') === 'elbow'
  const bend = ownNumber(shape.props, 'bend') * placement.scale
  const isBent = !isElbow && Math.abs(bend) > 4
  board.builder.add(
    'connector',
    {
      from: from.end,
      to: to.end,
      path: isElbow ? 'elbow' : isBent ? 'curve' : 'straight',
      via: isBent ? [middleOf(from.at, to.at, bend)] : [],
      startCap: capOf(shape, 'arrowheadStart', 'none', board),
      endCap: capOf(shape, 'arrowheadEnd', 'arrow', board),
      ...lineOf(shape, placement),
      label: textOf(shape, board),
      labelAt: Math.min(1, Math.max(0, ownNumber(shape.props, 'labelPosition', 0.5))),
      pin: shape.isLocked,
    },
    placeFields(shape, placement),
  )
}

interface End {
  readonly end: ImportedEnd
  /** The approximate position of the line. */
  readonly at: XY
}

/** Bindings are records of their own; before 2024 they were part of the arrow. */
function endOf(shape: Shape, terminal: 'start' | 'end', placement: Placement, board: TldrawBoard): End {
  const written = own(shape.props, terminal)
  const bindings = board.records.bindings.get(shape.id) ?? []
  const found = bindings.find(one => ownText(own(one, 'props'), 'terminal') === terminal)
  const isOld = ownText(written, 'type') === 'binding'
  const binding = found ? own(found, 'props') : isOld ? written : null
  const target = board.shapes.get(found ? ownText(found, 'toId') : ownText(written, 'boundShapeId'))
  if (isObject(binding) && target && attachable.has(target.type)) return attachTo(target, binding, board)
  if (binding) board.builder.report.adapt('end_missing', shape.ref)
  const at = onBoard(placement, { x: ownNumber(written, 'x'), y: ownNumber(written, 'y') })
  return { end: at, at }
}

const attachable = new Set(['geo', 'note', 'text', 'image', 'frame', 'bookmark', 'embed', 'video'])

function attachTo(target: Shape, binding: JsonObject, board: TldrawBoard): End {
  const anchor = own(binding, 'normalizedAnchor')
  const [u, v] = [ownNumber(anchor, 'x', 0.5), ownNumber(anchor, 'y', 0.5)]
  const isPrecise = own(binding, 'isPrecise') === true && Math.hypot(u - 0.5, v - 0.5) > 0.1
  const [w, h] = [ownNumber(target.props, 'w', 200), ownNumber(target.props, 'h', 200)]
  const box = boxOf(placementOf(target, board), w, h)
  const at = { x: box.x + u * box.width, y: box.y + v * box.height }
  return { end: { id: { ref: target.ref }, anchor: isPrecise ? [u, v] : 'auto' }, at }
}

/** Also finds the placement of a shape that comes later in the file. */
function placementOf(shape: Shape, board: TldrawBoard, depth = 0): Placement {
  const known = board.placements.get(shape.id)
  if (known) return known
  const parent = board.shapes.get(shape.parentId)
  const isNested = parent !== undefined && depth < board.maxDepth
  return childOf(isNested ? placementOf(parent, board, depth + 1) : rootPlacement(board.enlarged), shape)
}

/** The point that an arc bends through: beside the middle of its ends. */
function middleOf(from: XY, to: XY, bend: number): [number, number] {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length]
  return [(from.x + to.x) / 2 - uy * bend, (from.y + to.y) / 2 + ux * bend]
}

const lineOf = (shape: Shape, { scale, opacity }: Placement) => ({
  color: withOpacity(colorsOf(shape).solid, opacity),
  width: Math.min(64, Math.max(1, bySize(shape, strokeWidths) * scaleOf(shape) * scale)),
  line: lineStyleOf(shape),
})

const caps: Readonly<Record<string, string>> = {
  none: 'none',
  arrow: 'arrow',
  triangle: 'triangle',
  dot: 'circle',
  diamond: 'diamond',
  pipe: 'bar',
  bar: 'bar',
}

/** Squares and inverted triangles have no counterpart. */
const similarCaps: Readonly<Record<string, string>> = { square: 'diamond', inverted: 'triangle' }

function capOf(shape: Shape, name: string, fallback: string, board: TldrawBoard): string {
  const head = ownText(shape.props, name) || fallback
  if (Object.hasOwn(caps, head)) return caps[head] as string
  board.builder.report.adapt('cap_replaced', shape.ref)
  return Object.hasOwn(similarCaps, head) ? (similarCaps[head] as string) : 'arrow'
}

export const addPolyline: AddShape = (shape, placement, board) => {
  const points = linePoints(shape).map(point => onBoard(placement, point))
  const [start, end] = [points[0], points.at(-1)]
  if (!start || !end || points.length < 2) {
    board.builder.report.leaveOut('line_without_points')
    return
  }
  board.builder.add(
    'connector',
    {
      from: start,
      to: end,
      path: ownText(shape.props, 'spline') === 'cubic' && points.length > 2 ? 'curve' : 'straight',
      via: points.slice(1, -1).map(({ x, y }) => [x, y]),
      startCap: 'none',
      endCap: 'none',
      ...lineOf(shape, placement),
      pin: shape.isLocked,
    },
    placeFields(shape, placement),
  )
}

/** A list, or a record in the order of its index; before 2024 it was called handles. */
function linePoints({ props }: Shape): XY[] {
  const written = own(props, 'points') ?? own(props, 'handles')
  const list = isObject(written) ? Object.values(written) : ownList({ written }, 'written')
  const indexed = list.filter(isObject).sort((a, b) => (ownText(a, 'index') < ownText(b, 'index') ? -1 : 1))
  return indexed.map(point => ({ x: ownNumber(point, 'x'), y: ownNumber(point, 'y') }))
}

export const addDrawing: AddShape = (shape, placement, board) => {
  const points = segmentPoints(shape).map(point => onBoard(placement, point))
  const { report } = board.builder
  if (points.length === 0) {
    report.leaveOut('line_without_points')
    return
  }
  const isHighlight = shape.type === 'highlight'
  const color = isHighlight ? colorsOf(shape).highlight : colorsOf(shape).solid
  const penColor = nearestPenColor(color)
  if (isFarFromPen(color, penColor)) report.adapt('pen_color', shape.ref)
  const fill = ownText(shape.props, 'fill')
  if (own(shape.props, 'isClosed') === true && fill !== '' && fill !== 'none') report.adapt('filled_line', shape.ref)
  const width = isHighlight ? bySize(shape, textSizes) * 1.12 : bySize(shape, strokeWidths)
  board.builder.add(
    'stroke',
    {
      points: points.flatMap(({ x, y }) => [x, y]),
      penColor,
      brushType: isHighlight ? 'Highlighter' : 'Pen',
      brushSize: Math.min(100, Math.max(1, width * scaleOf(shape) * placement.scale)),
    },
    placeFields(shape, placement),
  )
}
