// How a single change is reversed: what must be recorded when it is made.

import type { Arrangement, Change, ListedChange } from '@tessera/contract'
import type { BoardObject, LiveWorkspace } from '../live/live-workspace.ts'
import { arrangedFields } from '../live/predict-arrangement.ts'
import { fieldOf, isArrangement, updatedObject } from '../live/predict-change.ts'
import { reversedArrangement } from './undo-arrangement.ts'

export type Reversal =
  /** Reverses an update: each field that it changed. */
  | { does: 'reset'; id: string; fields: Map<string, FieldReversal> }
  /** Reverses a create or a restore. */
  | { does: 'remove'; id: string }
  /** Reverses a delete: the object as it was. */
  | { does: 'restore'; id: string; object: BoardObject | undefined }
  /** Reverses an arrangement of several objects. `grouped` are the members of the group that it made. */
  | { does: 'arrange'; id: string; changes: readonly Arrangement[]; grouped: readonly string[] }

export interface FieldReversal {
  now: unknown
  before: unknown
}

/** One for each change, in order. The id of a created object is not known yet. */
export function reversalsOf(
  changes: readonly ListedChange[],
  board: Pick<LiveWorkspace, 'get' | 'objects'>,
): Reversal[] {
  const predicted = new Map<string, BoardObject | undefined>()
  const get = (id: string) => (predicted.has(id) ? predicted.get(id) : board.get(id))
  let arranged = board.objects
  return changes.map((listed, index) => {
    if (listed.op === 'create') return { does: 'remove', id: '' }
    // What is done to an object that the same list creates is undone with the object.
    const change = withoutNames(listed)
    if (change === null) return { does: 'reset', id: '', fields: new Map() }
    if (isArrangement(change)) {
      const reversed = reversedArrangement(change, arranged)
      if (index + 1 < changes.length) arranged = afterArrangement(change, arranged, index)
      return { does: 'arrange', id: '', changes: reversed, grouped: change.op === 'group' ? change.ids : [] }
    }
    const { id } = change
    if (change.op === 'restore') return { does: 'remove', id }
    const before = get(id)
    const after = change.op === 'update' && before ? updatedObject(before, change.data) : undefined
    predicted.set(id, after)
    if (change.op === 'delete') return { does: 'restore', id, object: before }
    return { does: 'reset', id, fields: before && after ? differences(before, after) : new Map() }
  })
}

/** The change of the objects that exist already; null if there is none. */
function withoutNames(change: Exclude<ListedChange, { op: 'create' }>): Exclude<Change, { op: 'create' }> | null {
  if (change.op === 'ungroup') return change
  if (change.op !== 'order' && change.op !== 'group')
    return typeof change.id === 'string' ? (change as Exclude<Change, { op: 'create' }>) : null
  const ids = change.ids.filter(id => typeof id === 'string')
  return change.op === 'order' && ids.length === 0 ? null : ({ ...change, ids } as Exclude<Change, { op: 'create' }>)
}

/** The board that the next arrangement of the same list finds. */
function afterArrangement(
  change: Arrangement,
  objects: ReadonlyMap<string, BoardObject>,
  number: number,
): ReadonlyMap<string, BoardObject> {
  const after = new Map(objects)
  for (const [id, fields] of arrangedFields(change, objects, { number, group: `group ${number}` }))
    after.set(id, { ...(objects.get(id) as BoardObject), ...fields })
  return after
}

function differences(before: BoardObject, after: BoardObject) {
  const names = Object.keys(after).filter(name => fieldOf(before, name) !== fieldOf(after, name))
  return new Map(names.map(name => [name, { now: fieldOf(after, name), before: fieldOf(before, name) }]))
}

/**
 * The reversals of a step, given in the order of its changes: the last change is reversed first. An object created in the
 * same step is removed as a whole, and of a field only the first value counts.
 */
export function mergeReversals(all: readonly Reversal[], idOf: (id: string) => string): Reversal[] {
  const merged: (Reversal | null)[] = []
  /** Where the reversals of each object are that a later one can be merged with. */
  const places = new Map<string, number[]>()
  for (const newer of all) {
    const known = newer.does === 'arrange' ? [] : (places.get(idOf(newer.id)) ?? [])
    const place = known.at(-1)
    const match = place === undefined ? null : (merged[place] as Reversal)
    if (newer.does === 'reset' && match?.does === 'remove') continue
    if (match && place !== undefined && isReplaced(match, newer)) {
      merged[place] = null
      known.pop()
      if (newer.does === 'restore') continue
    }
    if (newer.does === 'remove' || newer.does === 'reset') places.set(idOf(newer.id), [...known, merged.length])
    merged.push(
      newer.does === 'reset' && match?.does === 'reset'
        ? { ...newer, fields: mergeFields(newer.fields, match.fields) }
        : newer,
    )
  }
  return merged.filter(one => one !== null).reverse()
}

/** A deleted object that was created in the same step needs no reversal, and two of the same fields need one. */
const isReplaced = (older: Reversal, newer: Reversal) =>
  (newer.does === 'restore' && older.does === 'remove') || (newer.does === 'reset' && older.does === 'reset')

function mergeFields(newer: ReadonlyMap<string, FieldReversal>, older: ReadonlyMap<string, FieldReversal>) {
  const first = (name: string, { now, before }: FieldReversal) => ({ now, before: older.get(name)?.before ?? before })
  return new Map([...older, ...[...newer].map(([name, field]) => [name, first(name, field)] as const)])
}
