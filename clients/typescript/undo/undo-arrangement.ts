// How an arrangement of several objects is reversed.

import { type Arrangement, type Kind, kinds } from '@tessera/contract'
import type { BoardObject } from '../live/live-workspace.ts'
import { ownerOf } from '../live/predict-change.ts'

/** In the group of a reversed `group`: stands for the group that the change makes, whose id is not known yet. */
export const newGroup = ''

export function reversedArrangement(
  change: Arrangement,
  objects: ReadonlyMap<string, BoardObject>,
): readonly Arrangement[] {
  const all = [...objects.values()]
  if (change.op === 'group') return [{ op: 'ungroup', group: newGroup }, ...groupsOf(change.ids, all)]
  if (change.op === 'ungroup') {
    const ids = all.filter(object => object.group === change.group).map(object => object.id)
    return ids.length > 1 ? [{ op: 'group', ids }] : []
  }
  const moved = new Set(change.ids)
  const isGround = ({ kind }: BoardObject) => (kinds[kind] as Kind).isGround === true
  const stack = all
    .filter(object => ownerOf(object) === null)
    .sort((a, b) => (isGround(a) === isGround(b) ? (a.order < b.order ? -1 : 1) : isGround(a) ? -1 : 1))
  const back: Arrangement[] = []
  // Neighbors that move together go back together, above what they lay on.
  let below: BoardObject | undefined
  let run: string[] = []
  const finish = () => {
    if (run.length === 0) return
    back.push(below ? { op: 'order', ids: run, above: below.id } : { op: 'order', ids: run, to: 'back' })
    run = []
  }
  for (const object of stack) {
    const startsLayer = below !== undefined && isGround(below) !== isGround(object)
    if (startsLayer) {
      finish()
      below = undefined
    }
    if (moved.has(object.id)) run.push(object.id)
    else {
      finish()
      below = object
    }
  }
  finish()
  return back
}

/** The groups that the objects leave, whole: one of two members dissolves when the other leaves it. */
function groupsOf(ids: readonly string[], all: readonly BoardObject[]): Arrangement[] {
  const chosen = new Set(ids)
  const left = new Set(all.filter(({ id, group }) => chosen.has(id) && group).map(({ group }) => group))
  return [...left].map(group => ({
    op: 'group',
    ids: all.filter(object => object.group === group).map(({ id }) => id),
  }))
}
