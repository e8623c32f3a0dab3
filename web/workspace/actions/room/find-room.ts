// Finds room on the board for what is about to be added, near where the user is.

import { type Box, bounds, type Point, rendererOf } from '@tessera/drawing'
import { freePlace } from '@tessera/drawing/layout/free-place'
import type { BoardView } from '../../../canvas/board-view.ts'
import { touches } from '../../../canvas/spatial-grid.ts'
import { hasEnds, isAttached } from '../../objects/abilities.ts'
import type { OpenBoard } from '../../state/board.ts'

/** The corner of the free place nearest to the box. Canvases do not count, except for another canvas. */
export function findRoom({ live }: OpenBoard, box: Box, alsoTaken: readonly Box[] = [], isCanvas = false): Point {
  // Objects farther away cannot overlap a place near the box.
  const near = {
    x: box.x - farthest,
    y: box.y - farthest,
    width: box.width + 2 * farthest,
    height: box.height + 2 * farthest,
  }
  const taken: Box[] = [...alsoTaken]
  for (const object of live.objects.values()) {
    const renderer = rendererOf(object)
    const isObstacle = !isAttached(object) && !hasEnds(object) && !renderer.erases?.(object)
    if (!isObstacle || (renderer.layer === 'ground' && !isCanvas)) continue
    const there = bounds(object)
    if (touches(there, near)) taken.push(there)
  }
  return freePlace(box, taken)
}

const farthest = 20_000

/** Moves the view only if the middle of the box is outside of it, and then as little as needed. */
export function keepInView(view: BoardView | null, box: Box): void {
  if (!view) return
  const { x, y, width, height } = view.viewBox
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const isSeen = middle.x >= x && middle.y >= y && middle.x <= x + width && middle.y <= y + height
  if (!isSeen) view.reveal(box, { animate: true })
}

export const middleOfView = (view: BoardView): Point =>
  view.screenToBoard({ x: view.size.width / 2, y: view.size.height / 2 })
