// Which fields of an object the agent has changed last, and what they were before.

import { isSameValue, type Kind, kinds, storedNameOf } from '@tessera/contract'
import { fieldOf } from './arranged-units.ts'
import type { ObjectChangeEntry } from './board-history.ts'
import type { BoardObject } from './board-object.ts'

/** The changes of each object in a part of the log. */
export type EntryLists = ReadonlyMap<string, readonly ObjectChangeEntry[]>

/** What an undo does not touch. */
export interface LeftAlone {
  readonly id: string
  readonly why: string
}

interface OwnFields {
  readonly fields: Map<string, { now: unknown; before: unknown }>
  /** Fields that the agent has changed, and another user after it. */
  readonly overwritten: readonly { readonly name: string; readonly by: string }[]
}

/** The fields whose last change is the agent's, with what they were before its changes. */
export function ownFields(
  entries: readonly ObjectChangeEntry[],
  { kind }: BoardObject,
  names: readonly string[] = (kinds[kind] as Kind).updatable.map(name => storedNameOf(kinds[kind] as Kind, name)),
): OwnFields {
  const fields = new Map<string, { now: unknown; before: unknown }>()
  const overwritten = new Map<string, string>()
  for (const { before, after, isOwn, by } of entries) {
    if (!before || !after) continue
    for (const name of names) {
      const [old, value] = [fieldOf(before, name), fieldOf(after, name)]
      if (isSameValue(old, value)) continue
      if (isOwn) {
        const earlier = fields.get(name)
        fields.set(name, { now: value, before: earlier ? earlier.before : old })
        overwritten.delete(name)
      } else if (fields.delete(name)) overwritten.set(name, by)
    }
  }
  for (const [name, { now, before }] of fields) if (isSameValue(now, before)) fields.delete(name)
  return { fields, overwritten: [...overwritten].map(([name, by]) => ({ name, by })) }
}
