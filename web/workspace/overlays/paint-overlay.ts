// Paints above the objects: the selections of all users, handles, the selection rectangle, the placement preview, pins
// and comment counts.

import type { Box, Surface } from '@tessera/drawing'
import type { BoardView, Overlay, OverlayView } from '../../canvas/board-view.ts'
import { isPinned } from '../objects/abilities.ts'
import { paintBadges } from '../pointer/comment-badges.ts'
import { handlePosition, handleSize, handlesShown, resizableSelection } from '../pointer/handles.ts'
import type { OpenBoard } from '../state/board.ts'
import { otherPeople } from '../state/live-hooks.ts'
import { colorOfPerson } from '../state/person-color.ts'
import { canEdit } from '../state/rights.ts'
import { accents } from './accents.ts'
import { paintGhost } from './paint-ghost.ts'

export const selectionOverlay =
  (board: OpenBoard, view: BoardView): Overlay =>
  (surface, shown) => {
    const boxOf = (id: string) => view.boundsOf(id)
    for (const person of otherPeople(board.live)) {
      const color = colorOfPerson(person.id)
      for (const id of person.selection) outline(surface, boxOf(id), shown, { color, width: 2, away: 4 })
    }
    paintBadges(board, view, surface, shown)
    paintSelection(board, boxOf, surface, shown)
    paintMarquee(board.marquee.get(), surface, shown)
    paintGhost(board, view, surface, shown)
  }

function paintSelection(board: OpenBoard, boxOf: (id: string) => Box | null, surface: Surface, shown: OverlayView) {
  const color = accents[shown.theme]
  const ids = board.selection.get()
  const edited = board.editedId.get()
  for (const id of ids) {
    const object = board.live.get(id)
    const box = boxOf(id)
    if (!object || !box) continue
    outline(surface, box, shown, { color, width: ids.length > 40 ? 1 : 2, away: 1 })
    if (isPinned(object)) paintPin(surface, box, shown, color)
  }
  const object = resizableSelection(board)
  const box = object && boxOf(object.id)
  if (!object || !box || edited === object.id || board.activeBrowserId.get() === object.id || !canEdit(board)) return
  for (const handle of handlesShown(object, box, shown.zoom))
    paintHandle(surface, handlePosition(box, handle), shown.zoom, color)
}

interface Line {
  readonly color: string
  /** In screen pixels, like `away`, the distance to the object. */
  readonly width: number
  readonly away: number
}

function outline(surface: Surface, box: Box | null, { zoom }: OverlayView, { color, width, away }: Line) {
  if (!box) return
  const gap = away / zoom
  surface.strokeStyle = color
  surface.lineWidth = width / zoom
  surface.beginPath()
  surface.rect(box.x - gap, box.y - gap, box.width + 2 * gap, box.height + 2 * gap)
  surface.stroke()
}

function paintHandle(surface: Surface, { x, y }: { x: number; y: number }, zoom: number, color: string) {
  const side = handleSize / zoom
  surface.beginPath()
  surface.roundRect(x - side / 2, y - side / 2, side, side, side / 4)
  surface.fillStyle = '#ffffff'
  surface.fill()
  surface.strokeStyle = color
  surface.lineWidth = 2 / zoom
  surface.stroke()
}

/** A pin in the top left corner. */
function paintPin(surface: Surface, { x, y }: Box, { zoom }: OverlayView, color: string) {
  const unit = 1 / zoom
  surface.fillStyle = color
  surface.beginPath()
  surface.arc(x, y, 11 * unit, 0, 2 * Math.PI)
  surface.fill()
  surface.fillStyle = '#ffffff'
  surface.beginPath()
  surface.arc(x, y - 2 * unit, 4 * unit, 0, 2 * Math.PI)
  surface.rect(x - unit, y, 2 * unit, 7 * unit)
  surface.fill()
}

function paintMarquee(box: Box | null, surface: Surface, shown: OverlayView) {
  if (!box) return
  surface.globalAlpha = 0.1
  surface.fillStyle = accents[shown.theme]
  surface.fillRect(box.x, box.y, box.width, box.height)
  surface.globalAlpha = 1
  outline(surface, box, shown, { color: accents[shown.theme], width: 1, away: 0 })
}
