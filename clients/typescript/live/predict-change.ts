// Predicts what a change does to an object, from the table of kinds, until the service responds. It validates nothing:
// that is the job of the service.

import {
  type Arrangement,
  type Change,
  isSameValue,
  type Kind,
  type KindName,
  kinds,
  ownerIdOf,
  referencedId,
  referencedIdsOf,
  replaceReferences,
  storedNameOf,
  withWholeAnchors,
} from '@tessera/contract'
import type { BoardObject } from './live-workspace.ts'

export type Fields = Readonly<Record<string, unknown>>

export const fieldOf = (object: BoardObject, name: string): unknown => (object as unknown as Fields)[name]

/** The id of the object that this one belongs to: it is deleted, restored and shown with it. */
export const ownerOf = (object: BoardObject | null | undefined): string | null =>
  object ? ownerIdOf(kinds[object.kind], object as unknown as Fields) : null

/** The object that a create makes, with the defaults of its kind. `kindOf` finds the kind of an object it refers to. */
export function createdObject(
  kind: KindName,
  given: Fields,
  { id, order }: { readonly id: string; readonly order: string },
  kindOf: (id: string) => KindName | null = () => null,
): BoardObject {
  const table: Kind = kinds[kind]
  const data = withWholeAnchors(table, given)
  const record: Record<string, unknown> = { kind, id }
  for (const [name, { storedAs, onCreate }] of Object.entries(table.fields)) {
    const value = (onCreate === 'never' ? undefined : data[name]) ?? table.defaults[name]
    if (value !== undefined) record[storedAs ?? name] = value
  }
  for (const [name, { holds, kindField }] of Object.entries(table.references ?? {})) {
    const id = referencedId(data[name])
    if (holds === 'id') record[name] = id
    if (kindField !== undefined) record[kindField] = id === null ? null : kindOf(id)
  }
  const now = new Date().toISOString()
  return { ...record, order, group: null, version: 0, created_at: now, updated_at: now } as unknown as BoardObject
}

/** Returns the same object if nothing differs. */
export function updatedObject(object: BoardObject, data: Fields): BoardObject {
  const kind: Kind = kinds[object.kind]
  const changed = Object.entries(withWholeAnchors(kind, data))
    .filter(([name, value]) => value !== undefined && value !== null && kind.updatable.includes(name))
    .map(([name, value]) => [storedNameOf(kind, name), value] as const)
    .filter(([name, value]) => !isSameValue(fieldOf(object, name), value))
  return changed.length === 0 ? object : { ...object, ...Object.fromEntries(changed) }
}

/** The references of all kinds: an update does not say of which kind its object is. */
const anyKind: Pick<Kind, 'references'> = {
  references: Object.assign({}, ...Object.values(kinds).map(({ references }: Kind) => references ?? {})),
}

/** The same change with other ids. */
export function renamedChange(change: Change, idOf: (id: string) => string): Change {
  if (change.op === 'create') {
    const data = replaceReferences(kinds[change.kind], change.data, idOf)
    return data === change.data ? change : { ...change, data }
  }
  if (change.op === 'ungroup') return { ...change, group: idOf(change.group) }
  if (change.op === 'update')
    return { ...change, id: idOf(change.id), data: replaceReferences(anyKind, change.data, idOf) }
  if (!isArrangement(change)) return { ...change, id: idOf(change.id) }
  const ids = change.ids.map(idOf)
  if (change.op === 'group') return { ...change, ids }
  if ('above' in change) return { ...change, ids, above: idOf(change.above) }
  return 'below' in change ? { ...change, ids, below: idOf(change.below) } : { ...change, ids }
}

export const isArrangement = (change: Change): change is Arrangement =>
  change.op === 'order' || change.op === 'group' || change.op === 'ungroup'

/** The ids of the objects and the group that must exist before the change can happen. */
export function requiredIds(change: Change): string[] {
  if (change.op === 'create') return referencedIdsOf(kinds[change.kind], change.data)
  if (change.op === 'ungroup') return [change.group]
  if (change.op === 'update') return [change.id, ...referencedIdsOf(anyKind, change.data)]
  if (!isArrangement(change)) return [change.id]
  if (change.op === 'order' && 'above' in change) return [...change.ids, change.above]
  return change.op === 'order' && 'below' in change ? [...change.ids, change.below] : change.ids
}

/** The object of an edit; of an arrangement, the group that it makes or ends, which has an id as well. */
export const subjectOf = (change: Exclude<Change, { op: 'create' | 'group' }>): string =>
  change.op === 'ungroup' ? change.group : isArrangement(change) ? '' : change.id
