// A panel that opens covers part of the board. Moves the selection out from under it.

import { isNarrow } from '../../../ui/is-narrow.ts'
import type { OpenBoard } from '../../state/board.ts'
import { boundsOfSelection } from '../../state/selection.ts'

export function showSelectionBesidePanel(board: OpenBoard): void {
  const view = board.view.get()
  const box = boundsOfSelection(board)
  if (!view || !box || !view.isCovered(box)) return
  // A user who zoomed in until the object fills the window wants to keep that view.
  const isClose = !isNarrow() && box.width * view.camera.zoom > view.size.width / 2
  if (!isClose) view.reveal(box, { animate: true })
}
