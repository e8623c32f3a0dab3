// Places a new object: a click with the default size, a drag with the size of the rectangle if the kind has width and
// height.

import type { KindName } from '@tessera/client'
import { type Kind, kinds } from '@tessera/contract'
import type { BoardView } from '../../../canvas/board-view.ts'
import type { Tool, ToolPointer } from '../../../canvas/tool.ts'
import { placeInBox, placeObject } from '../../actions/placing/place-object.ts'
import type { OpenBoard } from '../../state/board.ts'
import { isDrag } from '../tool-gesture.ts'
import { boxBetween } from './marquee-gesture.ts'

export function placeTool(board: OpenBoard, view: BoardView, kind: KindName): Tool {
  const hasSides = (kinds[kind] as Kind).creatable.includes('width')
  let start: ToolPointer | null = null
  let isPulled = false
  return {
    down(pointer) {
      if (pointer.button !== 0) return false
      start = pointer
      isPulled = false
      return true
    },
    move(pointer) {
      if (!start || !hasSides) return
      isPulled ||= isDrag(start, pointer)
      if (isPulled) board.marquee.set(boxBetween(start.point, pointer.point))
    },
    up(pointer) {
      if (!start) return
      const box = boxBetween(start.point, pointer.point)
      board.marquee.set(null)
      if (isPulled && box.width >= smallest && box.height >= smallest) placeInBox(board, kind, box)
      else placeObject(board, kind, start.point)
      start = null
    },
    cancel() {
      board.marquee.set(null)
      start = null
    },
    hover() {
      // The placement preview follows the pointer.
      view.invalidate()
      return 'crosshair'
    },
  }
}

const smallest = 40
