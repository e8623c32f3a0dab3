// Undo and redo, told to who cannot see what came back.

import { announce, notify, type OpenBoard } from '../state/board.ts'
import { canEdit } from '../state/rights.ts'
import { select } from '../state/selection.ts'
import { useWorkspaceWords } from '../workspace-words.ts'

export const undo = (board: OpenBoard) => step(board, 'undo')
export const redo = (board: OpenBoard) => step(board, 'redo')

function step(board: OpenBoard, way: 'undo' | 'redo'): void {
  if (!canEdit(board)) return
  const words = useWorkspaceWords.now().history
  const outcome = board.history[way]()
  if (!outcome) {
    announce(board, words.nothing)
    return
  }
  select(
    board,
    selectedAfter(board.selection.get(), outcome.ids, id => board.live.get(id) !== undefined),
  )
  if (outcome.skipped > 0) notify(board, words.partly(outcome.skipped))
  else announce(board, words[way])
}

/** What was taken back, to be seen. Who has moved a canvas still holds the canvas, not all that came back with it. */
export function selectedAfter(
  selected: readonly string[],
  changed: readonly string[],
  isThere: (id: string) => boolean,
): readonly string[] {
  const known = new Set(changed)
  const isKept = selected.length > 0 && selected.every(id => known.has(id) && isThere(id))
  return isKept ? selected : changed.filter(isThere)
}
