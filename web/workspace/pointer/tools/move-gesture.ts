// Drags objects. Others see the drag live; it becomes one change when it ends. With Alt, a copy is placed instead.

import type { BoardObject } from '@tessera/client'
import type { ToolPointer } from '../../../canvas/tool.ts'
import { moveObjects, objectsToMove } from '../../actions/changes/object-changes.ts'
import { duplicateObjects } from '../../actions/clipboard/paste.ts'
import { movedObject, movesInProgress, type Offset } from '../../objects/moves.ts'
import { noOverrides, type OpenBoard } from '../../state/board.ts'
import { isDrag, type ToolGesture } from './tool-gesture.ts'

export function moveGesture(
  board: OpenBoard,
  start: ToolPointer,
  chosen: () => readonly BoardObject[],
  onClick: () => void,
): ToolGesture {
  let taken: BoardObject[] | null = null

  const shiftTo = (pointer: ToolPointer): Offset => {
    const shift = { x: pointer.point.x - start.point.x, y: pointer.point.y - start.point.y }
    if (!pointer.shiftKey) return shift
    return Math.abs(shift.x) > Math.abs(shift.y) ? { x: shift.x, y: 0 } : { x: 0, y: shift.y }
  }

  function show(shift: Offset) {
    const objects = taken ?? []
    board.overrides.set(new Map(objects.map(object => [object.id, movedObject(object, shift)])))
    board.live.sendPresence({ moving: movesInProgress(objects.slice(0, mostShown), shift) })
  }

  function end() {
    board.overrides.set(noOverrides)
    board.live.sendPresence({ moving: [] })
  }

  return {
    move(pointer) {
      if (!taken && isDrag(start, pointer)) taken = objectsToMove(board, chosen())
      if (taken && taken.length > 0) show(shiftTo(pointer))
    },
    up(pointer) {
      if (!taken) return onClick()
      const shift = shiftTo(pointer)
      if (pointer.altKey) void duplicateObjects(board, chosen(), shift)
      else moveObjects(board, current(board, taken), shift)
      end()
    },
    cancel: end,
  }
}

/** The number of dragged objects that others see move; they see the rest when the drag ends. */
const mostShown = 200

/** Their current state: others may have moved or deleted some meanwhile. */
const current = (board: OpenBoard, objects: readonly BoardObject[]): BoardObject[] =>
  objects.flatMap(({ id }) => board.live.get(id) ?? [])
