// Sends this user's presence to the others: pointer, view and selection.

import type { BoardView } from '../../../canvas/board-view.ts'
import type { OpenBoard } from '../../state/board.ts'
import { sharedView } from '../../state/follow.ts'
import { ownLaser } from '../../state/laser-trails.ts'

const maxSelected = 500

export function sharePresence(board: OpenBoard, view: BoardView): () => void {
  const { live } = board
  const closing = new AbortController()
  const options = { signal: closing.signal, passive: true }
  const cursorAt = (event: PointerEvent) => ({
    ...view.clientToBoard(event),
    ...(board.laser.isHeld(ownLaser) ? { laser: true } : {}),
  })
  view.element.addEventListener('pointermove', event => live.sendPresence({ cursor: cursorAt(event) }), options)
  view.element.addEventListener('pointerleave', () => live.sendPresence({ cursor: null }), options)
  document.addEventListener('visibilitychange', () => document.hidden && live.sendPresence({ cursor: null }), options)
  const shareView = () => live.sendPresence({ view: sharedView(view) })
  const shareSelection = () => live.sendPresence({ selection: board.selection.get().slice(0, maxSelected) })
  shareView()
  const stops = [view.onCamera(shareView), board.selection.subscribe(shareSelection)]
  return () => {
    closing.abort()
    for (const stop of stops) stop()
  }
}
