// Validation of the entries of a change list. The route checks only the list itself, so that the errors of all entries
// can be reported at once.

import {
  badField,
  type Change,
  type Kind,
  type KindName,
  kinds,
  maxChanges,
  operations,
  Problem,
} from '@tessera/contract'
import { type TArray, type TObject, Type } from 'typebox'
import { badFields, type Check, compileCheck, compileExactCheck } from '../check-value.ts'
import { problemData } from '../problem-data.ts'
import type { ObjectChange } from './change-request.ts'

const checks = Object.fromEntries(
  Object.values<Kind>(kinds).map(kind => [
    kind.name,
    { create: compileCheck(kind.Create), update: compileCheck(kind.Update) },
  ]),
) as Record<KindName, { create: Check; update: Check }>

export const checkUpdate = (kind: KindName, data: Record<string, unknown>) => checks[kind].update(data)

const List = Type.Object({ changes: Type.Array(Type.Unknown(), { minItems: 1, maxItems: maxChanges }) })

/** The body of a request with a list of changes; its entries are validated by parseChange. */
export const checkChangeList = compileCheck(List)

const checkEntry = compileExactCheck(
  (operations.objects.change.body as unknown as TObject<{ changes: TArray }>).properties.changes.items,
)

/** What depends on the stored object, such as the fields of an update, is checked when the change is applied. */
export function parseChange(entry: unknown): ObjectChange {
  try {
    checkEntry(entry)
    return readEntry(entry as Change)
  } catch (error) {
    if (error instanceof Problem) return { op: 'invalid', problem: problemData(error) }
    throw error
  }
}

function readEntry(change: Change): ObjectChange {
  if (change.op === 'create') {
    const { kind, data } = change
    if (kind === undefined) throw badField('kind', 'is required')
    if (kinds[kind].upload) throw badField('kind', `cannot be ${kind}: upload it with its own operation`)
    return { op: 'create', kind, data: checkCreate(kind, data ?? {}) }
  }
  if (change.id === undefined) throw badField('id', 'is required')
  const { id } = change
  if (change.op === 'restore') return { op: 'restore', id }
  const { version } = change
  return change.op === 'update' ? { op: 'update', id, version, data: change.data ?? {} } : { op: 'delete', id, version }
}

export function checkCreate(kind: KindName, data: Record<string, unknown>): Record<string, unknown> {
  const checked = checks[kind].create(data)
  checkKindRule(kind, checked)
  return checked
}

/** The kind's own rule, for data that already matches its schema. */
export function checkKindRule(kind: KindName, data: Record<string, unknown>): void {
  const error = (kinds[kind] as Kind).check?.(data)
  if (error) throw badField(error.field, error.message)
}

/** Fields of an entry itself. No kind has fields of these names, so any other field belongs to the entry's data. */
const entryFields: readonly string[] = ['op', 'kind', 'id', 'version', 'data']

/** The error of one entry with the index of the entry in its fields. An unknown id is a BadRequest here. */
export function errorAtIndex(error: Problem, index: number): Problem {
  const at = `changes[${index}]`
  if (error.code === 'ResourceNotFound') return badField(`${at}.id`, 'is not the id of an object in this workspace')
  // 412 is the response to the If-Match header; here the version is a field of the body.
  if (error.code === 'PreconditionFailed') return badField(`${at}.version`, `does not match: ${error.message}`)
  if (error.fieldErrors.length === 0) return badField(at, error.message)
  return badFields(error.fieldErrors.map(({ field, message }) => ({ field: fieldAt(at, field), message })))
}

function fieldAt(at: string, field: string): string {
  if (field === '') return at
  return `${at}.${entryFields.includes(field) ? '' : 'data.'}${field}`
}
