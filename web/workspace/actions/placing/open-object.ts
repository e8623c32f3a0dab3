// What double-click and Enter do with an object: edit its text in place, use the web page it shows, or zoom to it.

import type { BoardObject } from '@tessera/client'
import { workspaceKindOf } from '../../kinds/index.ts'
import type { OpenBoard } from '../../state/board.ts'
import { canEdit } from '../../state/rights.ts'
import { select } from '../../state/selection.ts'

export function openObject(board: OpenBoard, object: BoardObject): void {
  const type = workspaceKindOf(object).open?.type
  select(board, [object.id])
  if (type === 'use-page') board.activeBrowserId.set(object.id)
  else if (type === 'edit-text' && canEdit(board)) board.editedId.set(object.id)
  else board.view.get()?.goTo(object.id, { animate: true })
}
