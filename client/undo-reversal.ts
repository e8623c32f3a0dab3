// How a single change is taken back: what there is to remember when it is made.

import type { Change } from '@tessera/contract'
import { fieldOf, targetOf, updatedObject } from './board-change.ts'
import type { BoardObject, LiveWorkspace } from './live.ts'

export type Reversal =
  /** Of an update: each field that it changed. */
  | { does: 'restore'; id: string; fields: Map<string, FieldReversal> }
  /** Of a create. */
  | { does: 'remove'; id: string }
  /** Of a delete: what it was, and the strokes on it. */
  | { does: 'recreate'; id: string; object: BoardObject | undefined; strokes: readonly BoardObject[] }

export interface FieldReversal {
  now: unknown
  before: unknown
}

/** One for each change, in their order. The id of what a create makes is not known yet. */
export function reversalsOf(changes: readonly Change[], board: Pick<LiveWorkspace, 'get' | 'objects'>): Reversal[] {
  const made = new Map<string, BoardObject | undefined>()
  const look = (id: string) => (made.has(id) ? made.get(id) : board.get(id))
  const strokes = strokesOn(changes, board)
  return changes.map(change => {
    if (change.op === 'create') return { does: 'remove', id: '' }
    const before = look(change.id)
    if (change.op === 'delete') {
      made.set(change.id, undefined)
      return { does: 'recreate', id: change.id, object: before, strokes: strokes.get(before?.id ?? '') ?? [] }
    }
    const after = before && updatedObject(before, change.data)
    made.set(change.id, after)
    return { does: 'restore', id: change.id, fields: before && after ? differences(before, after) : new Map() }
  })
}

/** By the object that is about to be deleted. */
function strokesOn(changes: readonly Change[], board: Pick<LiveWorkspace, 'objects'>) {
  if (!changes.some(change => change.op === 'delete')) return new Map<string, BoardObject[]>()
  const attached = [...board.objects.values()].filter(object => targetOf(object) !== null)
  return Map.groupBy(attached, object => targetOf(object) as string)
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
  const match = older.find(other => other.does !== 'recreate' && isSame(other.id, newer.id))
  if (!match || newer.does === 'remove') return [newer, ...older]
  const rest = older.filter(other => other !== match)
  if (newer.does === 'recreate') return match.does === 'remove' ? rest : [newer, ...older]
  return match.does === 'restore' ? [{ ...newer, fields: joined(newer.fields, match.fields) }, ...rest] : older
}

function joined(newer: ReadonlyMap<string, FieldReversal>, older: ReadonlyMap<string, FieldReversal>) {
  const first = (name: string, { now, before }: FieldReversal) => ({ now, before: older.get(name)?.before ?? before })
  return new Map([...older, ...[...newer].map(([name, field]) => [name, first(name, field)] as const)])
}
