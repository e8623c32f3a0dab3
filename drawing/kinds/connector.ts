// A connector: the line of its points, caps at its ends, and a label on it.

import type { Box, ConnectorCap, ConnectorObject, Point } from '../drawable.ts'
import { cssFont } from '../font.ts'
import { inkOnBoard } from '../ink-on-board.ts'
import { memoizeByFields } from '../memoize.ts'
import { boxOfPoints, distance, distanceToLine, pointAlong } from '../path.ts'
import type { Renderer } from '../renderer.ts'
import type { Surface } from '../surface.ts'
import { layOutText, type TextLayout } from '../text-layout.ts'
import { dashOf } from './shape.ts'

const labelFont = { fontFamily: 'Dosis', fontSize: 20, fontWeight: 'normal', fontStyle: 'normal' } as const
const labelPadding = 6
const maxLabelWidth = 280

export const connector: Renderer<ConnectorObject> = {
  layer: 'board',
  frame: object => ({ ...frameOf(object), scale: 1 }),
  minDetailZoom: ({ label }) => (label === '' ? 0 : 4 / labelFont.fontSize),
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
    const { x, y } = frameOf(object)
    const points = pointsOf(object).map(point => ({ x: point.x - x, y: point.y - y }))
    const width = Math.max(object.width, 0.8 / zoom)
    const ink = inkOnBoard(object.color, theme)
    surface.strokeStyle = ink
    surface.fillStyle = ink
    surface.lineWidth = width
    surface.lineJoin = 'round'
    drawLine(surface, object, points, width)
    if (capSize(object.width) * zoom >= smallestCap) {
      drawCap(surface, object.startCap, points, object.width)
      drawCap(surface, object.endCap, points.toReversed(), object.width)
    }
    const label = labelBox(object)
    if (!label) return
    // On the color of the board, so that the line does not run through the text.
    surface.fillStyle = theme.board
    surface.fillRect(label.x - x, label.y - y, label.width, label.height)
    surface.fillStyle = ink
    drawLabel(surface, object, { ...label, x: label.x - x, y: label.y - y }, detail === 'far')
  },
}

const pointsOf = memoizeByFields<ConnectorObject, Point[]>(['points'], ({ points }) =>
  points.map(([x = 0, y = 0]) => ({ x, y })),
)

/** The box of the path with its caps and its label. */
const frameOf = memoizeByFields<ConnectorObject, Box>(['points', 'width', 'label', 'labelAt'], object => {
  const reach = capSize(object.width)
  const { x, y, width, height } = boxOfPoints(pointsOf(object))
  const path = { x: x - reach, y: y - reach, width: width + 2 * reach, height: height + 2 * reach }
  const label = labelBox(object)
  return label ? around(path, label) : path
})

function around(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}

const isWithin = ({ x, y, width, height }: Box, point: Point, slack: number) =>
  point.x >= x - slack && point.y >= y - slack && point.x <= x + width + slack && point.y <= y + height + slack

function drawLine(
  surface: Surface,
  { line, startCap, endCap }: ConnectorObject,
  points: readonly Point[],
  width: number,
) {
  const trimmed = trimEnd(trimEnd(points, trimOf(endCap, width)).toReversed(), trimOf(startCap, width)).toReversed()
  surface.setLineDash(dashOf(line, width))
  surface.lineCap = line === 'dotted' ? 'round' : 'butt'
  surface.beginPath()
  for (const [index, { x, y }] of trimmed.entries()) {
    if (index === 0) surface.moveTo(x, y)
    else surface.lineTo(x, y)
  }
  surface.stroke()
  surface.setLineDash([])
}

/** Smaller ones, in screen units, are not to be seen. */
const smallestCap = 2

const capSize = (width: number) => 6 + 4 * width

/** How much of the line a cap covers: the line must not stick out of its tip. */
const trimOf = (cap: ConnectorCap, width: number) =>
  cap === 'none' || cap === 'bar' ? 0 : cap === 'arrow' ? width : capSize(width) * (cap === 'triangle' ? 0.8 : 0.5)

function trimEnd(points: readonly Point[], length: number): Point[] {
  const kept = [...points]
  let rest = length
  while (rest > 0 && kept.length > 1) {
    const [before, last] = [kept.at(-2) as Point, kept.at(-1) as Point]
    const run = distance(before, last)
    if (run > rest) {
      const t = rest / run
      kept[kept.length - 1] = { x: last.x + (before.x - last.x) * t, y: last.y + (before.y - last.y) * t }
      break
    }
    rest -= run
    kept.pop()
  }
  return kept.length > 1 ? kept : points.slice(0, 2)
}

/** At the first of the points. */
function drawCap(surface: Surface, cap: ConnectorCap, points: readonly Point[], width: number) {
  const [tip, next] = [points[0], points.find(point => points[0] && distance(point, points[0]) > 0.01)]
  if (cap === 'none' || !tip || !next) return
  const run = distance(tip, next)
  const size = capSize(width)
  const [alongX, alongY] = [((next.x - tip.x) / run) * size, ((next.y - tip.y) / run) * size]
  /** A point in the coordinates of the cap: along the line, and across it. */
  const at = (along: number, across: number): [number, number] => [
    tip.x + alongX * along - alongY * across,
    tip.y + alongY * along + alongX * across,
  ]
  surface.lineCap = 'round'
  surface.beginPath()
  if (cap === 'circle') {
    const [x, y] = at(0.5, 0)
    surface.arc(x, y, size / 2, 0, 2 * Math.PI)
    return surface.fill()
  }
  surface.moveTo(...at(...(capShapes[cap][0] as [number, number])))
  for (const [along, across] of capShapes[cap].slice(1)) surface.lineTo(...at(along, across))
  if (cap === 'arrow' || cap === 'bar') surface.stroke()
  else surface.fill()
}

// biome-ignore format: a table
const capShapes: Readonly<Record<Exclude<ConnectorCap, 'none' | 'circle'>, readonly (readonly [along: number, across: number])[]>> = {
  arrow:    [[0.9, 0.5], [0, 0], [0.9, -0.5]],
  triangle: [[1, 0.5], [0, 0], [1, -0.5]],
  diamond:  [[0, 0], [0.5, 0.4], [1, 0], [0.5, -0.4]],
  bar:      [[0, 0.5], [0, -0.5]],
}

const layOut = memoizeByFields<ConnectorObject, TextLayout>(['label'], ({ label }) =>
  layOutText({ ...labelFont, text: label, textTransform: 'inherit', width: maxLabelWidth }),
)

function labelBox(object: ConnectorObject): Box | null {
  if (object.label === '') return null
  const { lines, height } = layOut(object)
  const width = Math.max(...lines.map(line => line.width))
  const { x, y } = pointAlong(pointsOf(object), object.labelAt)
  return {
    x: x - width / 2 - labelPadding,
    y: y - height / 2 - labelPadding,
    width: width + 2 * labelPadding,
    height: height + 2 * labelPadding,
  }
}

function drawLabel(surface: Surface, object: ConnectorObject, box: Box, isFar: boolean) {
  surface.font = cssFont(labelFont)
  for (const line of layOut(object).lines) {
    const left = box.x + (box.width - line.width) / 2
    const top = box.y + labelPadding + line.y
    if (isFar) surface.fillRect(left, top - 8, line.width, 8)
    else surface.fillText(line.text, left, top)
  }
}
