// Drags a handle of the selected object.

import type { BoardObject } from '@tessera/client'
import type { ToolPointer } from '../../../canvas/tool.ts'
import { updateObjects } from '../../actions/changes/object-changes.ts'
import { changedFields, type Handle, resize } from '../../objects/resize.ts'
import { noOverrides, type OpenBoard } from '../../state/board.ts'
import type { ToolGesture } from '../tool-gesture.ts'

export function resizeGesture(board: OpenBoard, start: ToolPointer, object: BoardObject, handle: Handle): ToolGesture {
  const resizedTo = ({ point }: ToolPointer) =>
    resize(object, handle, { x: point.x - start.point.x, y: point.y - start.point.y })
  function end() {
    board.overrides.set(noOverrides)
    board.live.sendPresence({ moving: [] })
  }
  return {
    move(pointer) {
      const resized = resizedTo(pointer)
      board.overrides.set(new Map([[object.id, { ...object, ...resized } as BoardObject]]))
      board.live.sendPresence({ moving: [{ id: object.id, ...resized }] })
    },
    up(pointer) {
      const now = board.live.get(object.id)
      if (now) updateObjects(board, [now], changedFields(object, resizedTo(pointer)))
      end()
    },
    cancel: end,
  }
}
