// What is about to be placed, faintly, at the place and of the size it will have: below the mouse while a tool is in hand
// that places something, and where a web page will come while its address is asked for.

import type { KindName } from '@tessera/client'
import { kinds } from '@tessera/contract'
import { noteColors, type Point, type Surface } from '@tessera/drawing'
import type { BoardView, OverlayView } from '../../canvas/board-view.ts'
import { boxOfNewObject, pendingPlacementPoint } from '../actions/placing/place-object.ts'
import type { OpenBoard } from '../state/board.ts'
import { placedBy } from '../state/tool-list.ts'
import { accents } from './accents.ts'

export function paintGhost(board: OpenBoard, view: BoardView, surface: Surface, { zoom, theme }: OverlayView): void {
  const ghost = ghostOn(board, view)
  if (!ghost) return
  const { x, y, width, height } = boxOfNewObject(ghost.kind, ghost.at, board.live.objects)
  const accent = accents[theme]
  surface.save()
  surface.beginPath()
  surface.roundRect(x, y, width, height, Math.min(8 / zoom, height / 4))
  const paper = papers[ghost.kind]
  surface.globalAlpha = paper ? 0.45 : 0.1
  surface.fillStyle = paper ?? accent
  surface.fill()
  surface.globalAlpha = 0.7
  surface.strokeStyle = accent
  surface.lineWidth = 1.5 / zoom
  surface.stroke()
  surface.restore()
}

/** Where a new one is of one colour all over. */
const papers: { readonly [K in KindName]?: string } = { note: noteColors.Yellow.fill }

function ghostOn(board: OpenBoard, view: BoardView): { kind: KindName; at: Point } | null {
  if (board.dialog.get() === 'address') return { kind: kinds.browser.name, at: pendingPlacementPoint(board, view) }
  const kind = placedBy(board.tool.get())
  const isPulled = board.marquee.get() !== null
  return kind && view.hovering && !isPulled ? { kind, at: view.screenToBoard(view.hovering) } : null
}
