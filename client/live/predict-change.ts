// What a change makes of an object, guessed from the table of kinds until the service has said it. It checks nothing:
// what is wrong with a change is for the service to say.

import { type Change, type Kind, type KindName, kinds } from '@tessera/contract'
import type { BoardObject } from './live-workspace.ts'

export type Fields = Readonly<Record<string, unknown>>

export const fieldOf = (object: BoardObject, name: string): unknown => (object as unknown as Fields)[name]

/** The object that this one lies on. */
export function targetOf(object: BoardObject | null | undefined): string | null {
  const target = object && fieldOf(object, 'targetId')
  return typeof target === 'string' ? target : null
}

/** The object a create stands for, with the defaults of its kind; `kindOf` tells the kind of the object it is put on. */
export function createdObject(
  kind: KindName,
  data: Fields,
  id: string,
  kindOf: (id: string) => KindName | null = () => null,
): BoardObject {
  const table: Kind = kinds[kind]
  const record: Record<string, unknown> = { kind, id }
  for (const [name, { storedAs, onCreate }] of Object.entries(table.fields)) {
    const value = (onCreate === 'never' ? undefined : data[name]) ?? table.defaults[name]
    if (value !== undefined) record[storedAs ?? name] = value
  }
  if (table.attaches) {
    const targetId = typeof data.targetId === 'string' ? data.targetId : null
    Object.assign(record, { targetId, targetType: targetId === null ? null : kindOf(targetId) })
  }
  const now = new Date().toISOString()
  return { ...record, version: 0, created_at: now, updated_at: now } as unknown as BoardObject
}

/** The same object where nothing differs. */
export function updatedObject(object: BoardObject, data: Fields): BoardObject {
  const updatable: readonly string[] = kinds[object.kind].updatable
  const changed = Object.entries(data).filter(
    ([name, value]) =>
      value !== undefined && value !== null && updatable.includes(name) && fieldOf(object, name) !== value,
  )
  return changed.length === 0 ? object : { ...object, ...Object.fromEntries(changed) }
}

/** The same change, naming other ids. */
export function renamedChange(change: Change, idOf: (id: string) => string): Change {
  if (change.op !== 'create') return { ...change, id: idOf(change.id) }
  const { targetId } = change.data
  return typeof targetId === 'string' ? { ...change, data: { ...change.data, targetId: idOf(targetId) } } : change
}

/** The ids of objects that must be there before the change can be made. */
export function idsNamedBy(change: Change): string[] {
  if (change.op !== 'create') return [change.id]
  return typeof change.data.targetId === 'string' ? [change.data.targetId] : []
}
