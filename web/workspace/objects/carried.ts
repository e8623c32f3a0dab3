// What moves along: a canvas carries everything whose middle is inside it, and two moving objects carry the connector
// between them.

import type { BoardObject } from '@tessera/client'
import { type Box, bounds, type Point, rendererOf } from '@tessera/drawing'
import { canMove, hasEnds, isAttached, isPinned } from './abilities.ts'
import { endsOf } from './transform.ts'

const carries = (object: BoardObject) => rendererOf(object).layer === 'ground'

const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 })

const isInside = ({ x, y }: Point, box: Box) =>
  x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height

/** The objects and what they carry, including canvases on canvases. Pinned objects stay. */
export function withCarried(
  chosen: readonly BoardObject[],
  all: Iterable<BoardObject>,
  isTaken: (object: BoardObject) => boolean = canMove,
): BoardObject[] {
  const taken = new Map(chosen.map(object => [object.id, object]))
  const grounds = chosen.filter(carries)
  if (grounds.length === 0) return [...taken.values()]
  const others = [...all].filter(object => !isAttached(object))
  for (let ground = grounds.pop(); ground; ground = grounds.pop()) {
    const area = bounds(ground)
    for (const object of others) {
      if (taken.has(object.id) || !isTaken(object) || !isInside(middleOf(bounds(object)), area)) continue
      taken.set(object.id, object)
      if (carries(object)) grounds.push(object)
    }
  }
  return [...taken.values()]
}

/** The objects and the connectors between two of them, whose bends move with them. */
export function withConnectors(moved: readonly BoardObject[], all: Iterable<BoardObject>): BoardObject[] {
  const ids = new Set(moved.map(({ id }) => id))
  const isBetween = (object: BoardObject) =>
    hasEnds(object) &&
    !isPinned(object) &&
    !ids.has(object.id) &&
    Object.values(endsOf(object)).every(end => 'id' in end && ids.has(end.id))
  return [...moved, ...[...all].filter(isBetween)]
}
