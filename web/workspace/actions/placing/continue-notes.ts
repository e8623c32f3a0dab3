// Tab in a note continues with the note beside it, which is created if there is none.

import type { BoardObject, Change } from '@tessera/client'
import { creationDataOf, textFieldOf } from '../../objects/abilities.ts'
import { findNext, type NextSide, nextCorner } from '../../objects/next-object.ts'
import { announce, type OpenBoard } from '../../state/board.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { applyChanges } from '../changes/object-changes.ts'
import { editObject } from './open-object.ts'
import { showWhole } from './place-object.ts'

export function continueNotes(board: OpenBoard, object: BoardObject, side: NextSide): void {
  const there = findNext(object, side, board.live.objects)
  const next = there ?? createNext(board, object, side)
  if (!next) return
  showWhole(board, next)
  editObject(board, next.id, 'end')
  if (!there) announce(board, useWorkspaceMessages.now().editing.added)
}

/** Uses the size, color and style of the one before. */
function createNext(board: OpenBoard, object: BoardObject, side: NextSide): BoardObject | undefined {
  const { pin: _, ...style } = creationDataOf(object)
  const data = { ...style, [textFieldOf(object) as string]: '', ...nextCorner(object, side) }
  const id = applyChanges(board, [{ op: 'create', kind: object.kind, data } as Change])?.ids[0]
  return id === undefined ? undefined : board.live.get(id)
}
