// Drags a selection rectangle. It selects everything it touches, and canvases only if they are completely inside.

import { type Box, type Point, rendererOf } from '@tessera/drawing'
import type { BoardView } from '../../../canvas/board-view.ts'
import type { ToolPointer } from '../../../canvas/tool.ts'
import type { OpenBoard } from '../../state/board.ts'
import type { ToolGesture } from '../tool-gesture.ts'

export function marqueeGesture(board: OpenBoard, view: BoardView, start: ToolPointer): ToolGesture {
  const before = start.shiftKey ? board.selection.get() : []
  board.selection.set(before)
  return {
    move({ point }) {
      const box = boxBetween(start.point, point)
      board.marquee.set(box)
      board.selection.set([...new Set([...before, ...touchedBy(view, box)])])
    },
    up: () => board.marquee.set(null),
    cancel() {
      board.marquee.set(null)
      board.selection.set(before)
    },
  }
}

export const boxBetween = (one: Point, other: Point): Box => ({
  x: Math.min(one.x, other.x),
  y: Math.min(one.y, other.y),
  width: Math.abs(one.x - other.x),
  height: Math.abs(one.y - other.y),
})

function touchedBy(view: BoardView, box: Box): string[] {
  const whole = new Set(view.objectsIn(box, 'whole').map(({ id }) => id))
  return view
    .objectsIn(box, 'touching')
    .filter(object => rendererOf(object).layer !== 'ground' || whole.has(object.id))
    .map(({ id }) => id)
}
