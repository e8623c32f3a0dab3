// Selects a tool. Tools that open a dialog or the file chooser do that instead and are never the current tool.

import { announce, type OpenBoard } from '../../state/board.ts'
import { rightsOf } from '../../state/rights.ts'
import { select } from '../../state/selection.ts'
import { allowedTools, type ToolName } from '../../state/tool-list.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { chooseFiles } from '../uploads/choose-files.ts'
import { askForAddress } from './place-object.ts'

export function chooseTool(board: OpenBoard, name: ToolName): void {
  const tool = allowedTools(rightsOf(board.live.role)).find(one => one.name === name)
  if (!tool) return
  const use = tool.creates?.use.type
  if (use === 'ask-address') askForAddress(board)
  else if (use === 'choose-files') chooseFiles(board)
  else {
    board.activeBrowserId.set(null)
    // A user who is about to create something no longer needs the selection, nor the panels shown for it.
    if (tool.needs === 'edit') select(board, [])
    // The key of the current tool moves the focus to its options.
    if (board.tool.get() === name) document.querySelector<HTMLElement>('.tool-options [tabindex="0"]')?.focus()
    board.tool.set(name)
    announce(board, useWorkspaceMessages.now().tools[name])
  }
}
