// What each tool does with the pointer.

import type { BoardView } from '../../../canvas/board-view.ts'
import type { Tool } from '../../../canvas/tool.ts'
import type { OpenBoard } from '../../state/board.ts'
import type { ToolName } from '../../state/tool-list.ts'
import { commentTool } from './comment-tool.ts'
import { penTool } from './pen-tool.ts'
import { placeTool } from './place-tool.ts'
import { selectTool } from './select-tool.ts'

type MakeTool = (board: OpenBoard, view: BoardView) => Tool

/** Leaves every pointer to the board, which is then moved. */
const hand: MakeTool = () => ({ down: () => false, hover: () => 'grab' })

const makers: Readonly<Record<ToolName, MakeTool>> = {
  select: selectTool,
  hand,
  note: (board, view) => placeTool(board, view, 'note'),
  text: (board, view) => placeTool(board, view, 'text'),
  canvas: (board, view) => placeTool(board, view, 'canvas'),
  pen: (board, view) => penTool(board, view, 'Pen'),
  eraser: (board, view) => penTool(board, view, 'Eraser'),
  // These two ask for something first, and place it themselves.
  browser: selectTool,
  upload: selectTool,
  comment: commentTool,
}

export const toolOf = (name: ToolName, board: OpenBoard, view: BoardView): Tool => makers[name](board, view)
