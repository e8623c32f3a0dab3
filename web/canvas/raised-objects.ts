// Finds the objects in front of dragged objects that touch them. They are drawn above the rest together with these, so
// that a dragged object stays below what is in front of it.

import { type Box, type Drawable, paintedBounds, rendererOf } from '@tessera/drawing'

/** An object of the board, as it is drawn. */
export interface StackedObject {
  readonly id: string
  readonly object: Drawable
  /** The object that it is on, for strokes on objects. */
  readonly target: Drawable | null
  readonly box: Box
}

/** Above these limits, dragged objects are shown in front of everything: this runs in every frame. */
const maxOverridden = 50
const maxRaised = 100

/**
 * Returns their ids. Objects in front of a raised object are raised, too. Objects without an order are in front anyway.
 */
export function findRaisedObjects(
  overridden: readonly Drawable[],
  search: (box: Box) => readonly StackedObject[],
): ReadonlySet<string> {
  const raised = new Set<string>()
  if (overridden.length > maxOverridden) return raised
  const below: { object: Drawable; box: Box }[] = []
  for (const object of overridden)
    if (object.order !== undefined && layerOf(object) !== 'ground' && !isOnObject(object))
      below.push({ object, box: paintedBounds(object, null) })
  for (const { object, box } of below)
    for (const item of search(box)) {
      if (item.target !== null || raised.has(item.id) || !isInFront(item.object, object)) continue
      raised.add(item.id)
      // An eraser's stroke erases what is in its layer, and has to stay there.
      if (raised.size > maxRaised || rendererOf(item.object).erases?.(item.object)) return new Set()
      below.push(item)
    }
  return raised
}

const layerOf = (object: Drawable) => rendererOf(object).layer

const isOnObject = (object: Drawable) => (rendererOf(object).attachedTo?.(object) ?? null) !== null

const layers = ['ground', 'board', 'ink']

function isInFront(one: Drawable, other: Drawable): boolean {
  const [layer, below] = [layers.indexOf(layerOf(one)), layers.indexOf(layerOf(other))]
  return layer === below ? (one.order ?? '') > (other.order ?? '') : layer > below
}
