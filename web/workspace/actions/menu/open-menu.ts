// Opens the board menu: at the pointer, or at the selection if it was opened by a key.

import type { BoardObject } from '@tessera/client'
import { type Point, rendererOf } from '@tessera/drawing'
import type { BoardView } from '../../../canvas/board-view.ts'
import type { OpenBoard } from '../../state/board.ts'
import { objectAt } from '../../state/object-at.ts'
import type { OpenedMenu } from '../../state/opened-menu.ts'
import { boundsOfSelection, select, selectedObjects, selectUnit } from '../../state/selection.ts'

/** Selects the object under the pointer unless it is selected already. */
export function openMenuAt(board: OpenBoard, at: Point, pointerType: 'mouse' | 'pen' | 'touch'): void {
  const view = board.view.get()
  if (!view) return
  const point = view.clientToBoard({ clientX: at.x, clientY: at.y })
  const object = objectAt(board, view, { point, pointerType }) ?? groundAt(board, view, point)
  if (!object) select(board, [])
  else if (!board.selection.get().includes(object.id)) selectUnit(board, object)
  board.menu.set({ at, point, on: findMenuTarget(board), isByKey: false })
}

/** At the middle of the selection, moved into the view; without a selection in the middle of the view. */
export function openMenuByKey(board: OpenBoard): boolean {
  const view = board.view.get()
  if (!view) return false
  const { left, top, width, height } = view.element.getBoundingClientRect()
  const box = boundsOfSelection(board)
  const seen = box && view.boardToScreen({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
  const at = {
    x: left + Math.min(width, Math.max(0, seen?.x ?? width / 2)),
    y: top + Math.min(height, Math.max(0, seen?.y ?? height / 2)),
  }
  const point = view.clientToBoard({ clientX: at.x, clientY: at.y })
  board.menu.set({ at, point, on: findMenuTarget(board), isByKey: true })
  return true
}

/** A canvas is selected by its edge only, but its menu opens anywhere on it. */
function groundAt(board: OpenBoard, view: BoardView, point: Point): BoardObject | null {
  const found = view.drawOrderIn({ ...point, width: 0, height: 0 }).ground.at(-1)
  return found ? (board.live.get(found.id) ?? null) : null
}

function findMenuTarget(board: OpenBoard): OpenedMenu['on'] {
  const [object, another] = selectedObjects(board)
  if (!object) return 'ground'
  return another === undefined && rendererOf(object).layer === 'ground' ? 'both' : 'objects'
}
