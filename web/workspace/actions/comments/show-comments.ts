// Goes to an object or a point of the board and opens the comments there.

import { isNarrow } from '../../../ui/is-narrow.ts'
import type { OpenBoard } from '../../state/board.ts'
import { type CommentPlace, findComment, pointOf } from '../../state/comment-threads.ts'
import { select } from '../../state/selection.ts'

export function showComments(board: OpenBoard, place: CommentPlace): void {
  const view = board.view.get()
  // On a phone both are bottom sheets.
  if (isNarrow()) board.panel.set(null)
  if ('objectId' in place) {
    select(board, [place.objectId])
    view?.goTo(place.objectId, { animate: true })
  } else {
    select(board, [])
    const first = 'threadId' in place ? findComment(board.live, place.threadId) : null
    const point = 'point' in place ? place.point : first && pointOf(first)
    if (point) view?.reveal({ x: point.x - 40, y: point.y - 60, width: 80, height: 80 }, { animate: true })
  }
  board.commentPlace.set(place)
}
