// A panel that opens lies over some of the board, on a phone over its lower half: what it is about moves out from below it.

import { isNarrow } from '../../../ui/is-narrow.ts'
import type { OpenBoard } from '../../state/board.ts'
import { boundsOfSelection } from '../../state/selection.ts'

export function showSelectionBesidePanel(board: OpenBoard): void {
  const view = board.view.get()
  const box = boundsOfSelection(board)
  if (!view || !box || !view.isCovered(box)) return
  // Who has come so close that it fills the window wants to see it so.
  const isClose = !isNarrow() && box.width * view.camera.zoom > view.size.width / 2
  if (!isClose) view.reveal(box, { animate: true })
}
