// What the end of a connector would be attached to at the pointer: the side of an object that is near, the object
// itself, or nothing. Alt attaches to the exact place on the object, Ctrl leaves a free point.

import type { ConnectorEnd } from '@tessera/contract/kinds/connector'
import { type Drawable, type Point, rendererOf } from '@tessera/drawing'
import type { BoardView } from '../../canvas/board-view.ts'
import type { ToolPointer } from '../../canvas/tool.ts'
import { exactAnchor, nearestAnchor, nearestSide, takesConnectors } from '../objects/connecting/connector-anchors.ts'

type Pointer = Pick<ToolPointer, 'point' | 'pointerType' | 'altKey' | 'modKey' | 'shiftKey'>

interface EndOptions {
  /** The object at the other end. */
  readonly other?: string | null
  /** The position of the other end: with Shift, a free end is exactly beside, above or below it. */
  readonly start?: Point | null
}

export function endAt(
  view: BoardView,
  pointer: Pointer,
  { other = null, start = null }: EndOptions = {},
): ConnectorEnd {
  const { point } = pointer
  const reach = (pointer.pointerType === 'mouse' ? 18 : 28) / view.camera.zoom
  const found = pointer.modKey ? null : targetAt(view, pointer, reach, other)
  if (!found) return freeEnd(pointer, start)
  return { id: found.id, anchor: pointer.altKey ? exactAnchor(found, point) : nearestAnchor(found, point, reach) }
}

function targetAt(view: BoardView, { point, pointerType }: Pointer, reach: number, other: string | null) {
  const isWanted = (object: Drawable) => takesConnectors(object) && object.id !== other
  const hit = view.objectAt(point, { slack: pointerType === 'mouse' ? 4 : 12, isWanted })
  if (hit) return hit
  // The middle of a side also attracts from outside.
  const around = { x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach }
  return view
    .objectsIn(around)
    .findLast(
      object => isWanted(object) && rendererOf(object).layer !== 'ground' && nearestSide(object, point, reach) !== null,
    )
}

function freeEnd({ point, shiftKey }: Pointer, start: Point | null): ConnectorEnd {
  const [x, y] = [Math.round(point.x), Math.round(point.y)]
  if (!shiftKey || !start) return { x, y }
  const isAlongX = Math.abs(x - start.x) > Math.abs(y - start.y)
  return isAlongX ? { x, y: Math.round(start.y) } : { x: Math.round(start.x), y }
}
