// Turns the pages of a document, for this user only.

import type { BoardObject } from '@tessera/client'
import { announce, type OpenBoard } from '../state/board.ts'
import { useWorkspaceMessages } from '../workspace-messages.ts'

export function turnPage(board: OpenBoard, object: BoardObject, by: number): void {
  turnTo(board, object, (board.openPages.get().get(object.id) ?? 1) + by)
}

export function turnTo(board: OpenBoard, object: BoardObject, requested: number): void {
  if (!('pages' in object) || object.pages === null) return
  const before = board.openPages.get().get(object.id) ?? 1
  const page = Math.min(object.pages, Math.max(1, requested))
  if (page === before) return
  board.openPages.set(new Map([...board.openPages.get(), [object.id, page]]))
  board.view.get()?.setPage(object.id, page)
  announce(board, useWorkspaceMessages.now().documents.pageOf(page, object.pages))
}
