// Random changes of the stacking order and of groups, for the live fuzz test.

import type { BoardObject, Change } from '@tessera/client'
import type { Random } from './seeded-random.ts'

/** Null if there is nothing to arrange. */
export function randomArrangement(random: Random, objects: readonly BoardObject[]): Change | null {
  const free = objects.filter(object => !('targetId' in object) || object.targetId === null)
  const some = free.filter(() => random.below(3) === 0).map(({ id }) => id)
  const beside = free[random.below(free.length)]
  const group = free.find(object => object.group !== null)?.group
  if (some.length === 0 || !beside) return null
  switch (random.below(5)) {
    case 0:
      return { op: 'order', ids: some, to: random.pick(['front', 'back', 'forward', 'backward'] as const) }
    case 1:
      return {
        op: 'order',
        ids: some.filter(id => id !== beside.id).concat(some.length > 1 ? [] : some),
        above: beside.id,
      }
    case 2:
      return group ? { op: 'ungroup', group } : null
    default:
      return some.length > 1 ? { op: 'group', ids: some } : null
  }
}
