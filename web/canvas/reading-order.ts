// The reading order of the objects for screen readers: row by row, with the objects on a canvas right after its name.
// Strokes on an object and those of an eraser are left out: they have nothing to read on their own.

import { type Box, bounds, type Drawable, rendererOf, sortByReadingOrder } from '@tessera/drawing'

export interface ReadEntry {
  readonly object: Drawable
  /** The canvas it is on. */
  readonly canvas: Drawable | null
}

export function readingOrder(objects: Iterable<Drawable>): ReadEntry[] {
  const grounds: BoxedObject[] = []
  const others: BoxedObject[] = []
  for (const object of objects) {
    const renderer = rendererOf(object)
    if (renderer.erases?.(object) || (renderer.attachedTo?.(object) ?? null) !== null) continue
    const boxed = { object, box: bounds(object) }
    if (renderer.layer === 'ground') grounds.push(boxed)
    else others.push(boxed)
  }
  const lying = new Map<BoxedObject | null, BoxedObject[]>([[null, [...grounds]]])
  for (const other of others) {
    const canvas = smallestHolding(grounds, other.box)
    const together = lying.get(canvas)
    if (together) together.push(other)
    else lying.set(canvas, [other])
  }
  const listOn = (canvas: BoxedObject | null): ReadEntry[] =>
    sortByReadingOrder(lying.get(canvas) ?? [], ({ box }) => box, maxRowHeight).flatMap(entry => [
      { object: entry.object, canvas: canvas?.object ?? null },
      ...(canvas === null && lying.has(entry) ? listOn(entry) : []),
    ])
  return listOn(null)
}

interface BoxedObject {
  readonly object: Drawable
  readonly box: Box
}

/** The same rule as for moving a canvas: the middle of the object is on it. */
function smallestHolding(grounds: readonly BoxedObject[], { x, y, width, height }: Box): BoxedObject | null {
  const [middleX, middleY] = [x + width / 2, y + height / 2]
  let found: BoxedObject | null = null
  for (const ground of grounds) {
    const { box } = ground
    const holds = middleX >= box.x && middleX <= box.x + box.width && middleY >= box.y && middleY <= box.y + box.height
    if (holds && (!found || box.width * box.height < found.box.width * found.box.height)) found = ground
  }
  return found
}

/** At most this part of a tall object, such as a canvas, counts for a row. */
const maxRowHeight = 400
