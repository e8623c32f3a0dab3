// Changes the style of objects, and remembers it for new ones.

import type { BoardObject } from '@tessera/client'
import type { OpenBoard } from '../../state/board.ts'
import { rememberStyle } from '../../state/last-style.ts'
import { canEdit } from '../../state/rights.ts'
import { updateObjects } from '../changes/object-changes.ts'

/** Each call is one step of undo; calls with the same gesture are one step together. */
export function setStyle(
  board: OpenBoard,
  objects: readonly BoardObject[],
  data: Readonly<Record<string, unknown>>,
  gesture?: string,
): void {
  if (!canEdit(board)) return
  updateObjects(board, objects, data, gesture)
  for (const kind of new Set(objects.map(object => object.kind))) rememberStyle(kind, data)
}
