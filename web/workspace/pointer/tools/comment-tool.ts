// Opens the comments on an object, or starts one at a point of the board.

import type { BoardView } from '../../../canvas/board-view.ts'
import type { Tool, ToolPointer } from '../../../canvas/tool.ts'
import { takesComments } from '../../objects/abilities.ts'
import type { OpenBoard } from '../../state/board.ts'
import type { CommentPlace } from '../../state/comment-threads.ts'
import { objectAt } from '../../state/object-at.ts'
import { select } from '../../state/selection.ts'
import { badgeAt } from '../comment-badges.ts'

export function commentTool(board: OpenBoard, view: BoardView): Tool {
  function placeAt(pointer: ToolPointer): CommentPlace {
    const badge = badgeAt(board, view, pointer)
    if (badge) return badge
    const object = objectAt(board, view, pointer)
    if (object && takesComments(object)) return { objectId: object.id }
    return { point: { x: Math.round(pointer.point.x), y: Math.round(pointer.point.y) } }
  }
  return {
    down: pointer => pointer.button === 0,
    up(pointer) {
      const place = placeAt(pointer)
      select(board, 'objectId' in place ? [place.objectId] : [])
      board.tool.set('select')
      board.commentPlace.set(place)
    },
    hover: pointer => (pointer && !('point' in placeAt(pointer)) ? 'pointer' : 'crosshair'),
  }
}
