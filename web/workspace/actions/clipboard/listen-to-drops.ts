// Files, images and text that are dropped on the board.

import type { BoardView } from '../../../canvas/board-view.ts'
import type { OpenBoard } from '../../state/board.ts'
import { canEdit } from '../../state/rights.ts'
import { pasteData } from './listen-to-clipboard.ts'

export function listenToDrops(board: OpenBoard, view: BoardView): () => void {
  const closing = new AbortController()
  const options = { signal: closing.signal }
  const { element } = view
  const mark = (isOver: boolean) => element.classList.toggle('board-drop', isOver)
  element.addEventListener(
    'dragover',
    event => {
      if (!canEdit(board) || !event.dataTransfer) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      mark(true)
    },
    options,
  )
  element.addEventListener('dragleave', () => mark(false), options)
  element.addEventListener(
    'drop',
    event => {
      mark(false)
      event.preventDefault()
      if (canEdit(board) && event.dataTransfer) pasteData(board, event.dataTransfer, view.clientToBoard(event))
    },
    options,
  )
  // A file dropped beside the board would replace the page.
  for (const name of ['dragover', 'drop'] as const)
    window.addEventListener(name, event => event.preventDefault(), options)
  return () => closing.abort()
}
