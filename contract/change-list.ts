// A list of changes of objects: its entries, the options of the request, and the result of each entry.

import { Type } from 'typebox'
import { type KindName, kindNames, type ObjectRecord } from './kinds/index.ts'
import { maxChanges } from './request-limits.ts'
import { boolean, maxId, objectId, oneOf, optional } from './values.ts'

/** A change of one object. */
export type Edit =
  | { op: 'create'; kind: KindName; data: Record<string, unknown> }
  | { op: 'update'; id: string; data: Record<string, unknown>; version?: number }
  | { op: 'delete'; id: string; version?: number }
  /** Restores a deleted object under its id, with the strokes and comments that were deleted with it. */
  | { op: 'restore'; id: string }

/** A change of how several objects lie or belong together. */
export type Arrangement =
  /** Restacks objects, keeping their order among themselves. */
  | { op: 'order'; ids: string[]; to: StackMove }
  | { op: 'order'; ids: string[]; above: string }
  | { op: 'order'; ids: string[]; below: string }
  | { op: 'group'; ids: string[] }
  | { op: 'ungroup'; group: string }

/** A change with ids only, without names of objects that the same list creates. */
export type Change = Edit | Arrangement

/** The id of an object, or the name that an earlier create of the same list gave it. */
export type ObjectName = string | { ref: string }

/**
 * An entry of a list of changes. `op` says what it does:
 * - `create` makes an object of a kind from `data` (see `CreateData`). Later entries can name it by its `ref`.
 * - `update` changes the fields in `data` (see `UpdateData`), with `version` only if the object still has it.
 * - `delete` deletes an object with everything attached to it, and `restore` brings it back under its id.
 * - `order` restacks objects: `to` the front or back or one step, or right `above` or `below` another one.
 * - `group` puts objects into a new group, and `ungroup` dissolves one.
 */
export type ListedChange =
  | { op: 'create'; kind: KindName; data: Record<string, unknown>; ref?: string }
  | { op: 'update'; id: ObjectName; data: Record<string, unknown>; version?: number }
  | { op: 'delete'; id: ObjectName; version?: number }
  | { op: 'restore'; id: ObjectName }
  | { op: 'order'; ids: ObjectName[]; to?: StackMove; above?: ObjectName; below?: ObjectName }
  | { op: 'group'; ids: ObjectName[] }
  | { op: 'ungroup'; group: string }

export const stackMoves = ['front', 'back', 'forward', 'backward'] as const
/** Where restacked objects go. */
export type StackMove = (typeof stackMoves)[number]

/** The object under the name of its kind, or what an entry that deletes, restacks or groups returns. */
export type ChangeResult =
  | { [K in KindName]?: ObjectRecord<K> }
  | { id: string; deleted: true }
  | { ids: string[]; order: string[] }
  | { group: string; ids: string[] }
  | { ids: string[] }

const refName = () => Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })
const objectName = () => Type.Union([objectId(), Type.Object({ ref: refName() })])
const objectNames = (minItems: number) => Type.Array(objectName(), { minItems, maxItems: maxChanges })

/** Each change is checked against its kind when it is applied, so that the error names the index of the invalid one. */
export const ChangeList = Type.Unsafe<ListedChange[]>(
  Type.Array(
    Type.Object(
      {
        op: oneOf(['create', 'update', 'delete', 'restore', 'order', 'group', 'ungroup']),
        kind: optional(oneOf(kindNames)),
        ref: optional(refName()),
        id: optional(objectName()),
        ids: optional(objectNames(1)),
        to: optional(oneOf(stackMoves)),
        above: optional(objectName()),
        below: optional(objectName()),
        group: optional(objectId()),
        version: optional(Type.Integer({ minimum: 1 })),
        data: optional(Type.Object({})),
      },
      { named: 'Change' },
    ),
    { minItems: 1, maxItems: maxChanges, description: 'They are applied in this order, either all of them or none' },
  ),
)

export const ChangeResultSchema = Type.Unsafe<ChangeResult>({ named: 'ChangeResult' })

/** What a request with a list of changes can ask for besides the changes. */
export const changeOptions = {
  if_seq: optional(
    Type.Integer({
      minimum: 0,
      maximum: maxId,
      description: 'Rejects the list with 412 unless this is the number of the last event of the workspace',
    }),
  ),
  dry_run: optional(
    boolean({
      description:
        'True: validates the list and returns what it would do, but changes nothing; the ids of new objects are placeholders',
    }),
  ),
}

export const Changes = Type.Object(
  { changes: ChangeList, ...changeOptions },
  { named: 'ChangeList', description: 'Changes that succeed or fail together' },
)

export const Changed = Type.Object({
  results: Type.Array(ChangeResultSchema, { description: 'The result of each change, in the same order' }),
  seq_before: Type.Integer({ description: 'The number of the last event before the changes' }),
  seq: Type.Integer({ description: 'The number of the last event after the changes' }),
})
