// The comment counts at the corners of objects: painting and hit testing.

import type { Box, Point, Surface } from '@tessera/drawing'
import type { BoardView, OverlayView } from '../../canvas/board-view.ts'
import { touches } from '../../canvas/spatial-grid.ts'
import type { OpenBoard } from '../state/board.ts'
import { commentedObjects } from '../state/commented-objects.ts'

/** In screen pixels. */
const height = 22
const smallestShown = 60

export function paintBadges(board: OpenBoard, view: BoardView, surface: Surface, shown: OverlayView): void {
  for (const { box, count } of badgesIn(board, view, shown.box, shown.zoom)) paintBadge(surface, box, count, shown.zoom)
}

/** The id of the object whose badge is at the point. */
export function badgeAt(board: OpenBoard, view: BoardView, point: Point): string | null {
  const { zoom } = view.camera
  const near = { x: point.x - 40 / zoom, y: point.y - 40 / zoom, width: 80 / zoom, height: 80 / zoom }
  for (const { id, box } of badgesIn(board, view, near, zoom)) {
    const isOn = point.x >= box.x && point.y >= box.y && point.x <= box.x + box.width && point.y <= box.y + box.height
    if (isOn) return id
  }
  return null
}

interface Badge {
  readonly id: string
  readonly count: number
  readonly box: Box
}

function badgesIn(board: OpenBoard, view: BoardView, area: Box, zoom: number): Badge[] {
  const badges: Badge[] = []
  for (const id of commentedObjects(board.live)) {
    const object = view.boundsOf(id)
    if (!object || Math.max(object.width, object.height) * zoom < smallestShown) continue
    const count = board.live.commentsOn(id).length
    const box = placeFor(object, count, zoom)
    if (count > 0 && touches(box, area)) badges.push({ id, count, box })
  }
  return badges
}

function placeFor(box: Box, count: number, zoom: number): Box {
  const width = (14 + 8 * String(count).length + 6) / zoom
  return { x: box.x + box.width - width + 16 / zoom, y: box.y - 18 / zoom, width, height: height / zoom }
}

function paintBadge(surface: Surface, { x, y, width }: Box, count: number, zoom: number) {
  const unit = 1 / zoom
  surface.beginPath()
  surface.roundRect(x, y, width, height * unit, [11 * unit, 11 * unit, 11 * unit, 3 * unit])
  surface.fillStyle = '#2a4fbf'
  surface.fill()
  surface.strokeStyle = '#ffffff'
  surface.lineWidth = 2 * unit
  surface.stroke()
  surface.fillStyle = '#ffffff'
  surface.font = `600 ${13 * unit}px Arimo, Arial, sans-serif`
  surface.textAlign = 'center'
  surface.textBaseline = 'middle'
  surface.fillText(String(count), x + width / 2, y + 11.5 * unit)
  surface.textAlign = 'left'
  surface.textBaseline = 'alphabetic'
}
