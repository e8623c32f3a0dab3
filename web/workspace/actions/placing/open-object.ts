// What double-click, Enter and typing do with an object: edit its text in place, use the web page it shows, or zoom to it.

import type { BoardObject } from '@tessera/client'
import { workspaceKindOf } from '../../kinds/index.ts'
import type { CaretStart, OpenBoard } from '../../state/board.ts'
import { canEdit } from '../../state/rights.ts'
import { select, selectedObjects } from '../../state/selection.ts'

export function openObject(board: OpenBoard, object: BoardObject): void {
  const type = workspaceKindOf(object).open?.type
  select(board, [object.id])
  if (type === 'use-page') board.activeBrowserId.set(object.id)
  else if (type === 'edit-text' && canEdit(board)) editObject(board, object.id)
  else board.view.get()?.goTo(object.id, { animate: true })
}

/** Opens the text editor with all of the text selected, or with the caret at its end. */
export function editObject(board: OpenBoard, id: string, caretStart: CaretStart = 'all'): void {
  select(board, [id])
  board.caretStart.set(caretStart)
  board.editedId.set(id)
}

/**
 * Typing on a single selected note, text or shape continues its text. The field has the focus before the browser
 * inserts the character, so that accents and input methods work. False if the key is not text, or if there is no text
 * to edit.
 */
export function typeIntoSelection(board: OpenBoard, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const [object, ...others] = selectedObjects(board)
  const isText = /^[\p{L}\p{N}]$/u.test(key) || key === 'Dead' || key === 'Process'
  if (!isText || ctrlKey || metaKey || altKey || !object || others.length > 0) return false
  if (!workspaceKindOf(object).isEditedByTyping || board.tool.get() !== 'select' || !canEdit(board)) return false
  editObject(board, object.id, 'end')
  return true
}
