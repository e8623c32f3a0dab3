// A preview of the object that is about to be placed, at its future position and size: under the pointer while a tool
// places objects, and where a web page will be while its address is entered.

import type { KindName } from '@tessera/client'
import type { Point, Surface } from '@tessera/drawing'
import { movedPath, tracePath } from '@tessera/drawing/path'
import type { BoardView, OverlayView } from '../../canvas/board-view.ts'
import { boxOfNewObject, initialDataOf, pendingPlacementPoint } from '../actions/placing/place-object.ts'
import { kindPastedFromAddress, workspaceKinds } from '../kinds/index.ts'
import type { OpenBoard } from '../state/board.ts'
import { kindPlacedBy } from '../state/tool-list.ts'
import { accents } from './accents.ts'

export function paintGhost(board: OpenBoard, view: BoardView, surface: Surface, { zoom, theme }: OverlayView): void {
  const ghost = ghostOn(board, view)
  if (!ghost) return
  const { x, y, width, height } = boxOfNewObject(ghost.kind, ghost.at, board.live.objects)
  const accent = accents[theme]
  surface.save()
  surface.beginPath()
  const data = initialDataOf(ghost.kind)
  const outline = workspaceKinds[ghost.kind].ghostOutline?.(data, { width, height })
  if (outline) tracePath(surface, movedPath(outline, { x, y }))
  else surface.roundRect(x, y, width, height, Math.min(8 / zoom, height / 4))
  const fill = workspaceKinds[ghost.kind].ghostFill?.(data)
  surface.globalAlpha = fill ? 0.45 : 0.1
  surface.fillStyle = fill ?? accent
  surface.fill()
  surface.globalAlpha = 0.7
  surface.strokeStyle = accent
  surface.lineWidth = 1.5 / zoom
  surface.stroke()
  surface.restore()
}

function ghostOn(board: OpenBoard, view: BoardView): { kind: KindName; at: Point } | null {
  if (board.dialog.get() === 'address') return { kind: kindPastedFromAddress, at: pendingPlacementPoint(board, view) }
  const kind = kindPlacedBy(board.tool.get())
  const isPulled = board.marquee.get() !== null || board.overrides.get().size > 0
  return kind && view.hovering && !isPulled ? { kind, at: view.screenToBoard(view.hovering) } : null
}
