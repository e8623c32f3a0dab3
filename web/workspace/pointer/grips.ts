// What can be grabbed besides the handles of the selection, such as the dots at the sides of an object. Asked in order,
// before handles and objects.

import type { BoardView } from '../../canvas/board-view.ts'
import type { ToolPointer } from '../../canvas/tool.ts'
import type { OpenBoard } from '../state/board.ts'
import { connectorGrip } from './connector-grips.ts'
import { dotGrip } from './dots.ts'
import type { FindGrip, Grip } from './grip.ts'

const grips: readonly FindGrip[] = [connectorGrip, dotGrip]

export function gripAt(board: OpenBoard, view: BoardView, pointer: ToolPointer): Grip | null {
  for (const find of grips) {
    const grip = find(board, view, pointer)
    if (grip) return grip
  }
  return null
}
