// Selects the object to comment on.

import type { BoardView } from '../../../canvas/board-view.ts'
import type { Tool, ToolPointer } from '../../../canvas/tool.ts'
import { takesComments } from '../../objects/abilities.ts'
import { notify, type OpenBoard } from '../../state/board.ts'
import { objectAt } from '../../state/object-at.ts'
import { select } from '../../state/selection.ts'
import { useWorkspaceWords } from '../../workspace-words.ts'

export function commentTool(board: OpenBoard, view: BoardView): Tool {
  const commentableAt = (pointer: ToolPointer) => {
    const object = objectAt(board, view, pointer)
    return object && takesComments(object) ? object : null
  }
  return {
    down: pointer => pointer.button === 0 && (pointer.pointerType !== 'touch' || commentableAt(pointer) !== null),
    up(pointer) {
      const object = commentableAt(pointer)
      if (!object) return notify(board, useWorkspaceWords.now().comments.pointAtObject)
      select(board, [object.id])
      board.tool.set('select')
      board.panel.set('comments')
    },
    hover: pointer => (pointer && commentableAt(pointer) ? 'pointer' : 'crosshair'),
  }
}
