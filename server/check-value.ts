// Checking a value that came from outside against a schema of the contract. Null counts as not sent, unknown fields are
// dropped, every faulty field is named.

import { type FieldFault, Problem } from '@tessera/contract'
import type { TObject, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'

Settings.Set({ maxErrors: 50 })

export type Check = (value: unknown) => Record<string, unknown>

interface Property extends Record<string, unknown> {
  trim?: boolean
  anyCase?: boolean
  enum?: unknown[]
  type?: string | string[]
}

/** A function that returns the known fields of a fitting object and throws a BadRequest for any other. */
export function compileCheck(schema: TSchema): Check {
  const { properties = {} } = schema as TObject
  const names = Object.keys(properties)
  const trimmed = names.filter(name => (properties[name] as Property).trim)
  // When it is first needed: few schemas ever are, and each costs memory and a part of the start.
  let compiled: ReturnType<typeof Compile> | undefined
  return value => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Problem('BadRequest', 'The body must be a JSON object')
    const known: Record<string, unknown> = {}
    for (const name of names) {
      const one = (value as Record<string, unknown>)[name]
      if (one !== undefined && one !== null && Object.hasOwn(value, name)) known[name] = one
    }
    for (const name of trimmed) if (typeof known[name] === 'string') known[name] = known[name].trim()
    compiled ??= Compile(schema)
    if (compiled.Check(known)) return known
    throw badFields(faultsOf(compiled.Errors(known)))
  }
}

interface SchemaError {
  keyword: string
  instancePath: string
  params: object
  message: string
}

/** Every fault of the input, with the first of them as the message. */
export const badFields = (faults: readonly FieldFault[]) => {
  const [first] = faults
  const message = first ? `${first.field} ${first.message}` : 'The request does not fit'
  return new Problem('BadRequest', faults.length > 1 ? `${message}, and ${faults.length - 1} more` : message, {
    faults,
  })
}

export function faultsOf(errors: readonly SchemaError[]): FieldFault[] {
  const all = errors.flatMap((error): FieldFault[] => {
    const field = error.instancePath
      .slice(1)
      .replace(/\/(\d+)/g, '[$1]')
      .replaceAll('/', '.')
    const inside = (name: string) => (field === '' ? name : `${field}.${name}`)
    const params = error.params as { requiredProperties?: string[]; allowedValues?: unknown[] }
    if (error.keyword === 'required')
      return (params.requiredProperties ?? []).map(name => ({ field: inside(name), message: 'is required' }))
    if (error.keyword === 'enum')
      return [{ field, message: `must be one of ${(params.allowedValues ?? []).join(', ')}` }]
    return [{ field, message: error.message }]
  })
  const seen = new Set<string>()
  return all.filter(({ field }) => !seen.has(field) && seen.add(field))
}
