// Turning the pages of a document: for the person who looks alone, others stay where they are.

import type { BoardObject } from '@tessera/client'
import { announce, type Board } from '../state/board.ts'
import { useWorkspaceWords } from '../workspace-words.ts'

export function turnPage(board: Board, object: BoardObject, by: number): void {
  turnTo(board, object, (board.pages.get().get(object.id) ?? 1) + by)
}

export function turnTo(board: Board, object: BoardObject, wanted: number): void {
  if (!('pages' in object) || object.pages === null) return
  const before = board.pages.get().get(object.id) ?? 1
  const page = Math.min(object.pages, Math.max(1, wanted))
  if (page === before) return
  board.pages.set(new Map([...board.pages.get(), [object.id, page]]))
  board.view.get()?.setPage(object.id, page)
  announce(board, useWorkspaceWords.now().documents.pageOf(page, object.pages))
}
