// Taking a tool in hand. Two of them are no tools but questions: which address, which file.

import { announce, type OpenBoard } from '../../state/board.ts'
import { rightsOf } from '../../state/rights.ts'
import { select } from '../../state/selection.ts'
import { allowedTools, type ToolName } from '../../state/tool-list.ts'
import { useWorkspaceWords } from '../../workspace-words.ts'
import { chooseFiles } from '../uploads/choose-files.ts'

export function chooseTool(board: OpenBoard, name: ToolName): void {
  const taken = allowedTools(rightsOf(board.live.role)).find(tool => tool.name === name)
  if (!taken) return
  if (name === 'browser') {
    board.placementPoint.set(null)
    board.dialog.set('address')
  } else if (name === 'upload') chooseFiles(board)
  else {
    board.activeBrowserId.set(null)
    // Who goes on to make something else has done with what is selected, and with all that is shown about it.
    if (taken.needs === 'edit') select(board, [])
    board.tool.set(name)
    announce(board, useWorkspaceWords.now().tools[name])
  }
}
