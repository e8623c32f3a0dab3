// Places a new object: a click with the default size, a drag with the size of the rectangle if the kind has width and
// height.

import type { KindName } from '@tessera/client'
import { type Kind, kinds } from '@tessera/contract'
import type { Box, Drawable } from '@tessera/drawing'
import type { BoardView } from '../../../canvas/board-view.ts'
import type { Tool, ToolPointer } from '../../../canvas/tool.ts'
import { initialDataOf, placeInBox, placeObject } from '../../actions/placing/place-object.ts'
import { workspaceKinds } from '../../kinds/index.ts'
import { noOverrides, type OpenBoard } from '../../state/board.ts'
import { openSnapper, type Snapper } from '../snapping.ts'
import { isDrag } from '../tool-gesture.ts'
import { boxBetween } from './marquee-gesture.ts'

export function placeTool(board: OpenBoard, view: BoardView, kind: KindName): Tool {
  const hasSides = (kinds[kind] as Kind).creatable.includes('width')
  let start: ToolPointer | null = null
  let isPulled = false
  let snapper: Snapper | null = null
  /** The corner that is dragged snaps. */
  const snapped = (pointer: ToolPointer): ToolPointer => {
    const { x, y } = pointer.point
    const by = snapper?.snap({ x, y, width: 0, height: 0 }, pointer, { parts: corner }) ?? { x: 0, y: 0 }
    return { ...pointer, point: { x: x + by.x, y: y + by.y } }
  }
  /** Kinds with an outline of their own are shown with it, others as a rectangle. */
  const isPreviewed = workspaceKinds[kind].ghostOutline !== undefined
  function show(box: Box | null) {
    if (!isPreviewed) board.marquee.set(box)
    else board.overrides.set(box ? new Map([[objectInProgress, previewOf(kind, box)]]) : noOverrides)
  }
  return {
    down(pointer) {
      if (pointer.button !== 0) return false
      snapper = hasSides ? openSnapper(board, view, () => false) : null
      start = pointer
      isPulled = false
      return true
    },
    move(pointer) {
      if (!start || !hasSides) return
      isPulled ||= isDrag(start, pointer)
      if (isPulled) show(boxTo(start, snapped(pointer)))
    },
    up(pointer) {
      if (!start) return
      const box = boxTo(start, isPulled ? snapped(pointer) : pointer)
      snapper?.end()
      show(null)
      if (isPulled && box.width >= smallest && box.height >= smallest) placeInBox(board, kind, box)
      else placeObject(board, kind, start.point)
      start = null
    },
    cancel() {
      snapper?.end()
      show(null)
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
const corner = { x: ['start'], y: ['start'] } as const

/** The id of the object while its size is dragged. */
const objectInProgress = 'object-under-way'

const previewOf = (kind: KindName, box: Box): Drawable =>
  ({ ...kinds[kind].defaults, ...initialDataOf(kind), ...box, kind, id: objectInProgress }) as unknown as Drawable

/** With Shift, as wide as high. */
function boxTo({ point: start }: ToolPointer, { point, shiftKey }: ToolPointer): Box {
  if (!shiftKey) return boxBetween(start, point)
  const side = Math.max(Math.abs(point.x - start.x), Math.abs(point.y - start.y))
  const corner = { x: start.x + side * toward(point.x - start.x), y: start.y + side * toward(point.y - start.y) }
  return boxBetween(start, corner)
}

const toward = (distance: number) => (distance < 0 ? -1 : 1)
