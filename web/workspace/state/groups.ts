// Groups as the user sees them: an object of a group stands for all of it, except in the group that was entered.

import type { BoardObject, LiveWorkspace } from '@tessera/client'
import type { OpenBoard } from './board.ts'

type Objects = Pick<LiveWorkspace, 'objects'>

export function membersOf({ objects }: Objects, group: string): string[] {
  const ids: string[] = []
  for (const object of objects.values()) if (object.group === group) ids.push(object.id)
  return ids
}

/** What a press on the object selects: itself, or its whole group. */
export function unitOf(
  { live, enteredGroup }: Pick<OpenBoard, 'live' | 'enteredGroup'>,
  object: BoardObject,
): string[] {
  const { group, id } = object
  return group && group !== enteredGroup.get() ? membersOf(live, group) : [id]
}

/** The objects and the rest of their groups. */
export function wholeGroups({ objects }: Objects, ids: readonly string[]): string[] {
  const groups = new Set(ids.flatMap(id => objects.get(id)?.group ?? []))
  if (groups.size === 0) return [...ids]
  const known = new Set(ids)
  const others: string[] = []
  for (const { id, group } of objects.values()) if (group && groups.has(group) && !known.has(id)) others.push(id)
  return [...ids, ...others]
}

/** The group that contains all of the selection and more: a user who selects a part of a group has entered it. */
export function groupAround({ objects }: Objects, selected: readonly string[]): string | null {
  const [first = '', ...others] = selected
  const group = objects.get(first)?.group ?? null
  if (group === null || others.some(id => objects.get(id)?.group !== group)) return null
  return membersOf({ objects }, group).length > selected.length ? group : null
}

/** The groups of which everything is selected, with their members. */
export function selectedGroups({ objects }: Objects, selected: readonly string[]): string[][] {
  const byGroup = Map.groupBy(
    selected.filter(id => objects.get(id)?.group),
    id => objects.get(id)?.group as string,
  )
  if (byGroup.size === 0) return []
  const sizes = new Map<string, number>()
  for (const { group } of objects.values()) if (group) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  return [...byGroup].flatMap(([group, ids]) => (ids.length === sizes.get(group) ? [ids] : []))
}
