// Rotates the selection about its center. It stops at right angles when near, with Shift at every 15 degrees; the
// modifier key turns that off.

import type { Point } from '@tessera/drawing'
import { centerOf } from '@tessera/drawing/rotation'
import type { ToolPointer } from '../../../canvas/tool.ts'
import { applyChanges } from '../../actions/changes/object-changes.ts'
import { withConnectors } from '../../objects/carried.ts'
import { changesToTransform } from '../../objects/moves.ts'
import { snappedAngle } from '../../objects/snapped-angle.ts'
import { normalizedRotation, rotationAbout } from '../../objects/transform.ts'
import type { OpenBoard } from '../../state/board.ts'
import type { SelectionFrame } from '../selection-frame.ts'
import { currentOf, endTransform, showTransform } from '../show-transform.ts'
import type { ToolGesture } from '../tool-gesture.ts'

export function rotateGesture(board: OpenBoard, start: ToolPointer, frame: SelectionFrame): ToolGesture {
  const center = centerOf(frame.box)
  const objects = withConnectors(frame.objects, board.live.objects.values())
  const from = angleOf(center, start.point)

  /** The angle of a single object afterwards; several objects start upright. */
  function angleAt({ point, shiftKey, modKey }: ToolPointer): number {
    const angle = frame.rotation + angleOf(center, point) - from
    return modKey ? angle : snappedAngle(angle, shiftKey)
  }

  const transformTo = (pointer: ToolPointer) => rotationAbout(center, angleAt(pointer) - frame.rotation)

  return {
    move(pointer) {
      const rotation = angleAt(pointer)
      showTransform(board, objects, transformTo(pointer))
      board.gestureFrame.set({ box: frame.box, rotation, label: angleLabel(rotation, frame) })
    },
    up(pointer) {
      applyChanges(board, changesToTransform(currentOf(board, objects), transformTo(pointer)))
      endTransform(board)
    },
    cancel: () => endTransform(board),
  }
}

/** The angle of a single object, or how far several are rotated, in the shorter direction. */
function angleLabel(rotation: number, { objects }: SelectionFrame): string {
  const angle = Math.round(normalizedRotation(rotation)) % 360
  return `${objects.length > 1 && angle > 180 ? angle - 360 : angle}°`
}

const angleOf = (center: Point, { x, y }: Point) => (Math.atan2(y - center.y, x - center.x) * 180) / Math.PI
