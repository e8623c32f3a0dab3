// Undo and redo, announced to screen readers.

import { announce, notify, type OpenBoard } from '../state/board.ts'
import { canEdit } from '../state/rights.ts'
import { select } from '../state/selection.ts'
import { useWorkspaceMessages } from '../workspace-messages.ts'

export const undo = (board: OpenBoard) => step(board, 'undo')
export const redo = (board: OpenBoard) => step(board, 'redo')

function step(board: OpenBoard, direction: 'undo' | 'redo'): void {
  if (!canEdit(board)) return
  const messages = useWorkspaceMessages.now().history
  const outcome = board.history[direction]()
  if (!outcome) {
    announce(board, messages.nothing)
    return
  }
  select(
    board,
    selectionAfter(board.selection.get(), outcome.ids, id => board.live.get(id) !== undefined),
  )
  if (outcome.skipped > 0) notify(board, messages.partly(outcome.skipped))
  else announce(board, messages[direction])
}

/**
 * Selects what changed. If the selection is a part of that, it stays: after moving a canvas, only the canvas stays
 * selected.
 */
export function selectionAfter(
  selected: readonly string[],
  changed: readonly string[],
  isThere: (id: string) => boolean,
): readonly string[] {
  const known = new Set(changed)
  const isKept = selected.length > 0 && selected.every(id => known.has(id) && isThere(id))
  return isKept ? selected : changed.filter(isThere)
}
