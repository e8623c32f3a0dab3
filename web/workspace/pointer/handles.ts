// The handles of the selection: their positions, and hit testing.

import type { Point } from '@tessera/drawing'
import { centerOf, rotatePoint } from '@tessera/drawing/rotation'
import type { BoardView } from '../../canvas/board-view.ts'
import type { ToolPointer } from '../../canvas/tool.ts'
import type { Handle } from '../objects/resize.ts'
import type { OpenBoard } from '../state/board.ts'
import { type PointerKind, pointerKind } from './pointer-kind.ts'
import { type SelectionFrame, selectionFrame } from './selection-frame.ts'

/** In screen pixels. A finger covers what it presses, so for a screen that is touched all of it is larger. */
const layouts = {
  mouse: { size: 9, rotateAt: { x: -16, y: 16 }, smallest: 24, smallestWithSides: 72 },
  // Straight below the corner: on a phone there is no room beside a wide object.
  touch: { size: 14, rotateAt: { x: 0, y: 50 }, smallest: 44, smallestWithSides: 132 },
} as const

/** How near a pointer has to be: half of the side of a square, which for fingers is 44 pixels. */
const reach = { mouse: 8, touch: 22 }
/** The squares of fingers at the corners lie further out, so that a small object can still be moved. */
const outward = { mouse: 0, touch: 6 }

type FrameBox = Pick<SelectionFrame, 'box' | 'rotation'>

export interface HeldHandle {
  readonly frame: SelectionFrame
  readonly handle: Handle | 'rotate'
}

export function handleAt(board: OpenBoard, view: BoardView, pointer: ToolPointer): HeldHandle | null {
  const frame = selectionFrame(board, view)
  const handle = frame && handleNear(frame, view.camera.zoom, pointer)
  return frame && handle ? { frame, handle } : null
}

/** The nearest handle that the pointer reaches. */
export function handleNear(
  frame: SelectionFrame,
  zoom: number,
  { point, pointerType }: Pick<ToolPointer, 'point' | 'pointerType'>,
  screen: PointerKind = pointerKind(),
): HeldHandle['handle'] | null {
  const by = pointerType === 'mouse' ? 'mouse' : 'touch'
  const options: { handle: HeldHandle['handle']; at: Point }[] = [
    ...handlesShown(frame, zoom, screen).map(handle => ({
      handle,
      at: handlePosition(frame, handle, handle.x !== 0 && handle.y !== 0 ? outward[by] / zoom : 0),
    })),
    ...(frame.canRotate ? [{ handle: 'rotate' as const, at: rotateHandlePosition(frame, zoom, screen) }] : []),
  ]
  const near = options
    .map(option => ({ ...option, away: distance(option.at, point) }))
    .filter(({ away }) => away <= reach[by] / zoom)
    .sort((one, other) => one.away - other.away)[0]
  return near?.handle ?? null
}

/** The handles for which there is room: on a small object they would cover it and each other. */
export function handlesShown(
  { box, handles }: SelectionFrame,
  zoom: number,
  screen = pointerKind(),
): readonly Handle[] {
  const { smallest, smallestWithSides } = layouts[screen]
  const [width, height] = [box.width * zoom, box.height * zoom]
  if (Math.min(width, height) < smallest) return handles.filter(({ x, y }) => x === 1 && y === 1)
  return handles.filter(
    ({ x, y }) => (x !== 0 || width >= smallestWithSides) && (y !== 0 || height >= smallestWithSides),
  )
}

/** The side of the square that is painted. */
export const handleSize = () => layouts[pointerKind()].size

/** `away` is how far outside of the box. */
export const handlePosition = ({ box, rotation }: FrameBox, { x, y }: Handle, away = 0): Point =>
  rotatePoint(
    { x: box.x + (box.width * (x + 1)) / 2 + x * away, y: box.y + (box.height * (y + 1)) / 2 + y * away },
    centerOf(box),
    rotation,
  )

/** Outside of the bottom left corner, where neither the comment count nor a connector starts. */
export function rotateHandlePosition({ box, rotation }: FrameBox, zoom: number, screen = pointerKind()): Point {
  const { x, y } = layouts[screen].rotateAt
  return rotatePoint({ x: box.x + x / zoom, y: box.y + box.height + y / zoom }, centerOf(box), rotation)
}

const distance = (one: Point, other: Point) => Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))

/** The arrows of the cursor follow the rotation. */
export function cursorOf({ frame, handle }: HeldHandle): string {
  if (handle === 'rotate') return 'grab'
  const angle = (Math.atan2(handle.y, handle.x) * 180) / Math.PI + frame.rotation
  return cursors[((Math.round(angle / 45) % 4) + 4) % 4] as string
}

const cursors = ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize']
