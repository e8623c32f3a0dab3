// On a phone a panel comes up as a sheet over the lower part of the board: what it is about moves out from below it.

import { isNarrow } from '../../ui/is-narrow.ts'
import type { Board } from '../board/board.ts'
import { boundsOfSelection } from '../selection/paint-overlay.ts'

const gap = 8

export function showSelectionAbove(board: Board, sheet: Element | null): void {
  const box = boundsOfSelection(board)
  if (!isNarrow() || !sheet || !box) return
  const bottom = window.innerHeight - sheet.getBoundingClientRect().top + gap
  board.view.get()?.reveal(box, { animate: true, bottom })
}
