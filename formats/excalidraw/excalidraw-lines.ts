// Arrows, lines and freehand drawings of Excalidraw.

import { boxOfPoints } from '@tessera/drawing/path'
import { centerOf, rotatePoint } from '@tessera/drawing/rotation'
import { type AttachTarget, attachEnd, type ImportedEnd } from '../attach-end.ts'
import { hexColor, isFarFromPen, nearestPenColor } from '../css-color.ts'
import { isObject, own, ownList, ownNumber, ownText } from '../parse-json.ts'
import type { Drawing, Element } from './excalidraw-drawing.ts'
import { labelOf, lineStyleOf, placeFields, refOf, reportLostLink } from './excalidraw-fields.ts'

interface XY {
  readonly x: number
  readonly y: number
}

export function addLine(element: Element, drawing: Drawing): void {
  const { raw, opacity, isLocked, type } = element
  const { report } = drawing.builder
  const points = pointsOf(element)
  const [start, end] = [points[0], points.at(-1)]
  const placed = placeFields(element, drawing)
  if (!start || !end || points.length < 2) {
    report.leaveOut('line_without_points')
    return
  }
  const isElbow = own(raw, 'elbowed') === true
  const ends = endsOf(element, drawing, points, isElbow)
  const isBound = 'id' in ends.from || 'id' in ends.to
  const isCurve = !isElbow && points.length > 2 && isObject(own(raw, 'roundness'))
  const filled = hexColor(ownText(raw, 'backgroundColor') || '-', opacity)
  if (type === 'line' && filled !== null && !filled.endsWith('00')) report.adapt('filled_line', placed.ref)
  reportLostLink(element, drawing)
  drawing.builder.add(
    'connector',
    {
      ...ends,
      path: isElbow ? 'elbow' : isCurve ? 'curve' : 'straight',
      // The corners of an attached elbow arrow follow from its ends.
      via: isElbow && isBound ? [] : points.slice(1, -1).map(({ x, y }) => [x, y]),
      startCap: capOf(element, 'startArrowhead', drawing),
      endCap: capOf(element, 'endArrowhead', drawing),
      color: hexColor(ownText(raw, 'strokeColor') || '#1e1e1e', opacity) ?? '#1e1e1e',
      width: Math.max(1, ownNumber(raw, 'strokeWidth', 2)),
      line: lineStyleOf(raw),
      label: labelOf(element, drawing),
      pin: isLocked,
    },
    placed,
  )
}

/** On the board, rotated. */
function pointsOf(element: Element): XY[] {
  const { x, y, raw, rotation } = element
  const points = ownList(raw, 'points').flatMap((point): XY[] => {
    if (!Array.isArray(point)) return []
    const [dx, dy] = point as unknown[]
    const isPoint = typeof dx === 'number' && typeof dy === 'number' && Number.isFinite(dx) && Number.isFinite(dy)
    return isPoint ? [{ x: x + dx, y: y + dy }] : []
  })
  if (rotation === 0 || points.length === 0) return points
  const center = centerOf(boxOfPoints(points))
  return points.map(point => rotatePoint(point, center, rotation))
}

function endsOf(element: Element, drawing: Drawing, points: readonly XY[], isElbow: boolean) {
  const [from, to] = [targetOf(element, 'startBinding', drawing), targetOf(element, 'endBinding', drawing)]
  const isStraight = points.length === 2
  const [start, end] = [points[0], points.at(-1)] as [XY, XY]
  // A straight arrow between two objects aims at their middles.
  const afterStart = isStraight && to ? centerOf(to) : (points[1] as XY)
  const beforeEnd = isStraight && from ? centerOf(from) : (points.at(-2) as XY)
  return {
    from: from ? attachEnd(from, start, afterStart, isElbow) : freeEnd(start),
    to: to ? attachEnd(to, end, beforeEnd, isElbow) : freeEnd(end),
  }
}

const freeEnd = ({ x, y }: XY): ImportedEnd => ({ x, y })

/** The elements that a line can be attached to in both programs. */
const attachable = new Set([
  'rectangle',
  'diamond',
  'ellipse',
  'text',
  'image',
  'frame',
  'magicframe',
  'embeddable',
  'iframe',
])

function targetOf(element: Element, name: string, drawing: Drawing): AttachTarget | null {
  const bound = ownText(own(element.raw, name), 'elementId')
  if (bound === '') return null
  const found = drawing.byId.get(bound)
  const target = found?.containerId ? (drawing.byId.get(found.containerId) ?? found) : found
  if (target && target !== element && attachable.has(target.type)) {
    const { x, y, width, height, rotation } = target
    return { x, y, width, height, rotation, ref: refOf(target, drawing) }
  }
  drawing.builder.report.adapt('end_missing', refOf(element, drawing))
  return null
}

const caps: Readonly<Record<string, string>> = {
  arrow: 'arrow',
  bar: 'bar',
  dot: 'circle',
  circle: 'circle',
  circle_outline: 'circle',
  triangle: 'triangle',
  triangle_outline: 'triangle',
  diamond: 'diamond',
  diamond_outline: 'diamond',
}

function capOf(element: Element, name: string, drawing: Drawing): string {
  const head = ownText(element.raw, name)
  if (head === '') return 'none'
  if (Object.hasOwn(caps, head)) return caps[head] as string
  drawing.builder.report.adapt('cap_replaced', refOf(element, drawing))
  return 'arrow'
}

/** Excalidraw draws its pen about this much wider than it says. */
const penFactor = 3

export function addFreehand(element: Element, drawing: Drawing): void {
  const points = pointsOf(element)
  const { report } = drawing.builder
  if (points.length === 0) {
    report.leaveOut('line_without_points')
    return
  }
  const placed = placeFields(element, drawing)
  const color = ownText(element.raw, 'strokeColor') || '#1e1e1e'
  const penColor = nearestPenColor(color)
  if (isFarFromPen(color, penColor)) report.adapt('pen_color', placed.ref)
  const fill = ownText(element.raw, 'backgroundColor')
  if (fill !== '' && fill !== 'transparent') report.adapt('filled_line', placed.ref)
  drawing.builder.add(
    'stroke',
    {
      points: points.flatMap(({ x, y }) => [x, y]),
      penColor,
      brushSize: Math.max(1, penFactor * ownNumber(element.raw, 'strokeWidth', 2)),
    },
    placed,
  )
}
