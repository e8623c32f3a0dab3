// Undo and redo, told to who cannot see what came back.

import { announce, type Board, tell } from '../board/board.ts'
import { mayEdit } from '../editing/acts.ts'
import { select } from '../selection/select.ts'
import { useWorkspaceWords } from '../workspace-words.ts'

export const undo = (board: Board) => step(board, 'undo')
export const redo = (board: Board) => step(board, 'redo')

function step(board: Board, way: 'undo' | 'redo'): void {
  if (!mayEdit(board)) return
  const words = useWorkspaceWords.now().history
  const outcome = board.history[way]()
  if (!outcome) {
    announce(board, words.nothing)
    return
  }
  const changed = new Set(outcome.ids)
  const selected = board.selection.get()
  // Who has moved a canvas still holds the canvas, not all that came back with it.
  if (selected.length === 0 || selected.some(id => !changed.has(id) || !board.live.get(id)))
    select(
      board,
      outcome.ids.filter(id => board.live.get(id)),
    )
  if (outcome.skipped > 0) tell(board, words.partly(outcome.skipped))
  else announce(board, words[way])
}
