// Several lines or cells are pasted as one note, and a menu offers one note for each instead.

import type { Change } from '@tessera/client'
import { bounds } from '@tessera/drawing'
import { creationDataOf } from '../../objects/abilities.ts'
import { nextGap } from '../../objects/next-object.ts'
import { readCells } from '../../objects/pasted-cells.ts'
import { announce, notify, type OpenBoard } from '../../state/board.ts'
import type { PasteOffer } from '../../state/paste-offer.ts'
import { select } from '../../state/selection.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { applyChanges } from '../changes/object-changes.ts'
import { findRoom, keepInView } from '../room/find-room.ts'

/** Nobody wants more notes than this at once. */
const maxNotes = 500

/** `id` is the note with all of the text. */
export function offerCells(board: OpenBoard, id: string, data: DataTransfer): void {
  const found = readCells(data.getData('text/plain'), /<table[\s>]/i.test(data.getData('text/html')))
  if (!found) return
  const count = found.cells.length
  if (count > maxNotes) notify(board, useWorkspaceMessages.now().clipboard.tooManyNotes(count, maxNotes))
  else board.pasteOffer.set({ id, ...found })
}

/** Replaces the note by one for each cell, in the same step of undo. */
export function pasteAsNotes(board: OpenBoard, { id, cells }: PasteOffer): void {
  const note = board.live.get(id)
  if (!note) return
  const gesture = `cells ${id}`
  const style = creationDataOf(note)
  const { x, y, width, height } = bounds(note)
  const [right, down] = [Math.round(width) + nextGap, Math.round(height) + nextGap]
  const across = Math.max(...cells.map(({ column }) => column)) + 1
  const tall = Math.max(...cells.map(({ row }) => row)) + 1
  board.history.continueCreation(id, gesture)
  applyChanges(board, [{ op: 'delete', id: note.id }], gesture)
  const size = { width: across * right - nextGap, height: tall * down - nextGap }
  const corner = findRoom(board, { x, y, ...size })
  const changes = cells.map(
    ({ column, row, text }): Change => ({
      op: 'create',
      kind: note.kind,
      data: { ...style, text: text.slice(0, 65_536), x: corner.x + column * right, y: corner.y + row * down },
    }),
  )
  const made = applyChanges(board, changes, gesture)
  board.history.endGesture()
  if (!made) return
  select(board, made.ids)
  keepInView(board.view.get(), { ...corner, ...size })
  announce(board, useWorkspaceMessages.now().clipboard.notesAdded(cells.length))
}
