// Checking what a change carries against its kind, for changes that come in a list and so past the routes' own schemas.

import { badField, type Change, type Kind, type KindName, kinds, Problem } from '@tessera/contract'
import { type Check, compileCheck } from '../check-value.ts'
import type { ObjectChange } from './change-request.ts'

const checks = Object.fromEntries(
  Object.values<Kind>(kinds).map(kind => [
    kind.name,
    { create: compileCheck(kind.Create), update: compileCheck(kind.Update) },
  ]),
) as Record<KindName, { create: Check; update: Check }>

export const checkUpdate = (kind: KindName, data: Record<string, unknown>) => checks[kind].update(data)

/** From the wire's words for a change to ours; what only the stored object can tell is checked when it is applied. */
export function parseChange(change: Change): ObjectChange {
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

/** The kind's own rule, over data that fits its schema. */
export function checkKindRule(kind: KindName, data: Record<string, unknown>): void {
  const fault = (kinds[kind] as Kind).check?.(data)
  if (fault) throw badField(fault.field, fault.message)
}

/** No kind has fields of these names, so any other is one of its data. */
const ofTheChange: readonly string[] = ['op', 'kind', 'id', 'version']

/** The same fault, saying which change of the list is to blame. There an unknown id is bad input like any other. */
export function errorAtIndex(error: unknown, index: number): unknown {
  if (!(error instanceof Problem)) return error
  const at = `changes[${index}]`
  if (error.code === 'ResourceNotFound') return badField(`${at}.id`, 'names no object of this workspace')
  // 412 answers the header If-Match; here the version is a field of the body.
  if (error.code === 'PreconditionFailed') return badField(`${at}.version`, `does not hold: ${error.message}`)
  const faults = error.fieldErrors.map(({ field, message }) => ({
    field: `${at}.${ofTheChange.includes(field) ? '' : 'data.'}${field}`,
    message,
  }))
  const more = { faults: faults.length > 0 ? faults : [{ field: at, message: error.message }] }
  return new Problem(error.code, `${at}: ${error.message}`, more)
}
