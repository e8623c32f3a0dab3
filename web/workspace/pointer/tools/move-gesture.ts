// Drags objects. Others see the drag live; it becomes one change when it ends. With Alt, a copy is placed instead.

import type { BoardObject } from '@tessera/client'
import type { ToolPointer } from '../../../canvas/tool.ts'
import { moveObjects, objectsToMove } from '../../actions/changes/object-changes.ts'
import { duplicateObjects } from '../../actions/clipboard/paste.ts'
import { motionsOf, type Offset, roundedOffset, shownDuring } from '../../objects/moves.ts'
import { translation } from '../../objects/transform.ts'
import { noOverrides, type OpenBoard } from '../../state/board.ts'
import { isDrag, type ToolGesture } from '../tool-gesture.ts'

export function moveGesture(
  board: OpenBoard,
  start: ToolPointer,
  chosen: () => readonly BoardObject[],
  onClick: () => void,
): ToolGesture {
  let dragged: BoardObject[] | null = null

  const offsetTo = (pointer: ToolPointer): Offset => {
    const offset = { x: pointer.point.x - start.point.x, y: pointer.point.y - start.point.y }
    if (!pointer.shiftKey) return offset
    return Math.abs(offset.x) > Math.abs(offset.y) ? { x: offset.x, y: 0 } : { x: 0, y: offset.y }
  }

  function show(offset: Offset) {
    const objects = dragged ?? []
    const move = translation(roundedOffset(offset))
    board.overrides.set(shownDuring(objects, move))
    board.live.sendPresence({ moving: motionsOf(objects.slice(0, maxShown), move) })
  }

  function end() {
    board.overrides.set(noOverrides)
    board.live.sendPresence({ moving: [] })
  }

  return {
    move(pointer) {
      if (!dragged && isDrag(start, pointer)) dragged = objectsToMove(board, chosen())
      if (dragged && dragged.length > 0) show(offsetTo(pointer))
    },
    up(pointer) {
      if (!dragged) return onClick()
      const offset = offsetTo(pointer)
      if (pointer.altKey) void duplicateObjects(board, chosen(), offset)
      else moveObjects(board, current(board, dragged), offset)
      end()
    },
    cancel: end,
  }
}

/** The number of dragged objects that others see move; they see the rest when the drag ends. */
const maxShown = 200

/** Their current state: others may have moved or deleted some meanwhile. */
const current = (board: OpenBoard, objects: readonly BoardObject[]): BoardObject[] =>
  objects.flatMap(({ id }) => board.live.get(id) ?? [])
