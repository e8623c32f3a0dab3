// What each tool does with the pointer.

import type { BoardView } from '../../../canvas/board-view.ts'
import type { Tool } from '../../../canvas/tool.ts'
import type { OpenBoard } from '../../state/board.ts'
import { getTool, type PageToolName, type ToolName } from '../../state/tool-list.ts'
import { commentTool } from './comment-tool.ts'
import { connectorTool } from './connector-tool.ts'
import { eraserTool } from './eraser-tool.ts'
import { laserTool } from './laser-tool.ts'
import { penTool } from './pen-tool.ts'
import { placeTool } from './place-tool.ts'
import { selectTool } from './select-tool.ts'

export function toolOf(name: ToolName, board: OpenBoard, view: BoardView): Tool {
  const { creates } = getTool(name)
  if (creates?.use.type === 'place') return placeTool(board, view, creates.kind)
  if (creates?.use.type === 'connect') return connectorTool(board, view)
  if (creates?.use.type === 'draw') {
    const { brush } = creates.use
    return brush === 'Eraser' ? eraserTool(board, view) : penTool(board, view, brush)
  }
  return pageTools[name as PageToolName](board, view)
}

const pageTools: Readonly<Record<PageToolName, (board: OpenBoard, view: BoardView) => Tool>> = {
  select: selectTool,
  // Takes no pointer, so that the board pans.
  hand: () => ({ down: () => false, hover: () => 'grab' }),
  laser: laserTool,
  comment: commentTool,
}
