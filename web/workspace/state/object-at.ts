// Finds the object under the pointer. Fingers and pens hit a wider area than a mouse.

import type { BoardObject } from '@tessera/client'
import type { BoardView } from '../../canvas/board-view.ts'
import type { ToolPointer } from '../../canvas/tool.ts'
import type { OpenBoard } from './board.ts'

export function objectAt(
  board: OpenBoard,
  view: BoardView,
  { point, pointerType }: Pick<ToolPointer, 'point' | 'pointerType'>,
): BoardObject | null {
  const found = view.objectAt(point, { slack: pointerType === 'mouse' ? 4 : 12 })
  return found ? (board.live.get(found.id) ?? null) : null
}
