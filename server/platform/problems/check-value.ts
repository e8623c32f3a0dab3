// Validation of input against a schema of the contract. Null counts as absent unless the schema says `keepsNull`, unknown
// fields are dropped, and the error names every invalid field.

import { type CheckRule, type FieldError, fieldErrorsOf, Problem } from '@tessera/contract'
import type { TObject, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'

Settings.Set({ maxErrors: 50 })

export type Check = (value: unknown) => Record<string, unknown>

interface Property extends Record<string, unknown> {
  trim?: boolean
  keepsNull?: boolean
  anyCase?: boolean
  enum?: unknown[]
  type?: string | string[]
}

/** Returns the known fields of a valid object, and throws a BadRequest otherwise. */
export function compileCheck(schema: TSchema): Check {
  const { properties = {}, rule } = schema as TObject & { rule?: CheckRule }
  const names = Object.keys(properties)
  const trimmed = names.filter(name => (properties[name] as Property).trim)
  const nullable = new Set(names.filter(name => (properties[name] as Property).keepsNull))
  // Compiled on first use: few schemas are ever used, and each costs memory and startup time.
  let compiled: ReturnType<typeof Compile> | undefined
  return value => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Problem('BadRequest', 'The body must be a JSON object')
    const known: Record<string, unknown> = {}
    for (const name of names) {
      const one = (value as Record<string, unknown>)[name]
      if (one === undefined || (one === null && !nullable.has(name))) continue
      if (Object.hasOwn(value, name)) known[name] = one
    }
    for (const name of trimmed) if (typeof known[name] === 'string') known[name] = known[name].trim()
    compiled ??= Compile(schema)
    const broken = rule?.(known) ?? []
    if (compiled.Check(known) && broken.length === 0) return known
    throw badFields(withRuleErrors(fieldErrorsOf(compiled, known), broken, names))
  }
}

/** A rule is only reported for fields that match the schema. Errors are in the order of the fields. */
function withRuleErrors(
  errors: readonly FieldError[],
  broken: readonly FieldError[],
  names: readonly string[],
): readonly FieldError[] {
  if (broken.length === 0) return errors
  const isReported = (one: FieldError) =>
    errors.some(({ field }) => field === one.field || field.startsWith(`${one.field}.`))
  const place = ({ field }: FieldError) => names.indexOf(field.split(/[.[]/)[0] as string)
  return [...errors, ...broken.filter(one => !isReported(one))].sort((a, b) => place(a) - place(b))
}

/** Throws a BadRequest unless the value matches the schema exactly: null is a value, and unknown fields are ignored. */
export function compileExactCheck(schema: TSchema): (value: unknown) => void {
  let compiled: ReturnType<typeof Compile> | undefined
  return value => {
    compiled ??= Compile(schema)
    if (!compiled.Check(value)) throw badFields(fieldErrorsOf(compiled, value))
  }
}

/** One problem for all field errors of a request. */
export const badFields = (errors: readonly FieldError[]) => {
  const message = errors.map(({ field, message: one }) => `${field} ${one}`.trim()).join('; ')
  return new Problem('BadRequest', message || 'The request is invalid', { fieldErrors: errors })
}
