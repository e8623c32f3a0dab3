// The box around the selection that is resized and rotated: that of a single object turns with it, that of several is
// upright. Pinned objects and strokes on objects are not part of it.

import type { BoardObject } from '@tessera/client'
import { type Box, boxAround } from '@tessera/drawing'
import type { BoardView } from '../../canvas/board-view.ts'
import { canUpdate, hasEnds, hasPoints, isAttached, isPinned } from '../objects/abilities.ts'
import { allHandles, type Handle, handlesOf } from '../objects/resize.ts'
import { rotationOf, unrotatedBox } from '../objects/transform.ts'
import type { OpenBoard } from '../state/board.ts'
import { selectedObjects } from '../state/selection.ts'

export interface SelectionFrame {
  readonly objects: readonly BoardObject[]
  readonly box: Box
  readonly rotation: number
  readonly handles: readonly Handle[]
  readonly canRotate: boolean
}

export function selectionFrame(board: OpenBoard, view: BoardView): SelectionFrame | null {
  const objects = selectedObjects(board).filter(canTransform)
  const [first, another] = objects
  if (!first) return null
  return another ? frameAround(view, objects) : frameOfOne(view, first)
}

/** Connectors have handles of their own, and follow if something else is selected, too. */
const canTransform = (object: BoardObject) => !isAttached(object) && !isPinned(object) && !hasEnds(object)

function frameOfOne(view: BoardView, object: BoardObject): SelectionFrame | null {
  const shown = view.find(object.id) as BoardObject | null
  const box = shown && (hasPoints(object) ? view.boundsOf(object.id) : unrotatedBox(shown))
  if (!shown || !box) return null
  return {
    objects: [object],
    box,
    rotation: rotationOf(shown),
    handles: hasPoints(object) ? corners : handlesOf(object),
    canRotate: hasPoints(object) || canUpdate(object, 'rotation'),
  }
}

function frameAround(view: BoardView, objects: readonly BoardObject[]): SelectionFrame | null {
  const box = boxAround(objects.flatMap(({ id }) => view.boundsOf(id) ?? []))
  return box && { objects, box, rotation: 0, handles: allHandles, canRotate: true }
}

const corners = allHandles.filter(({ x, y }) => x !== 0 && y !== 0)
