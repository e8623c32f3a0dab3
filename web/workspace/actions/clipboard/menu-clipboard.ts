// Copy, cut and paste from a menu. Copying triggers the same browser events as the shortcuts; pasting reads the
// clipboard, which the browser may refuse.

import type { Point } from '@tessera/drawing'
import { notify, type OpenBoard } from '../../state/board.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { pasteData } from './listen-to-clipboard.ts'

export const copySelection = (board: OpenBoard) => execute(board, 'copy')
export const cutSelection = (board: OpenBoard) => execute(board, 'cut')

function execute(board: OpenBoard, name: 'copy' | 'cut'): void {
  board.view.get()?.element.focus({ preventScroll: true })
  if (!document.execCommand(name)) notify(board, useWorkspaceMessages.now().clipboard.refused)
}

/** Without a point, it is pasted in the middle of the view. */
export async function pasteAt(board: OpenBoard, at?: Point): Promise<void> {
  const messages = useWorkspaceMessages.now().clipboard
  const view = board.view.get()
  if (!view) return
  const point = at ?? view.screenToBoard({ x: view.size.width / 2, y: view.size.height / 2 })
  try {
    const data = await readClipboard()
    if (!pasteData(board, data, point, at !== undefined)) notify(board, messages.empty)
  } catch {
    notify(board, messages.refused)
  }
}

async function readClipboard(): Promise<DataTransfer> {
  const data = new DataTransfer()
  for (const item of await navigator.clipboard.read())
    for (const type of item.types) {
      const content = await item.getType(type)
      if (type.startsWith('text/')) data.setData(type, await content.text())
      else if (type.startsWith('image/')) data.items.add(new File([content], `picture.${type.slice(6)}`, { type }))
    }
  return data
}
