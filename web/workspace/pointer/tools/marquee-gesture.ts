// Drags a selection rectangle. It selects everything it touches, with whole groups, and canvases only if they are
// completely inside.

import { type Box, type Point, rendererOf } from '@tessera/drawing'
import type { BoardView } from '../../../canvas/board-view.ts'
import type { ToolPointer } from '../../../canvas/tool.ts'
import type { OpenBoard } from '../../state/board.ts'
import { wholeGroups } from '../../state/groups.ts'
import { select } from '../../state/selection.ts'
import type { ToolGesture } from '../tool-gesture.ts'

export function marqueeGesture(board: OpenBoard, view: BoardView, start: ToolPointer): ToolGesture {
  const before = start.shiftKey ? board.selection.get() : []
  const entered = start.shiftKey ? board.enteredGroup.get() : null
  select(board, before)
  return {
    move({ point }) {
      const box = boxBetween(start.point, point)
      board.marquee.set(box)
      const touched = findTouched(view, box)
      const taken = entered === null ? wholeGroups(board.live, touched) : touched
      select(board, [...new Set([...before, ...taken])])
    },
    up: () => board.marquee.set(null),
    cancel() {
      board.marquee.set(null)
      select(board, before)
    },
  }
}

export const boxBetween = (one: Point, other: Point): Box => ({
  x: Math.min(one.x, other.x),
  y: Math.min(one.y, other.y),
  width: Math.abs(one.x - other.x),
  height: Math.abs(one.y - other.y),
})

function findTouched(view: BoardView, box: Box): string[] {
  const whole = new Set(view.objectsIn(box, 'whole').map(({ id }) => id))
  return view
    .objectsIn(box, 'touching')
    .filter(object => rendererOf(object).layer !== 'ground' || whole.has(object.id))
    .map(({ id }) => id)
}
