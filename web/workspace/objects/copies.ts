// The copies that are dragged while the originals stay: the objects, everything on canvases, the strokes on each, and
// the connectors between them.

import type { BoardObject } from '@tessera/client'
import { fieldOf, hasEnds, isAttached, ownerOf } from './abilities.ts'
import { withCarried, withConnectors } from './carried.ts'
import { shownDuring } from './moves.ts'
import { endsOf, type Transform } from './transform.ts'

/** The copies have ids that no object has. */
export function copiesDuring(
  chosen: readonly BoardObject[],
  all: Iterable<BoardObject>,
  transform: Transform,
): Map<string, BoardObject> {
  const board = [...all]
  const free = withConnectors(
    withCarried(
      chosen.filter(object => !isAttached(object)),
      board,
      () => true,
    ),
    board,
  )
  const ids = new Set(free.map(({ id }) => id))
  const drawnOn = board.filter(object => ids.has(ownerOf(object) ?? ''))
  const shown = [...shownDuring(free, transform).values(), ...drawnOn]
  return new Map(shown.map(object => [nameOf(object.id), renameIds(object, ids)]))
}

const nameOf = (id: string) => `copy of ${id}`

function renameIds(object: BoardObject, ids: ReadonlySet<string>): BoardObject {
  const copy: Record<string, unknown> = { ...object, id: nameOf(object.id) }
  if (isAttached(object)) copy.targetId = nameOf(String(fieldOf(object, 'targetId')))
  if (hasEnds(object))
    for (const [name, end] of Object.entries(endsOf(object)))
      if ('id' in end && ids.has(end.id)) copy[name] = { ...end, id: nameOf(end.id) }
  return copy as unknown as BoardObject
}
