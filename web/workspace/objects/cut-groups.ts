// If a stroke of a group is cut, all its pieces stay in the group.

import type { BoardObject, Change } from '@tessera/client'

type Objects = ReadonlyMap<string, BoardObject>

/**
 * By group, which of the changes create pieces of a stroke in it. They come right after the update of the stroke's
 * points.
 */
export function piecesInGroups(changes: readonly Change[], objects: Objects): ReadonlyMap<string, readonly number[]> {
  const pieces = new Map<string, number[]>()
  let group: string | null = null
  for (const [index, change] of changes.entries()) {
    if (change.op !== 'create') group = cutGroupOf(change, objects)
    else if (group !== null) pieces.set(group, [...(pieces.get(group) ?? []), index])
  }
  return pieces
}

const cutGroupOf = (change: Change, objects: Objects): string | null =>
  change.op === 'update' && Array.isArray(change.data.points) ? (objects.get(change.id)?.group ?? null) : null

/** The groups with their pieces. `ids` are those of the objects of the changes. */
export const groupsWithPieces = (
  pieces: ReadonlyMap<string, readonly number[]>,
  ids: readonly string[],
  objects: Objects,
): Change[] =>
  [...pieces].map(([group, indexes]) => ({
    op: 'group',
    ids: [
      ...[...objects.values()].filter(object => object.group === group).map(({ id }) => id),
      ...indexes.map(index => ids[index] as string),
    ],
  }))
