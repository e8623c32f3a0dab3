// Undoes the grouping and restacking that the agent did.

import { reversedArrangement } from '@tessera/client/undo/undo-arrangement'
import type { Reversal } from '@tessera/client/undo/undo-reversal'
import { type Arrangement, isSameValue } from '@tessera/contract'
import type { BoardObject } from './board-object.ts'
import { type EntryLists, type LeftAlone, ownFields } from './own-fields.ts'

interface UndoState {
  readonly state: ReadonlyMap<string, BoardObject>
  readonly removed: ReadonlySet<string>
  readonly leftAlone: LeftAlone[]
}

export function undoneArrangements(range: EntryLists, undo: UndoState): Reversal[] {
  const changes = [...undoneGroups(range, undo), ...undoneOrder(range, undo)]
  return changes.length === 0 ? [] : [{ does: 'arrange', id: '', changes, grouped: [] }]
}

/** The value of the field now and before, by object, if the agent changed it last. */
function ownChanges(range: EntryLists, { state, removed }: UndoState, name: string) {
  return [...range].flatMap(([id, entries]) => {
    const object = state.get(id)
    if (!object || removed.has(id)) return []
    const field = ownFields(entries, object, [name]).fields.get(name)
    return field ? [{ id, now: field.now as string | null, before: field.before as string | null }] : []
  })
}

function undoneGroups(range: EntryLists, undo: UndoState): Arrangement[] {
  const changed = ownChanges(range, undo, 'group')
  const own = new Set(changed.map(({ id }) => id))
  const members = (group: string) => [...undo.state.values()].filter(object => object.group === group)
  const ended = new Set(changed.flatMap(({ now }) => now ?? []))
  const ungrouped = [...ended].flatMap((group): Arrangement[] => {
    const isOwn = members(group).every(({ id }) => own.has(id) || undo.removed.has(id))
    if (isOwn) return [{ op: 'ungroup', group }]
    for (const { id } of changed.filter(({ now }) => now === group))
      undo.leftAlone.push({ id, why: 'someone else has changed its group since' })
    return []
  })
  const again = Map.groupBy(
    changed.filter(({ before }) => before !== null),
    ({ before }) => before as string,
  )
  const regrouped = [...again].flatMap(([group, list]): Arrangement[] => {
    const ids = [...new Set([...list.map(({ id }) => id), ...members(group).map(({ id }) => id)])]
    return ids.length > 1 ? [{ op: 'group', ids }] : []
  })
  return [...ungrouped, ...regrouped]
}

/** Moves the objects back to their place among the objects that existed all the time. */
function undoneOrder(range: EntryLists, undo: UndoState): readonly Arrangement[] {
  const changed = new Map(ownChanges(range, undo, 'order').map(({ id, before }) => [id, before]))
  if (changed.size === 0) return []
  const before = new Map<string, BoardObject>()
  for (const object of undo.state.values()) {
    if (!isStable(range.get(object.id))) continue
    const order = changed.get(object.id)
    before.set(object.id, order ? ({ ...object, order } as BoardObject) : object)
  }
  // Restacking assigns new keys: only the order of the objects tells whether it was undone.
  const stable = new Map([...undo.state].filter(([id]) => before.has(id)))
  if (isSameValue(stackOf(stable), stackOf(before))) return []
  return reversedArrangement({ op: 'order', ids: [...changed.keys()], to: 'front' }, before as never)
}

const isStable = (entries: EntryLists extends ReadonlyMap<string, infer List> ? List | undefined : never) =>
  entries === undefined || entries.every(({ before, after }) => before !== null && after !== null)

const stackOf = (objects: ReadonlyMap<string, BoardObject>): string[] =>
  [...objects.values()].sort((one, other) => (one.order < other.order ? -1 : 1)).map(({ id }) => id)
