// Names in a list of changes: `ref` on a create, and `{ ref }` where a later change of the list takes an id. Inside the
// client they are temporary ids; to the service they are sent as names again, because it assigns the ids.

import type { Change, ListedChange, ObjectName } from '@tessera/contract'
import { renamedChange, requiredIds } from './predict-change.ts'

/** The changes with the temporary ids of new objects instead of names. `ids` are those of the changes, in order. */
export function withTemporaryIds(changes: readonly ListedChange[], ids: readonly string[]): Change[] {
  const named = new Map<string, string>()
  const idOf = (name: ObjectName) => (typeof name === 'string' ? name : (named.get(name.ref) ?? `unknown-${name.ref}`))
  return changes.map((change, index) => {
    const plain = withIds(change, idOf)
    if (change.op === 'create' && change.ref !== undefined) named.set(change.ref, ids[index] as string)
    return plain
  })
}

function withIds(change: ListedChange, idOf: (name: ObjectName) => string): Change {
  switch (change.op) {
    case 'create': {
      const { ref: _, ...rest } = change
      return { ...rest, data: dataWithIds(change.data, idOf) }
    }
    case 'update':
      return { ...change, id: idOf(change.id), data: dataWithIds(change.data, idOf) }
    case 'ungroup':
      return change
    case 'order':
    case 'group': {
      const besides = ['above', 'below'].flatMap(name => {
        const beside = (change as Record<string, unknown>)[name] as ObjectName | undefined
        return beside === undefined ? [] : [[name, idOf(beside)]]
      })
      return { ...change, ids: change.ids.map(idOf), ...Object.fromEntries(besides) } as Change
    }
    default:
      return { ...change, id: idOf(change.id) }
  }
}

function dataWithIds(data: Record<string, unknown>, idOf: (name: ObjectName) => string): Record<string, unknown> {
  const replaced = Object.entries(data).flatMap(([field, value]): [string, unknown][] => {
    if (isName(value)) return [[field, idOf(value)]]
    const id = isRecord(value) ? value.id : undefined
    return isName(id) ? [[field, { ...(value as object), id: idOf(id) }]] : []
  })
  return replaced.length === 0 ? data : { ...data, ...Object.fromEntries(replaced) }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isName = (value: unknown): value is { ref: string } => isRecord(value) && typeof value.ref === 'string'

/** The changes as they are sent: an object that the list itself creates is named by its temporary id. */
export function withNames(changes: readonly Change[], ids: readonly string[]): ListedChange[] {
  const created = new Set(ids.filter((_, index) => changes[index]?.op === 'create'))
  const named = new Set(changes.flatMap(requiredIds).filter(id => created.has(id)))
  if (named.size === 0) return [...changes]
  return changes.map((change, index): ListedChange => {
    const sent = renamedChange(change, id => (named.has(id) ? { ref: id } : id) as string)
    const id = ids[index] as string
    return sent.op === 'create' && named.has(id) ? { ...sent, ref: id } : sent
  })
}
