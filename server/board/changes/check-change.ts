// Validation of the entries of a change list. The route checks only the list itself, so that the errors of all entries
// can be reported at once.

import {
  badField,
  changeOptions,
  type Kind,
  type KindName,
  kinds,
  type ListedChange,
  maxChanges,
  type ObjectName,
  operations,
  Problem,
  type StackMove,
} from '@tessera/contract'
import { type TArray, type TObject, Type } from 'typebox'
import { badFields, type Check, compileCheck, compileExactCheck, problemData } from '../../platform/problems/index.ts'
import { newObjectId } from '../../tools/index.ts'
import type { ObjectChange, StackPosition } from './change-request.ts'

const checks = Object.fromEntries(
  Object.values<Kind>(kinds).map(kind => [
    kind.name,
    { create: compileCheck(kind.Create), update: compileCheck(kind.Update) },
  ]),
) as Record<KindName, { create: Check; update: Check }>

export const checkUpdate = (kind: KindName, data: Record<string, unknown>): Record<string, unknown> =>
  checks[kind].update(data)

const List = Type.Object({
  changes: Type.Array(Type.Unknown(), { minItems: 1, maxItems: maxChanges }),
  ...changeOptions,
})

/** The body of a request with a list of changes; its entries are validated by parseChanges. */
export const checkChangeList = compileCheck(List)

const checkEntry = compileExactCheck(
  (operations.objects.change.body as unknown as TObject<{ changes: TArray }>).properties.changes.items,
)

/** Checks that depend on the stored object, such as the fields of an update, run when the change is applied. */
export function parseChanges(entries: readonly unknown[]): ObjectChange[] {
  const refs: Refs = new Map()
  let arranged = 0
  return entries.map(entry => {
    const change = parseChange(entry, refs)
    if (change.op !== 'order' && change.op !== 'group') return change
    arranged += change.ids.length
    return arranged > maxChanges ? invalid(change.op, tooManyArranged) : change
  })
}

const tooManyArranged = badField(
  'ids',
  `must not name more than ${maxChanges} objects together with the order and group entries before it`,
)

/**
 * The ids of the objects that earlier entries create under a name. They are assigned here, so that only ids are passed
 * on.
 */
type Refs = Map<string, string>

function parseChange(entry: unknown, refs: Refs): ObjectChange {
  try {
    checkEntry(entry)
    return readEntry(entry as ListedChange, refs)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return invalid(String((entry as { op?: unknown } | null)?.op), error)
  }
}

const invalid = (of: string, problem: Problem): ObjectChange => ({
  op: 'invalid',
  of,
  problem: problemData(problem),
})

function readEntry(change: ListedChange, refs: Refs): ObjectChange {
  switch (change.op) {
    case 'create':
      return readCreate(change, refs)
    case 'order':
      return { op: 'order', ids: idsOf(change.ids, refs), at: readPosition(change, refs) }
    case 'group':
      if ((change.ids?.length ?? 0) < 2) throw badField('ids', 'must not have fewer than 2 items')
      return { op: 'group', ids: idsOf(change.ids, refs) }
    case 'ungroup':
      if (change.group === undefined) throw badField('group', 'is required')
      return { op: 'ungroup', group: change.group }
  }
  if (change.id === undefined) throw badField('id', 'is required')
  const id = idOf(change.id, refs, 'id')
  if (change.op === 'restore') return { op: 'restore', id }
  const { version } = change
  return change.op === 'update'
    ? { op: 'update', id, version, data: withIds(change.data ?? {}, refs) }
    : { op: 'delete', id, version }
}

function readCreate({ kind, data, ref }: Extract<ListedChange, { op: 'create' }>, refs: Refs): ObjectChange {
  const id = ref === undefined ? undefined : newObjectId()
  const isTaken = ref !== undefined && refs.has(ref)
  const known = new Map(refs)
  // The name is registered even if the create is refused, so that entries that use it are not reported as well.
  if (ref !== undefined && id !== undefined && !isTaken) refs.set(ref, id)
  if (isTaken) throw badField('ref', 'is the name of an earlier entry')
  if (kind === undefined) throw badField('kind', 'is required')
  if (kinds[kind].upload) throw badField('kind', `cannot be ${kind}: upload it with its own operation`)
  return { op: 'create', id, kind, data: checkCreate(kind, withIds(data ?? {}, known)) }
}

function readPosition(change: Extract<ListedChange, { op: 'order' }>, refs: Refs): StackPosition {
  const { to, above, below } = change
  if ([to, above, below].filter(one => one !== undefined).length !== 1)
    throw badField('to', 'is required, or one of above and below instead')
  if (above !== undefined) return { above: idOf(above, refs, 'above') }
  return below === undefined ? { to: to as StackMove } : { below: idOf(below, refs, 'below') }
}

function idsOf(names: readonly ObjectName[] | undefined, refs: Refs): string[] {
  if (names === undefined) throw badField('ids', 'is required')
  const ids = names.map((name, index) => idOf(name, refs, `ids[${index}]`))
  const seen = new Set<string>()
  const twice = ids.findIndex(id => seen.size === seen.add(id).size)
  if (twice >= 0) throw badField(`ids[${twice}]`, 'is listed twice')
  return ids
}

function idOf(name: ObjectName, refs: Refs, field: string): string {
  if (typeof name === 'string') return name
  const id = refs.get(name.ref)
  if (id === undefined) throw badField(field, `does not refer to an earlier entry of the list: ${name.ref}`)
  return id
}

/** Replaces names by ids in the fields that refer to objects: `{ ref }`, or `{ id: { ref } }`. */
function withIds(data: Record<string, unknown>, refs: Refs): Record<string, unknown> {
  if (!Object.values(data).some(isRecord)) return data
  const replaced = Object.entries(data).flatMap(([field, value]): [string, unknown][] => {
    if (isRef(value)) return [[field, idOf(value, refs, field)]]
    const id = isRecord(value) ? value.id : undefined
    return isRef(id) ? [[field, { ...(value as object), id: idOf(id, refs, field) }]] : []
  })
  return replaced.length === 0 ? data : { ...data, ...Object.fromEntries(replaced) }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isRef = (value: unknown): value is { ref: string } => isRecord(value) && typeof value.ref === 'string'

export const checkCreate = (kind: KindName, data: Record<string, unknown>): Record<string, unknown> =>
  checks[kind].create(data)

/**
 * The fields of an entry itself. No kind has fields with these names, so any other field belongs to the entry's data.
 */
const entryFields: readonly string[] = ['op', 'kind', 'ref', 'id', 'version', 'data']

/** These entries have data. */
const opsWithData: readonly string[] = ['create', 'update']

/** The error of one entry with the index of the entry in its fields. An unknown id is a BadRequest here. */
export function errorAtIndex(error: Problem, index: number, change: ObjectChange): Problem {
  const at = `changes[${index}]`
  const hasData = opsWithData.includes(change.op === 'invalid' ? change.of : change.op)
  if (error.code === 'ResourceNotFound') return badField(`${at}.id`, 'is not the id of an object in this workspace')
  // 412 is the response to the If-Match header; here the version is a field of the body.
  if (error.code === 'PreconditionFailed') return badField(`${at}.version`, `does not match: ${error.message}`)
  if (error.fieldErrors.length === 0) return badField(at, error.message)
  return badFields(error.fieldErrors.map(({ field, message }) => ({ field: fieldAt(at, field, hasData), message })))
}

function fieldAt(at: string, field: string, hasData: boolean): string {
  if (field === '') return at
  return `${at}.${hasData && !entryFields.includes(field) ? 'data.' : ''}${field}`
}
