// The resize handles of the selected object: their positions, and hit testing.

import type { BoardObject } from '@tessera/client'
import type { Box, Point } from '@tessera/drawing'
import type { BoardView } from '../../canvas/board-view.ts'
import type { ToolPointer } from '../../canvas/tool.ts'
import { type Handle, handlesOf } from '../objects/resize.ts'
import type { OpenBoard } from '../state/board.ts'

/** In screen pixels. */
export const handleSize = 9

export interface HeldHandle {
  readonly object: BoardObject
  readonly handle: Handle
}

export function handleAt(board: OpenBoard, view: BoardView, { point, pointerType }: ToolPointer): HeldHandle | null {
  const object = resizableSelection(board)
  const box = object && view.boundsOf(object.id)
  if (!box) return null
  const reach = (pointerType === 'mouse' ? 8 : 18) / view.camera.zoom
  const near = handlesShown(object, box, view.camera.zoom)
    .map(handle => ({ handle, away: distance(handlePosition(box, handle), point) }))
    .filter(({ away }) => away <= reach)
    .sort((one, other) => one.away - other.away)[0]
  return near ? { object, handle: near.handle } : null
}

/** The handles for which there is room: on a small object they would cover it and each other. */
export function handlesShown(object: BoardObject, box: Box, zoom: number): readonly Handle[] {
  const [width, height] = [box.width * zoom, box.height * zoom]
  const all = handlesOf(object)
  if (Math.min(width, height) < 24) return all.filter(({ x, y }) => x === 1 && y === 1)
  return all.filter(({ x, y }) => (x !== 0 || width >= 72) && (y !== 0 || height >= 72))
}

/** The selected object, if it is the only one and can be resized. */
export function resizableSelection(board: OpenBoard): BoardObject | null {
  const [id, another] = board.selection.get()
  const object = id === undefined || another !== undefined ? null : board.live.get(id)
  return object && handlesOf(object).length > 0 ? object : null
}

export const handlePosition = (box: Box, { x, y }: Handle): Point => ({
  x: box.x + (box.width * (x + 1)) / 2,
  y: box.y + (box.height * (y + 1)) / 2,
})

const distance = (one: Point, other: Point) => Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))

export function cursorOf({ x, y }: Handle): string {
  if (x === 0) return 'ns-resize'
  if (y === 0) return 'ew-resize'
  return x === y ? 'nwse-resize' : 'nesw-resize'
}
