// Something that can be grabbed besides the handles of the selection.

import type { BoardView } from '../../canvas/board-view.ts'
import type { ToolPointer } from '../../canvas/tool.ts'
import type { OpenBoard } from '../state/board.ts'
import type { ToolGesture } from './tool-gesture.ts'

export interface Grip {
  readonly cursor: string
  begin(): ToolGesture
}

export type FindGrip = (board: OpenBoard, view: BoardView, pointer: ToolPointer) => Grip | null
