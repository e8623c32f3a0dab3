// The box of a canvas that just fits the objects on it, with room for its name.

import type { BoardObject } from '@tessera/client'
import { type Box, bounds, boxAround, rendererOf } from '@tessera/drawing'
import { canUpdate, isPinned } from './abilities.ts'
import { withCarried } from './carried.ts'

const padding = 48
const titleHeight = 52

export const isCanvas = (object: BoardObject) => rendererOf(object).layer === 'ground' && canUpdate(object, 'width')

/** Null if nothing lies on the canvas, or it is pinned. */
export function fittedCanvas(canvas: BoardObject, all: Iterable<BoardObject>): Box | null {
  if (!isCanvas(canvas) || isPinned(canvas)) return null
  const contents = withCarried([canvas], all, () => true).filter(object => object !== canvas)
  const box = boxAround(contents.map(object => bounds(object)))
  if (!box) return null
  const [left, top] = [Math.floor(box.x) - padding, Math.floor(box.y) - padding - titleHeight]
  return {
    x: left,
    y: top,
    width: Math.ceil(box.x + box.width) + padding - left,
    height: Math.ceil(box.y + box.height) + padding - top,
  }
}
