// Plans the changes that undo a step, except for what other users have changed since.

import { type Change, inputNameOf, isSameValue, kinds } from '@tessera/contract'
import type { BoardObject, LiveWorkspace } from '../live/live-workspace.ts'
import { fieldOf, ownerOf, renamedChange } from '../live/predict-change.ts'
import { newGroup } from './undo-arrangement.ts'
import type { Reversal } from './undo-reversal.ts'

export interface Plan {
  readonly changes: readonly Change[]
  /** How many fields and objects are left as they are. */
  readonly skipped: number
}

export function planStep(reversals: readonly Reversal[], board: Pick<LiveWorkspace, 'get' | 'idOf'>): Plan {
  /** The objects that this plan restores, as they were. */
  const restored = new Map<string, BoardObject>()
  const get = (id: string) => board.get(id) ?? restored.get(board.idOf(id))
  const parts = ownersFirst(reversals).map(reversal => {
    if (reversal.does === 'arrange') return planArrangement(reversal, get)
    const object = get(reversal.id)
    if (reversal.does === 'restore') {
      if (!reversal.object || object) return nothing
      const owner = ownerOf(reversal.object)
      if (owner !== null && !get(owner)) return skip(1)
      restored.set(board.idOf(reversal.id), reversal.object)
      return one({ op: 'restore', id: reversal.id })
    }
    if (!object) return skip(1)
    return reversal.does === 'remove' ? one({ op: 'delete', id: reversal.id }) : planReset(reversal, object)
  })
  const changes = parts.flatMap(part => part.changes).map(change => renamedChange(change, board.idOf))
  return { changes, skipped: parts.reduce((sum, part) => sum + part.skipped, 0) }
}

type Part = { readonly changes: readonly Change[]; readonly skipped: number }

const skip = (skipped: number): Part => ({ changes: [], skipped })
const nothing = skip(0)
const one = (change: Part['changes'][number], skipped = 0): Part => ({ changes: [change], skipped })

/**
 * Plans it for the objects that still exist. Restacking and grouping by others is reset as well, because nothing tells
 * it apart.
 */
function planArrangement(
  { changes, grouped }: Reversal & { does: 'arrange' },
  get: (id: string) => BoardObject | undefined,
): Part {
  const isLeft = (one: string) => get(one) !== undefined
  const planned = changes.flatMap((change): Change[] => {
    if (change.op === 'ungroup') {
      const group = change.group === newGroup ? groupOf(grouped.flatMap(id => get(id) ?? [])) : change.group
      return group === null ? [] : [{ op: 'ungroup', group }]
    }
    const ids = change.ids.filter(isLeft)
    if (ids.length === 0 || (change.op === 'group' && ids.length < 2)) return []
    if (change.op === 'order' && 'above' in change && !isLeft(change.above)) return [{ op: 'order', ids, to: 'back' }]
    return [{ ...change, ids } as Change]
  })
  return { changes: planned, skipped: changes.length - planned.length }
}

/** The group that the objects are in now: undoing and redoing gives it another id. Null if they are not together. */
function groupOf(objects: readonly BoardObject[]): string | null {
  const groups = new Set(objects.map(({ group }) => group))
  return groups.size === 1 ? (objects[0]?.group ?? null) : null
}

/** An owned object is restored after its owner. */
function ownersFirst(reversals: readonly Reversal[]): Reversal[] {
  const isOwned = (reversal: Reversal) =>
    reversal.does === 'restore' && reversal.object !== undefined && ownerOf(reversal.object) !== null
  return [...reversals.filter(reversal => !isOwned(reversal)), ...reversals.filter(isOwned)]
}

function planReset({ id, fields }: Reversal & { does: 'reset' }, object: BoardObject): Part {
  const untouched = [...fields].filter(
    ([name, { now, before }]) => before !== undefined && isSameValue(fieldOf(object, name), now),
  )
  const data = withoutPinnedPosition(
    object,
    Object.fromEntries(untouched.map(([name, { before }]) => [inputNameOf(kinds[object.kind], name), before])),
  )
  const count = Object.keys(data).length
  const skipped = fields.size - count
  return count > 0 ? one({ op: 'update', id, data }, skipped) : skip(skipped)
}

/** If another user has pinned the object since, its position stays and the other fields are reset. */
function withoutPinnedPosition(object: BoardObject, data: Record<string, unknown>): Record<string, unknown> {
  if (fieldOf(object, 'pin') !== true || data.pin === false) return data
  const { x: _x, y: _y, ...rest } = data
  return rest
}
