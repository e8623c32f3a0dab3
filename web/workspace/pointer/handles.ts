// The handles of the selection: their positions, and hit testing.

import type { Point } from '@tessera/drawing'
import { centerOf, rotatePoint } from '@tessera/drawing/rotation'
import type { BoardView } from '../../canvas/board-view.ts'
import type { ToolPointer } from '../../canvas/tool.ts'
import type { Handle } from '../objects/resize.ts'
import type { OpenBoard } from '../state/board.ts'
import { type SelectionFrame, selectionFrame } from './selection-frame.ts'

/** In screen pixels. */
export const handleSize = 9
const rotateHandleDistance = 16

type FrameBox = Pick<SelectionFrame, 'box' | 'rotation'>

export interface HeldHandle {
  readonly frame: SelectionFrame
  readonly handle: Handle | 'rotate'
}

export function handleAt(board: OpenBoard, view: BoardView, { point, pointerType }: ToolPointer): HeldHandle | null {
  const frame = selectionFrame(board, view)
  if (!frame) return null
  const { zoom } = view.camera
  const reach = (pointerType === 'mouse' ? 8 : 18) / zoom
  const options: { handle: Handle | 'rotate'; at: Point }[] = [
    ...handlesShown(frame, zoom).map(handle => ({ handle, at: handlePosition(frame, handle) })),
    ...(frame.canRotate ? [{ handle: 'rotate' as const, at: rotateHandlePosition(frame, zoom) }] : []),
  ]
  const near = options
    .map(option => ({ ...option, away: distance(option.at, point) }))
    .filter(({ away }) => away <= reach)
    .sort((one, other) => one.away - other.away)[0]
  return near ? { frame, handle: near.handle } : null
}

/** The handles for which there is room: on a small object they would cover it and each other. */
export function handlesShown({ box, handles }: SelectionFrame, zoom: number): readonly Handle[] {
  const [width, height] = [box.width * zoom, box.height * zoom]
  if (Math.min(width, height) < 24) return handles.filter(({ x, y }) => x === 1 && y === 1)
  return handles.filter(({ x, y }) => (x !== 0 || width >= 72) && (y !== 0 || height >= 72))
}

export const handlePosition = ({ box, rotation }: FrameBox, { x, y }: Handle): Point =>
  rotatePoint({ x: box.x + (box.width * (x + 1)) / 2, y: box.y + (box.height * (y + 1)) / 2 }, centerOf(box), rotation)

/** Outside of the bottom left corner, where neither the comment count nor a connector starts. */
export function rotateHandlePosition({ box, rotation }: FrameBox, zoom: number): Point {
  const away = rotateHandleDistance / zoom
  return rotatePoint({ x: box.x - away, y: box.y + box.height + away }, centerOf(box), rotation)
}

const distance = (one: Point, other: Point) => Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))

/** The arrows of the cursor follow the rotation. */
export function cursorOf({ frame, handle }: HeldHandle): string {
  if (handle === 'rotate') return 'grab'
  const angle = (Math.atan2(handle.y, handle.x) * 180) / Math.PI + frame.rotation
  return cursors[((Math.round(angle / 45) % 4) + 4) % 4] as string
}

const cursors = ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize']
