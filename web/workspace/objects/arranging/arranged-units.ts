// What aligning, distributing and tidying up arrange: units with a box. A group is one unit, and so is a canvas with
// the objects on it. Connectors that are attached to objects are not units: they follow the objects.

import type { BoardObject } from '@tessera/client'
import { type Box, bounds, boxAround, type Point } from '@tessera/drawing'
import { canMove, hasEnds, isAttached } from '../abilities.ts'
import { withCarried } from '../carried.ts'

export interface ArrangedUnit {
  /** The objects of the unit, including those on canvases. */
  readonly objects: readonly BoardObject[]
  readonly box: Box
  /** True if something in it is pinned: then it stays, and the others are aligned with it. */
  readonly isFixed: boolean
}

/** How far each unit moves. Units that stay are left out. */
export type UnitOffsets = ReadonlyMap<ArrangedUnit, Point>

export function arrangedUnitsOf(selected: readonly BoardObject[], all: Iterable<BoardObject>): ArrangedUnit[] {
  const board = [...all]
  const free = selected.filter(isArranged)
  const carried = findCarriedByOthers(free, board)
  const chosen = free.filter(({ id }) => !carried.has(id))
  const lists = groupedLists(chosen, board)
  return lists.map(list => ({
    objects: withCarried(list, board),
    box: boxAround(list.map(object => bounds(object))) as Box,
    isFixed: !list.every(canMove),
  }))
}

/** The number of units, as far as the selection alone tells. */
export function countUnits(selected: readonly BoardObject[]): number {
  const free = selected.filter(isArranged)
  const units = new Set(free.map(({ id, group }) => group ?? id)).size
  return units === 1 ? free.length : units
}

const isArranged = (object: BoardObject) => !isAttached(object) && (!hasEnds(object) || canMove(object))

function findCarriedByOthers(objects: readonly BoardObject[], board: readonly BoardObject[]): Set<string> {
  return new Set(
    objects.flatMap(object =>
      withCarried([object], board)
        .slice(1)
        .map(({ id }) => id),
    ),
  )
}

/** Whole groups as one list each. If that leaves one list, its objects are arranged among themselves. */
function groupedLists(objects: readonly BoardObject[], board: readonly BoardObject[]): BoardObject[][] {
  const sizes = new Map<string, number>()
  for (const { group } of board) if (group) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  const byGroup = Map.groupBy(objects, ({ group }) => group ?? null)
  const lists = [...byGroup].flatMap(([group, members]) =>
    group !== null && members.length === sizes.get(group) ? [members] : members.map(one => [one]),
  )
  const [only] = lists
  return lists.length === 1 && only ? only.map(one => [one]) : lists
}
