// How a single change is taken back: what there is to remember when it is made.

import type { Change } from '@tessera/contract'
import { fieldOf, updatedObject } from '../live/predict-change.ts'
import type { BoardObject, LiveWorkspace } from '../live/live-workspace.ts'

export type Reversal =
  /** Of an update: each field that it changed. */
  | { does: 'reset'; id: string; fields: Map<string, FieldReversal> }
  /** Of a create, and of a restore. */
  | { does: 'remove'; id: string }
  /** Of a delete: what it was. */
  | { does: 'restore'; id: string; object: BoardObject | undefined }

export interface FieldReversal {
  now: unknown
  before: unknown
}

/** One for each change, in their order. The id of what a create makes is not known yet. */
export function reversalsOf(changes: readonly Change[], board: Pick<LiveWorkspace, 'get'>): Reversal[] {
  const made = new Map<string, BoardObject | undefined>()
  const look = (id: string) => (made.has(id) ? made.get(id) : board.get(id))
  return changes.map(change => {
    if (change.op === 'create') return { does: 'remove', id: '' }
    const { id } = change
    if (change.op === 'restore') return { does: 'remove', id }
    const before = look(id)
    const after = change.op === 'update' && before ? updatedObject(before, change.data) : undefined
    made.set(id, after)
    if (change.op === 'delete') return { does: 'restore', id, object: before }
    return { does: 'reset', id, fields: before && after ? differences(before, after) : new Map() }
  })
}

function differences(before: BoardObject, after: BoardObject) {
  const names = Object.keys(after).filter(name => fieldOf(before, name) !== fieldOf(after, name))
  return new Map(names.map(name => [name, { now: fieldOf(after, name), before: fieldOf(before, name) }]))
}

/**
 * What there is to take back in a step so far, with one more change, which comes first. What was made in the same step
 * goes as a whole, and of a field only the first value matters.
 */
export function mergeReversals(
  newer: Reversal,
  older: readonly Reversal[],
  isSame: (one: string, other: string) => boolean,
): readonly Reversal[] {
  const match = older.find(other => other.does !== 'restore' && isSame(other.id, newer.id))
  if (!match || newer.does === 'remove') return [newer, ...older]
  const rest = older.filter(other => other !== match)
  if (newer.does === 'restore') return match.does === 'remove' ? rest : [newer, ...older]
  return match.does === 'reset' ? [{ ...newer, fields: joined(newer.fields, match.fields) }, ...rest] : older
}

function joined(newer: ReadonlyMap<string, FieldReversal>, older: ReadonlyMap<string, FieldReversal>) {
  const first = (name: string, { now, before }: FieldReversal) => ({ now, before: older.get(name)?.before ?? before })
  return new Map([...older, ...[...newer].map(([name, field]) => [name, first(name, field)] as const)])
}
