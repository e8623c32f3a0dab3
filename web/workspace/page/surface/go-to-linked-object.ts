// Goes to the object or comment that the URL links to as soon as it is loaded.

import type { BoardView } from '../../../canvas/board-view.ts'
import { linkedId } from '../../../ui/linked-id.ts'
import { showComments } from '../../actions/comments/show-comments.ts'
import type { OpenBoard } from '../../state/board.ts'
import { findComment, placeOf } from '../../state/comment-threads.ts'
import { select } from '../../state/selection.ts'

export function goToLinked(board: OpenBoard, view: BoardView): () => void {
  let pendingId = linkedId()
  function go() {
    // Until the connection has caught up, the object may be at an old position.
    if (board.live.state === 'connecting') return
    if (pendingId === null) return
    const comment = findComment(board.live, pendingId)
    if (comment) showComments(board, placeOf(comment))
    else if (board.live.get(pendingId) && view.goTo(pendingId)) select(board, [pendingId])
    else return
    pendingId = null
  }
  const onHashChange = () => {
    pendingId = linkedId()
    go()
  }
  window.addEventListener('hashchange', onHashChange)
  const stops = [board.live.onChange(go), board.live.onComments(go), board.live.onState(go)]
  go()
  return () => {
    window.removeEventListener('hashchange', onHashChange)
    for (const stop of stops) stop()
  }
}
