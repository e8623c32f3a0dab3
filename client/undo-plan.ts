// The changes that take a step back, as far as nobody else has had a hand in it since.

import { type Change, type Kind, kinds } from '@tessera/contract'
import { fieldOf, renamedChange, targetOf } from './board-change.ts'
import type { BoardObject, LiveWorkspace } from './live.ts'
import type { Reversal } from './undo-reversal.ts'

export interface Plan {
  readonly changes: Change[]
  /** For each change the id of the object that it makes anew, or null. */
  readonly replaced: (string | null)[]
  /** What is drawn on objects that are made anew, by their old ids: to be made once those have others. */
  readonly strokes: Change[]
  /** How many fields and objects are left alone. */
  skipped: number
}

export function planStep(
  reversals: readonly Reversal[],
  board: Pick<LiveWorkspace, 'get'>,
  nowOf: (id: string) => string,
): Plan {
  const plan: Plan = { changes: [], replaced: [], strokes: [], skipped: 0 }
  for (const reversal of reversals) {
    if (joinsCreate(plan, reversal, nowOf)) continue
    const object = board.get(nowOf(reversal.id))
    if (reversal.does === 'recreate') planRecreate(plan, reversal, object, target => board.get(nowOf(target)))
    else if (!object) plan.skipped += 1
    else if (reversal.does === 'remove') put(plan, { op: 'delete', id: reversal.id })
    else planRestore(plan, reversal, object)
  }
  return { ...plan, changes: plan.changes.map(change => renamedChange(change, nowOf)) }
}

/** What was changed and deleted in one step comes back once, and as it was before both. */
function joinsCreate({ changes, replaced }: Plan, reversal: Reversal, nowOf: (id: string) => string): boolean {
  const made = changes[replaced.findIndex(id => id !== null && nowOf(id) === nowOf(reversal.id))]
  if (made?.op !== 'create') return false
  if (reversal.does === 'restore') {
    Object.assign(made.data, Object.fromEntries([...reversal.fields].map(([name, { before }]) => [name, before])))
  }
  return reversal.does !== 'remove'
}

function planRestore(plan: Plan, { id, fields }: Reversal & { does: 'restore' }, object: BoardObject): void {
  const untouched = [...fields].filter(
    ([name, { now, before }]) => before !== undefined && fieldOf(object, name) === now,
  )
  const data = movable(object, Object.fromEntries(untouched.map(([name, { before }]) => [name, before])))
  const count = Object.keys(data).length
  plan.skipped += fields.size - count
  if (count > 0) put(plan, { op: 'update', id, data })
}

/** Somebody has pinned it since: it stays where it is, and the rest is put back. */
function movable(object: BoardObject, data: Record<string, unknown>): Record<string, unknown> {
  if (fieldOf(object, 'pin') !== true || data.pin === false) return data
  const { x: _x, y: _y, ...rest } = data
  return rest
}

function planRecreate(
  plan: Plan,
  { id, object: gone, strokes }: Reversal & { does: 'recreate' },
  present: BoardObject | undefined,
  get: (id: string) => BoardObject | undefined,
): void {
  if (!gone || present) return
  const kind: Kind = kinds[gone.kind]
  const target = targetOf(gone)
  if (kind.upload || (target !== null && !get(target))) {
    plan.skipped += 1
    return
  }
  put(plan, { op: 'create', kind: gone.kind, data: dataOf(gone) }, id)
  plan.strokes.push(...strokes.map((one): Change => ({ op: 'create', kind: one.kind, data: dataOf(one) })))
}

function put({ changes, replaced }: Plan, change: Change, old: string | null = null): void {
  changes.push(change)
  replaced.push(old)
}

/** What it takes to make the same object once more. */
function dataOf(object: BoardObject): Record<string, unknown> {
  const { creatable, fields }: Kind = kinds[object.kind]
  const values = creatable.map(name => [name, fieldOf(object, fields[name]?.storedAs ?? name)] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined && value !== null))
}
