// A connector: the line of its points, caps at its ends, and a label on it.

import { boxAround } from '../box-around.ts'
import { type ConnectorParts, capSize, connectorParts, reachOf } from '../connector-parts.ts'
import type { Box, ConnectorObject, Font, Point } from '../drawable.ts'
import { cssFont } from '../font.ts'
import { inkOnBoard } from '../ink-on-board.ts'
import { memoizeByFields } from '../memoize.ts'
import { boxOfPoints, distanceToLine, type Path, pointAlong, tracePath } from '../path.ts'
import type { Frame, Renderer } from '../renderer.ts'
import { fillRounded } from '../shapes.ts'
import type { Surface } from '../surface.ts'
import { layOutText, type TextLayout } from '../text-layout.ts'
import { dashOf } from './shape.ts'

/** A thicker line has a larger label: 20 at the default width, at most 64. */
const labelSizeOf = ({ width }: Pick<ConnectorObject, 'width'>) => Math.min(12 + 4 * width, 64)
const labelFontOf = (object: Pick<ConnectorObject, 'width'>): Font => ({
  fontFamily: 'Dosis',
  fontSize: labelSizeOf(object),
  fontWeight: 'normal',
  fontStyle: 'normal',
})
const labelPadding = { x: 8, y: 2 }
/** In units of the font size. */
const maxLabelWidth = 14

export const connector: Renderer<ConnectorObject> = {
  layer: 'board',
  frame: object => frameOf(object),
  minDetailZoom: object => (object.label === '' ? 0 : 4 / labelSizeOf(object)),
  fill: () => 'none',
  hits(object, point, { slack }) {
    const { x, y } = frameOf(object)
    const at = { x: point.x + x, y: point.y + y }
    const label = labelBox(object)
    if (label && isWithin(label, at, slack)) return true
    return distanceToLine(pointsOf(object), at) <= object.width / 2 + slack
  },
  isSelectedBy(object, box) {
    const { x, y } = frameOf(object)
    const bounds = boxOfPoints(pointsOf(object))
    const [left, top] = [box.x + x, box.y + y]
    return (
      bounds.x >= left &&
      bounds.y >= top &&
      bounds.x + bounds.width <= left + box.width &&
      bounds.y + bounds.height <= top + box.height
    )
  },
  draw(surface, object, { detail, zoom, theme }) {
    const ink = inkOnBoard(object.color, theme)
    surface.strokeStyle = ink
    surface.fillStyle = ink
    surface.lineWidth = Math.max(object.width, 0.8 / zoom)
    surface.lineJoin = 'round'
    // From afar there is nothing but the line to be seen.
    if (capSize(object.width) * zoom < smallestCap) drawPlainLine(surface, object)
    else drawLine(surface, object)
    const label = labelSizeOf(object) * zoom >= smallestLabel && labelBox(object)
    if (!label) return
    const { x, y } = frameOf(object)
    const box = { ...label, x: label.x - x, y: label.y - y }
    // On the color of the board, so that the line does not run through the text.
    fillRounded(surface, box, 6, theme.board)
    surface.fillStyle = ink
    drawLabel(surface, object, box, detail === 'far')
  },
}

/** Smaller caps and labels, in screen units, are not to be seen. */
const smallestCap = 2
const smallestLabel = 2

const pointsOf = memoizeByFields<ConnectorObject, Point[]>(['points', 'from', 'to'], readPoints)

function readPoints({ points, from, to }: ConnectorObject): Point[] {
  return points?.length > 0 ? points.map(([x = 0, y = 0]) => ({ x, y })) : [freePoint(from), freePoint(to)]
}

/** For a record without a path. */
const freePoint = (end: ConnectorObject['from']): Point => ('x' in end ? end : { x: 0, y: 0 })

/** The box of the path with its caps and its label. Nothing else is kept: the server needs only this, and once. */
const frameOf = memoizeByFields<ConnectorObject, Frame>(['points', 'width', 'label', 'labelAt'], object => {
  const reach = reachOf(object.width)
  const points = readPoints(object)
  const { x, y, width, height } = boxOfPoints(points)
  const path = { x: x - reach, y: y - reach, width: width + 2 * reach, height: height + 2 * reach }
  const label = labelBoxOn(points, object)
  return { ...(label ? (boxAround([path, label]) as Box) : path), scale: 1 }
})

const isWithin = ({ x, y, width, height }: Box, point: Point, slack: number) =>
  point.x >= x - slack && point.y >= y - slack && point.x <= x + width + slack && point.y <= y + height + slack

/** Relative to the frame. */
const partsOf = memoizeByFields<ConnectorObject, ConnectorParts>(
  ['points', 'width', 'path', 'startCap', 'endCap', 'label', 'labelAt'],
  object => {
    const { x, y } = frameOf(object)
    const points = pointsOf(object).map(point => ({ x: point.x - x, y: point.y - y }))
    return connectorParts(object, points)
  },
)

function drawPlainLine(surface: Surface, object: ConnectorObject) {
  const { x, y } = frameOf(object)
  surface.lineJoin = 'bevel'
  surface.lineCap = 'butt'
  surface.beginPath()
  for (const [index, point] of pointsOf(object).entries()) {
    if (index === 0) surface.moveTo(point.x - x, point.y - y)
    else surface.lineTo(point.x - x, point.y - y)
  }
  surface.stroke()
}

function drawLine(surface: Surface, object: ConnectorObject) {
  const { line, strokedCaps, filledCaps } = partsOf(object)
  surface.lineCap = object.line === 'dotted' ? 'round' : 'butt'
  if (object.line !== 'solid') surface.setLineDash(dashOf(object.line, surface.lineWidth))
  surface.beginPath()
  tracePath(surface, line)
  // A translucent color would be darker where line and cap overlap, so they are one stroke if the line is solid.
  const isOneStroke = object.line === 'solid' && isTranslucent(object.color)
  if (isOneStroke) tracePath(surface, strokedCaps)
  surface.stroke()
  if (object.line !== 'solid') surface.setLineDash([])
  if (strokedCaps.length > 0 && !isOneStroke) strokeCaps(surface, strokedCaps)
  if (filledCaps.length === 0) return
  surface.beginPath()
  tracePath(surface, filledCaps)
  surface.fill()
}

const isTranslucent = (color: string) => color.length === 5 || color.length === 9

function strokeCaps(surface: Surface, caps: Path) {
  surface.lineCap = 'round'
  surface.beginPath()
  tracePath(surface, caps)
  surface.stroke()
}

const maxKnownLabels = 1_000
const knownLabels = new Map<string, TextLayout>()

/** By text and size: a connector that follows a dragged object is another value in every frame. */
function layOut(object: ConnectorObject): TextLayout {
  const font = labelFontOf(object)
  const key = `${font.fontSize} ${object.label}`
  const known = knownLabels.get(key)
  if (known) return known
  if (knownLabels.size >= maxKnownLabels) knownLabels.clear()
  const width = maxLabelWidth * font.fontSize
  const layout = layOutText({ ...font, text: object.label, textTransform: 'inherit', width })
  knownLabels.set(key, layout)
  return layout
}

/** For a text field over the label: its box on the board, also if the label is empty, and its font. */
export function connectorLabel(object: ConnectorObject): { box: Box; font: Font; paddingTop: number } {
  const box = labelBox(object.label === '' ? { ...object, label: ' ' } : object) as Box
  return { box, font: labelFontOf(object), paddingTop: labelPadding.y }
}

export const labelBox = memoizeByFields<ConnectorObject, Box | null>(['points', 'label', 'labelAt', 'width'], object =>
  labelBoxOn(pointsOf(object), object),
)

function labelBoxOn(points: readonly Point[], object: ConnectorObject): Box | null {
  if (object.label === '') return null
  const { lines, height } = layOut(object)
  const width = Math.max(...lines.map(line => line.width))
  const { x, y } = pointAlong(points, object.labelAt)
  return {
    x: x - width / 2 - labelPadding.x,
    y: y - height / 2 - labelPadding.y,
    width: width + 2 * labelPadding.x,
    height: height + 2 * labelPadding.y,
  }
}

function drawLabel(surface: Surface, object: ConnectorObject, box: Box, isFar: boolean) {
  const font = labelFontOf(object)
  surface.font = cssFont(font)
  for (const line of layOut(object).lines) {
    const left = box.x + (box.width - line.width) / 2
    const top = box.y + labelPadding.y + line.y
    if (isFar) surface.fillRect(left, top - font.fontSize * 0.4, line.width, font.fontSize * 0.4)
    else surface.fillText(line.text, left, top)
  }
}
