// Handles all shortcuts of the page before the board sees the keys, unless the user is typing or a dialog is open.

import type { OpenBoard } from '../../state/board.ts'
import { typeIntoSelection } from '../placing/open-object.ts'
import { matchesKey } from './match-key.ts'
import { shortcutList } from './shortcut-list.ts'

export function listenToKeys(board: OpenBoard): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    if (belongsToControl(event) && !opensPalette(event)) return
    // Not prevented: the browser types the character into the field that has just been opened.
    if (typeIntoSelection(board, event)) return event.stopPropagation()
    for (const { keys, run } of shortcutList) {
      if (!matchesKey(keys, event) || !run(board)) continue
      event.preventDefault()
      return
    }
  }
  const endNudge = (event: KeyboardEvent) => {
    if (event.key.startsWith('Arrow') && board.editedId.get() === null) board.history.endGesture()
  }
  window.addEventListener('keydown', onKey, true)
  window.addEventListener('keyup', endNudge)
  return () => {
    window.removeEventListener('keydown', onKey, true)
    window.removeEventListener('keyup', endNudge)
  }
}

/** Works in every field except those of dialogs and of texts on the board: browsers have no other use for the key. */
const opensPalette = (event: KeyboardEvent) =>
  matchesKey('mod+k', event) &&
  event.target instanceof HTMLElement &&
  event.target.closest('dialog, textarea, [role="menu"]') === null

/**
 * In a field all keys are text, and in a panel they do not refer to the board; a control keeps the keys that operate
 * it.
 */
function belongsToControl({ target, key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('input, textarea, select, dialog, [role="menu"], .comment-popover'))
    return true
  // There it closes the open panel, or returns to the board.
  if (key === 'Escape' && target.closest('[data-keeps-escape]')) return true
  const isControl = target.closest('button, a, summary, [role="toolbar"], [role="option"], [role="slider"]') !== null
  return isControl && !ctrlKey && !metaKey && (key === 'Enter' || key === ' ' || key.startsWith('Arrow'))
}
