// What a double click, or Enter, does to an object: its text is edited in place, a widget takes the pointer, anything
// else is brought before one's eyes.

import type { BoardObject } from '@tessera/client'
import { isBrowserWidget } from '../../objects/browser-object.ts'
import { hasTextPlace } from '../../objects/text-places.ts'
import type { OpenBoard } from '../../state/board.ts'
import { canEdit } from '../../state/rights.ts'
import { select } from '../../state/selection.ts'

export function openObject(board: OpenBoard, object: BoardObject): void {
  select(board, [object.id])
  if (isBrowserWidget(object)) board.activeBrowserId.set(object.id)
  else if (hasTextPlace(object) && canEdit(board)) board.editedId.set(object.id)
  else board.view.get()?.goTo(object.id, { animate: true })
}
