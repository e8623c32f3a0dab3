// Drags a handle of the selection. A single object is resized along its own sides, several together.

import type { BoardObject } from '@tessera/client'
import type { Box, Point } from '@tessera/drawing'
import type { BoardView } from '../../../canvas/board-view.ts'
import type { ToolPointer } from '../../../canvas/tool.ts'
import { applyChanges, updateObjects } from '../../actions/changes/object-changes.ts'
import { resizeModeOf } from '../../objects/abilities.ts'
import { withConnectors } from '../../objects/carried.ts'
import { changesToTransform } from '../../objects/moves.ts'
import { changedFields, type Handle, resize } from '../../objects/resize.ts'
import { resizeSeveral } from '../../objects/resize-several.ts'
import type { SnappedParts } from '../../objects/snapping/snap-box.ts'
import { unrotatedBox } from '../../objects/transform.ts'
import type { OpenBoard } from '../../state/board.ts'
import type { SelectionFrame } from '../selection-frame.ts'
import { currentOf, endTransform, showTransform } from '../show-transform.ts'
import { openSnapper } from '../snapping.ts'
import type { ToolGesture } from '../tool-gesture.ts'

export function resizeGesture(
  board: OpenBoard,
  view: BoardView,
  start: ToolPointer,
  frame: SelectionFrame,
  handle: Handle,
): ToolGesture {
  const [first, another] = frame.objects
  const pullTo = snappedPull(board, view, start, frame, handle)
  return first && !another && resizeModeOf(first) !== null
    ? resizeOne(board, first, handle, pullTo)
    : resizeAll(board, frame, handle, pullTo)
}

type PullTo = (pointer: ToolPointer) => Point

function resizeOne(board: OpenBoard, object: BoardObject, handle: Handle, pullTo: PullTo): ToolGesture {
  const resizeTo = (pointer: ToolPointer) =>
    resize(object, handle, pullTo(pointer), { isProportional: pointer.shiftKey })
  return {
    move(pointer) {
      const resized = resizeTo(pointer)
      const shown = { ...object, ...resized } as BoardObject
      board.overrides.set(new Map([[object.id, shown]]))
      board.gestureFrame.set({
        box: unrotatedBox(shown),
        rotation: rotationIn(shown),
        label: sizeLabel(unrotatedBox(shown)),
      })
      board.live.sendPresence({ moving: [{ id: object.id, ...resized }] })
    },
    up(pointer) {
      const now = board.live.get(object.id)
      if (now) updateObjects(board, [now], changedFields(object, resizeTo(pointer)))
      endTransform(board)
    },
    cancel: () => endTransform(board),
  }
}

const rotationIn = (object: BoardObject) => ('rotation' in object ? (object.rotation ?? 0) : 0)

function resizeAll(board: OpenBoard, frame: SelectionFrame, handle: Handle, pullTo: PullTo): ToolGesture {
  const objects = withConnectors(frame.objects, board.live.objects.values())
  const transformTo = (pointer: ToolPointer) =>
    resizeSeveral(frame.objects, frame.box, handle, pullTo(pointer), pointer.shiftKey)
  return {
    move(pointer) {
      const transform = transformTo(pointer)
      const { x, y } = transform.at(frame.box)
      const box = { x, y, width: frame.box.width * transform.scale.x, height: frame.box.height * transform.scale.y }
      showTransform(board, objects, transform)
      board.gestureFrame.set({ box, rotation: 0, label: sizeLabel(box) })
    },
    up(pointer) {
      applyChanges(board, changesToTransform(currentOf(board, objects), transformTo(pointer)))
      endTransform(board)
    },
    cancel: () => endTransform(board),
  }
}

const sizeLabel = ({ width, height }: Box) => `${Math.round(width)} × ${Math.round(height)}`

/** Calculated from the start, so that the sides that move can snap. Sides of rotated boxes are not upright. */
function snappedPull(
  board: OpenBoard,
  view: BoardView,
  start: ToolPointer,
  { box, rotation, objects }: SelectionFrame,
  handle: Handle,
): PullTo {
  const ids = new Set(objects.map(({ id }) => id))
  const snapper = openSnapper(board, view, id => ids.has(id))
  const parts = { x: partsOf(handle.x), y: partsOf(handle.y) }
  return pointer => {
    const pull = { x: pointer.point.x - start.point.x, y: pointer.point.y - start.point.y }
    if (rotation !== 0) return pull
    const by = snapper.snap(pulledBox(box, handle, pull), pointer, { parts })
    return { x: pull.x + by.x, y: pull.y + by.y }
  }
}

const partsOf = (side: -1 | 0 | 1): SnappedParts => (side === 0 ? [] : [side < 0 ? 'start' : 'end'])

const pulledBox = (box: Box, { x, y }: Handle, pull: Point): Box => ({
  x: x < 0 ? box.x + pull.x : box.x,
  y: y < 0 ? box.y + pull.y : box.y,
  width: box.width + x * pull.x,
  height: box.height + y * pull.y,
})
