// The dots at the sides of an object: dragging one draws a connector, clicking one creates the next object of a flow.

import type { Drawable, Point } from '@tessera/drawing'
import type { Side } from '@tessera/drawing/connector-end'
import type { BoardView } from '../../canvas/board-view.ts'
import type { ToolPointer } from '../../canvas/tool.ts'
import { createConnected } from '../actions/connecting/quick-flow.ts'
import { distance, dotPoint, sides, takesConnectors } from '../objects/connecting/connector-anchors.ts'
import type { OpenBoard } from '../state/board.ts'
import { showConnecting } from '../state/connecting.ts'
import { canEdit } from '../state/rights.ts'
import { connectGesture } from './connect-gesture.ts'
import type { FindGrip } from './grip.ts'
import { pointerKind } from './pointer-kind.ts'

/** In screen pixels: how far the dots lie outside, clear of the handles on the edge. */
const dotDistance = { mouse: 20, touch: 40 }
const reach = { mouse: 10, touch: 22 }
/** Smaller objects show their dots only while they are selected, so that they can be grabbed. */
const smallestHovered = 40

export interface Dot {
  readonly id: string
  readonly side: Side
  readonly at: Point
}

/** The dots of the selected object, and of the one under the mouse. */
export function dotsShown(board: OpenBoard, view: BoardView): Dot[] {
  if (!canEdit(board) || board.tool.get() !== 'select' || board.overrides.get().size > 0) return []
  if (board.editedId.get() !== null || board.activeBrowserId.get() !== null) return []
  const [selected = null, another] = board.selection.get()
  const { hovered } = board.connecting.get()
  const ids = new Set([another === undefined ? selected : null, board.marquee.get() ? null : hovered])
  return [...ids].flatMap(id => {
    const object = id === null ? null : view.find(id)
    return object && takesConnectors(object) ? dotsOf(object, view) : []
  })
}

function dotsOf(object: Drawable, { camera }: BoardView): Dot[] {
  const away = dotDistance[pointerKind()] / camera.zoom
  return sides.map(side => ({ id: object.id, side, at: dotPoint(object, side, away) }))
}

export const dotGrip: FindGrip = (board, view, pointer) => {
  const dot = dotAt(board, view, pointer)
  if (!dot) return null
  return {
    cursor: 'crosshair',
    begin: () =>
      connectGesture(board, view, {
        start: pointer,
        from: { id: dot.id, anchor: dot.side },
        onClick() {
          const object = board.live.get(dot.id)
          if (object) createConnected(board, object, dot.side)
        },
      }),
  }
}

function dotAt(board: OpenBoard, view: BoardView, { point, pointerType }: ToolPointer): Dot | null {
  const near = reach[pointerType === 'mouse' ? 'mouse' : 'touch'] / view.camera.zoom
  return dotsShown(board, view).find(({ at }) => distance(at, point) <= near) ?? null
}

/** Called when the mouse moves without a pressed button; null when it leaves the board. */
export function hoverDots(board: OpenBoard, view: BoardView, pointer: ToolPointer | null): void {
  const isMouse = pointer !== null && pointer.pointerType !== 'touch'
  const dot = isMouse ? dotAt(board, view, pointer) : null
  showConnecting(board, {
    hovered: dot ? dot.id : isMouse ? findHovered(board, view, pointer) : null,
    dot: dot && { id: dot.id, side: dot.side },
  })
}

function findHovered(board: OpenBoard, view: BoardView, { point }: ToolPointer) {
  if (!canEdit(board)) return null
  const { zoom } = view.camera
  const found = view.objectAt(point, { slack: 4 })
  if (found && takesConnectors(found)) {
    const box = view.boundsOf(found.id)
    return box && Math.min(box.width, box.height) * zoom >= smallestHovered ? found.id : null
  }
  // The dots stay while the pointer moves from the object to one of them.
  const before = board.connecting.get().hovered
  const box = before === null ? null : view.boundsOf(before)
  const margin = (dotDistance.mouse + reach.mouse) / zoom
  const isNear =
    box !== null &&
    point.x >= box.x - margin &&
    point.y >= box.y - margin &&
    point.x <= box.x + box.width + margin &&
    point.y <= box.y + box.height + margin
  return isNear ? before : null
}
