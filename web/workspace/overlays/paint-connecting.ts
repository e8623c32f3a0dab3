// Paints what helps to connect objects: the dots at their sides, the object that an end would be attached to, and the
// grips of the selected connector.

import type { Drawable, Point, Surface } from '@tessera/drawing'
import { anchorPoint } from '@tessera/drawing/connector-geometry'
import type { BoardView, OverlayView } from '../../canvas/board-view.ts'
import { sides } from '../objects/connecting/connector-anchors.ts'
import { type ConnectorGrip, gripsShown, selectedConnector } from '../pointer/connector-grips.ts'
import { type Dot, dotsShown } from '../pointer/dots.ts'
import type { OpenBoard } from '../state/board.ts'
import { accents } from './accents.ts'

export function paintConnecting(board: OpenBoard, view: BoardView, surface: Surface, shown: OverlayView): void {
  const color = accents[shown.theme]
  paintTarget(board, view, surface, shown, color)
  for (const dot of dotsShown(board, view)) paintDot(board, surface, dot, shown, color)
  paintSelectedConnector(board, view, surface, shown, color)
}

function paintTarget(board: OpenBoard, view: BoardView, surface: Surface, { zoom }: OverlayView, color: string) {
  const { target } = board.connecting.get()
  const object = target && view.find(target.id)
  const box = target && view.boundsOf(target.id)
  if (!object || !box) return
  const gap = 3 / zoom
  surface.strokeStyle = color
  surface.lineWidth = 2.5 / zoom
  surface.beginPath()
  surface.roundRect(box.x - gap, box.y - gap, box.width + 2 * gap, box.height + 2 * gap, 6 / zoom)
  surface.stroke()
  for (const side of sides) circle(surface, anchorPoint(object, side).point, 3 / zoom, '#ffffff', color, 1.5 / zoom)
  const at = exactPoint(object, target.anchor)
  if (at) circle(surface, at, 6 / zoom, color, '#ffffff', 2 / zoom)
}

const exactPoint = (object: Drawable, anchor: Parameters<typeof anchorPoint>[1] | 'auto'): Point | null =>
  anchor === 'auto' ? null : anchorPoint(object, anchor).point

function paintDot(board: OpenBoard, surface: Surface, { id, side, at }: Dot, { zoom }: OverlayView, color: string) {
  const { dot } = board.connecting.get()
  const isHovered = dot?.id === id && dot.side === side
  if (!isHovered) {
    surface.globalAlpha = 0.85
    circle(surface, at, 5 / zoom, color, '#ffffff', 1.5 / zoom)
    surface.globalAlpha = 1
    return
  }
  circle(surface, at, 9 / zoom, color, '#ffffff', 1.5 / zoom)
  arrow(surface, at, side, 4.5 / zoom)
}

/** Points outward. */
function arrow(surface: Surface, { x, y }: Point, side: Dot['side'], length: number) {
  const [alongX, alongY] = { top: [0, -1], right: [1, 0], bottom: [0, 1], left: [-1, 0] }[side] as [number, number]
  const at = (along: number, across: number): [number, number] => [
    x + length * (alongX * along - alongY * across),
    y + length * (alongY * along + alongX * across),
  ]
  surface.strokeStyle = '#ffffff'
  surface.lineWidth = length / 2.5
  surface.lineCap = 'round'
  surface.lineJoin = 'round'
  surface.beginPath()
  surface.moveTo(...at(-1, 0))
  surface.lineTo(...at(1, 0))
  surface.moveTo(...at(0.2, -0.8))
  surface.lineTo(...at(1, 0))
  surface.lineTo(...at(0.2, 0.8))
  surface.stroke()
}

function paintSelectedConnector(
  board: OpenBoard,
  view: BoardView,
  surface: Surface,
  { zoom }: OverlayView,
  color: string,
) {
  if (!selectedConnector(board, view)) return
  for (const grip of gripsShown(board, view)) paintGrip(surface, grip, zoom, color)
}

function paintGrip(surface: Surface, { type, at }: ConnectorGrip, zoom: number, color: string) {
  if (type === 'from' || type === 'to') circle(surface, at, 6 / zoom, '#ffffff', color, 2 / zoom)
  else if (type === 'bend') circle(surface, at, 5 / zoom, color, '#ffffff', 1.5 / zoom)
  else if (type === 'segment') {
    surface.globalAlpha = 0.6
    circle(surface, at, 4 / zoom, '#ffffff', color, 1.5 / zoom)
    surface.globalAlpha = 1
  }
}

function circle(surface: Surface, { x, y }: Point, radius: number, fill: string, line: string, width: number) {
  surface.beginPath()
  surface.arc(x, y, radius, 0, 2 * Math.PI)
  surface.fillStyle = fill
  surface.fill()
  surface.strokeStyle = line
  surface.lineWidth = width
  surface.stroke()
}
