// Goes to the object that the URL links to as soon as it is loaded.

import type { BoardView } from '../../../canvas/board-view.ts'
import { linkedId } from '../../../ui/linked-id.ts'
import type { OpenBoard } from '../../state/board.ts'
import { select } from '../../state/selection.ts'

export function goToLinked(board: OpenBoard, view: BoardView): () => void {
  let pendingId = linkedId()
  function go() {
    // Until the connection has caught up, the object may be at an old position.
    if (board.live.state === 'connecting') return
    if (pendingId === null || !board.live.get(pendingId) || !view.goTo(pendingId)) return
    select(board, [pendingId])
    pendingId = null
  }
  const onHashChange = () => {
    pendingId = linkedId()
    go()
  }
  window.addEventListener('hashchange', onHashChange)
  const stops = [board.live.onChange(go), board.live.onState(go)]
  go()
  return () => {
    window.removeEventListener('hashchange', onHashChange)
    for (const stop of stops) stop()
  }
}
