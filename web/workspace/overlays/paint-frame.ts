// Paints the box around the selection with its handles, the outlines of groups, and the angle or size during a gesture.

import { type Box, boxAround, type Point, type Surface } from '@tessera/drawing'
import { cornersOf } from '@tessera/drawing/rotation'
import type { BoardView, OverlayView } from '../../canvas/board-view.ts'
import { handlePosition, handleSize, handlesShown, rotateHandlePosition } from '../pointer/handles.ts'
import { selectionFrame } from '../pointer/selection-frame.ts'
import type { GestureFrame, OpenBoard } from '../state/board.ts'
import { membersOf, selectedGroups } from '../state/groups.ts'
import { accents } from './accents.ts'

/** Lengths are in screen pixels. */
export interface OutlineStyle {
  readonly color: string
  readonly width: number
  /** The distance to the box. */
  readonly away: number
  readonly isDashed?: boolean
}

export function paintOutline(
  surface: Surface,
  { box, rotation }: { readonly box: Box; readonly rotation: number },
  zoom: number,
  { color, width, away, isDashed = false }: OutlineStyle,
): void {
  const gap = away / zoom
  const around = { x: box.x - gap, y: box.y - gap, width: box.width + 2 * gap, height: box.height + 2 * gap }
  surface.strokeStyle = color
  surface.lineWidth = width / zoom
  if (isDashed) surface.setLineDash([4 / zoom, 3 / zoom])
  tracePolygon(surface, cornersOf(around, rotation))
  surface.stroke()
  if (isDashed) surface.setLineDash([])
}

/** A dashed box around each group that is selected as a whole, and around the one that was entered. */
export function paintGroups(board: OpenBoard, view: BoardView, surface: Surface, { zoom, theme }: OverlayView): void {
  const entered = board.enteredGroup.get()
  const groups = entered === null ? selectedGroups(board.live, board.selection.get()) : [membersOf(board.live, entered)]
  for (const ids of groups) {
    const box = boxAround(ids.flatMap(id => view.boundsOf(id) ?? []))
    const style = { color: accents[theme], width: 1.5, away: entered === null ? 3 : 6, isDashed: true }
    if (box) paintOutline(surface, { box, rotation: 0 }, zoom, style)
  }
}

/** During a gesture that rotates or stretches it, the box does the same. */
export function paintFrame(board: OpenBoard, view: BoardView, surface: Surface, { zoom, theme }: OverlayView): void {
  const color = accents[theme]
  const active = board.gestureFrame.get()
  const frame = selectionFrame(board, view)
  const isSeveral = frame !== null && frame.objects.length > 1
  if (active) {
    if (isSeveral) paintOutline(surface, active, zoom, { color, width: 1.5, away: 1 })
    paintLabel(surface, active, zoom, color)
    return
  }
  if (!frame || board.overrides.get().size > 0) return
  if (isSeveral) paintOutline(surface, frame, zoom, { color, width: 1.5, away: 1 })
  for (const handle of handlesShown(frame, zoom))
    paintHandle(surface, handlePosition(frame, handle), frame.rotation, zoom, color)
  if (frame.canRotate) paintRotateHandle(surface, rotateHandlePosition(frame, zoom), zoom, color)
}

function paintHandle(surface: Surface, { x, y }: Point, rotation: number, zoom: number, color: string) {
  const side = handleSize() / zoom
  const box = { x: x - side / 2, y: y - side / 2, width: side, height: side }
  surface.lineJoin = 'round'
  surface.fillStyle = '#ffffff'
  tracePolygon(surface, cornersOf(box, rotation))
  surface.fill()
  surface.strokeStyle = color
  surface.lineWidth = 2 / zoom
  surface.stroke()
}

function tracePolygon(surface: Surface, corners: readonly Point[]) {
  surface.beginPath()
  for (const [index, { x, y }] of corners.entries()) {
    if (index === 0) surface.moveTo(x, y)
    else surface.lineTo(x, y)
  }
  surface.closePath()
}

/** A round arrow in a circle, twice as wide as a handle. */
function paintRotateHandle(surface: Surface, { x, y }: Point, zoom: number, color: string) {
  const unit = handleSize() / 9 / zoom
  surface.beginPath()
  surface.arc(x, y, 9 * unit, 0, 2 * Math.PI)
  surface.fillStyle = '#ffffff'
  surface.fill()
  surface.strokeStyle = color
  surface.lineWidth = 1.5 * unit
  surface.stroke()
  surface.beginPath()
  surface.arc(x, y, 4.2 * unit, -0.3 * Math.PI, 1.35 * Math.PI)
  surface.stroke()
  surface.beginPath()
  surface.moveTo(x - 0.6 * unit, y - 6.2 * unit)
  surface.lineTo(x - 1.6 * unit, y - 3.6 * unit)
  surface.lineTo(x - 4.6 * unit, y - 4.4 * unit)
  surface.stroke()
}

/** Below the box, in a badge. */
function paintLabel(surface: Surface, { box, rotation, label }: GestureFrame, zoom: number, color: string) {
  const corners = cornersOf(box, rotation)
  const below = Math.max(...corners.map(({ y }) => y))
  paintBadge(surface, { x: box.x + box.width / 2, y: below + 20 / zoom }, label, zoom, color)
}

/** Text on the accent color, centered at a point. */
export function paintBadge(surface: Surface, { x, y }: Point, text: string, zoom: number, color: string): void {
  const unit = 1 / zoom
  const [width, height] = [(text.length * 6.6 + 12) * unit, 18 * unit]
  surface.beginPath()
  surface.roundRect(x - width / 2, y - height / 2, width, height, 5 * unit)
  surface.fillStyle = color
  surface.fill()
  surface.fillStyle = color === accents.dark ? '#0d1b1e' : '#ffffff'
  surface.font = `600 ${11.5 * unit}px Arimo, Arial, sans-serif`
  surface.textAlign = 'center'
  surface.textBaseline = 'middle'
  surface.fillText(text, x, y + 0.5 * unit)
  surface.textAlign = 'left'
  surface.textBaseline = 'alphabetic'
}
