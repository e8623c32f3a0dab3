// The changes that take a step back, as far as nobody else has had a hand in it since.

import type { Change } from '@tessera/contract'
import { fieldOf, targetOf } from '../live/predict-change.ts'
import type { BoardObject, LiveWorkspace } from '../live/live-workspace.ts'
import type { Reversal } from './undo-reversal.ts'

export interface Plan {
  readonly changes: readonly Change[]
  /** How many fields and objects are left alone. */
  readonly skipped: number
}

export function planStep(reversals: readonly Reversal[], board: Pick<LiveWorkspace, 'get' | 'idOf'>): Plan {
  /** What comes back with this plan, as it was. */
  const back = new Map<string, BoardObject>()
  const get = (id: string) => board.get(id) ?? back.get(board.idOf(id))
  const parts = inOrder(reversals).map(reversal => {
    const object = get(reversal.id)
    if (reversal.does === 'restore') {
      if (!reversal.object || object) return nothing
      const target = targetOf(reversal.object)
      if (target !== null && !get(target)) return leftAlone(1)
      back.set(board.idOf(reversal.id), reversal.object)
      return one({ op: 'restore', id: reversal.id })
    }
    if (!object) return leftAlone(1)
    return reversal.does === 'remove' ? one({ op: 'delete', id: reversal.id }) : planReset(reversal, object)
  })
  const changes = parts.flatMap(part => part.changes).map(change => ({ ...change, id: board.idOf(change.id) }))
  return { changes, skipped: parts.reduce((sum, part) => sum + part.skipped, 0) }
}

type Part = { readonly changes: readonly Exclude<Change, { op: 'create' }>[]; readonly skipped: number }

const leftAlone = (skipped: number): Part => ({ changes: [], skipped })
const nothing = leftAlone(0)
const one = (change: Part['changes'][number], skipped = 0): Part => ({ changes: [change], skipped })

/** A stroke comes back after what it is drawn on. */
function inOrder(reversals: readonly Reversal[]): Reversal[] {
  const isLate = (reversal: Reversal) =>
    reversal.does === 'restore' && reversal.object !== undefined && targetOf(reversal.object) !== null
  return [...reversals.filter(reversal => !isLate(reversal)), ...reversals.filter(isLate)]
}

function planReset({ id, fields }: Reversal & { does: 'reset' }, object: BoardObject): Part {
  const untouched = [...fields].filter(
    ([name, { now, before }]) => before !== undefined && fieldOf(object, name) === now,
  )
  const data = movable(object, Object.fromEntries(untouched.map(([name, { before }]) => [name, before])))
  const count = Object.keys(data).length
  const skipped = fields.size - count
  return count > 0 ? one({ op: 'update', id, data }, skipped) : leftAlone(skipped)
}

/** Somebody has pinned it since: it stays where it is, and the rest is put back. */
function movable(object: BoardObject, data: Record<string, unknown>): Record<string, unknown> {
  if (fieldOf(object, 'pin') !== true || data.pin === false) return data
  const { x: _x, y: _y, ...rest } = data
  return rest
}
