// Paints above the objects: the selections of all users, handles, guides, the selection rectangle, the placement
// preview, pins and comment counts.

import { type Box, type ConnectorObject, type Drawable, frameOf, type Surface } from '@tessera/drawing'
import { connectorLabelBox, isConnector } from '@tessera/drawing/connector-geometry'
import type { BoardView, Overlay, OverlayView } from '../../canvas/board-view.ts'
import { isPinned } from '../objects/abilities.ts'
import { paintBadges } from '../pointer/comment-badges.ts'
import type { OpenBoard } from '../state/board.ts'
import { otherPeople } from '../state/live-hooks.ts'
import { colorOfPerson } from '../state/person-color.ts'
import { canEdit } from '../state/rights.ts'
import { accents } from './accents.ts'
import { paintConnecting } from './paint-connecting.ts'
import { type OutlineStyle, paintFrame, paintGroups, paintOutline } from './paint-frame.ts'
import { paintGhost } from './paint-ghost.ts'
import { paintGuides } from './paint-guides.ts'

export const selectionOverlay =
  (board: OpenBoard, view: BoardView): Overlay =>
  (surface, shown) => {
    for (const person of otherPeople(board.live)) {
      const color = colorOfPerson(person.id)
      for (const id of person.selection) outlineOf(view, id, surface, shown, { color, width: 2, away: 4 })
    }
    paintBadges(board, view, surface, shown)
    paintSelection(board, view, surface, shown)
    paintGuides(board.guides.get(), surface, shown)
    paintMarquee(board.marquee.get(), surface, shown)
    paintGhost(board, view, surface, shown)
    paintConnecting(board, view, surface, shown)
  }

function paintSelection(board: OpenBoard, view: BoardView, surface: Surface, shown: OverlayView) {
  const color = accents[shown.theme]
  const ids = board.selection.get()
  const width = ids.length > 1 ? 1 : 2
  for (const id of ids) {
    const object = board.live.get(id)
    if (!object) continue
    outlineOf(view, id, surface, shown, { color, width, away: 1 })
    const box = isPinned(object) ? view.boundsOf(id) : null
    if (box) paintPin(surface, box, shown, color)
  }
  paintGroups(board, view, surface, shown)
  const isInUse = board.editedId.get() !== null || board.activeBrowserId.get() !== null
  if (!isInUse && canEdit(board)) paintFrame(board, view, surface, shown)
}

/** Around the object as it is rotated; a connector has a line of its own. */
function outlineOf(view: BoardView, id: string, surface: Surface, { zoom }: OverlayView, style: OutlineStyle) {
  const object = view.find(id)
  const box = view.boundsOf(id)
  if (!object || !box) return
  if (isConnector(object)) return paintLine(surface, object, zoom, style)
  const isTurned = 'rotation' in object && Boolean(object.rotation)
  paintOutline(surface, isTurned ? turnedBox(object) : { box, rotation: 0 }, zoom, style)
}

function turnedBox(object: Drawable) {
  const { x, y, width, height, scale, rotation = 0 } = frameOf(object)
  return { box: { x, y, width: width * scale, height: height * scale }, rotation }
}

function paintLine(surface: Surface, connector: ConnectorObject, zoom: number, { color, width }: OutlineStyle) {
  const label = connectorLabelBox(connector)
  surface.save()
  if (label) clipAround(surface, frameOf(connector), label)
  surface.strokeStyle = color
  surface.lineWidth = width / zoom
  surface.beginPath()
  for (const [index, [x = 0, y = 0]] of connector.points.entries()) {
    if (index === 0) surface.moveTo(x, y)
    else surface.lineTo(x, y)
  }
  surface.stroke()
  surface.restore()
}

/**
 * The line does not run through the label: the box of the label is traced in the opposite direction, which makes it a
 * hole.
 */
function clipAround(surface: Surface, frame: Box, { x, y, width, height }: Box) {
  surface.beginPath()
  surface.rect(frame.x, frame.y, frame.width, frame.height)
  surface.moveTo(x, y)
  surface.lineTo(x, y + height)
  surface.lineTo(x + width, y + height)
  surface.lineTo(x + width, y)
  surface.closePath()
  surface.clip()
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
  paintOutline(surface, { box, rotation: 0 }, shown.zoom, { color: accents[shown.theme], width: 1, away: 0 })
}
