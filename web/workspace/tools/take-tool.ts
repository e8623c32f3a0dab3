// Taking a tool in hand. Two of them are no tools but questions: which address, which file.

import { announce, type Board } from '../board/board.ts'
import { rightsOf } from '../board/rights.ts'
import { chooseFiles } from '../uploads/choose-files.ts'
import { useWorkspaceWords } from '../workspace-words.ts'
import { allowedTools, type ToolName } from './tool-list.ts'

export function takeTool(board: Board, name: ToolName): void {
  if (!allowedTools(rightsOf(board.live.role)).some(tool => tool.name === name)) return
  if (name === 'browser') board.dialog.set('address')
  else if (name === 'upload') chooseFiles(board)
  else {
    board.entered.set(null)
    board.tool.set(name)
    announce(board, useWorkspaceWords.now().tools[name])
  }
}
