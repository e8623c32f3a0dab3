// Parses the strings of a request, in path, query and form fields, into the values that an operation expects.

import { type Operation, type PathParameter, Problem, readIntegerId } from '@tessera/contract'
import type { TObject, TSchema } from 'typebox'
import { rejectBadString } from '../../platform/limits/index.ts'
import { compileCheck } from '../../platform/problems/index.ts'

export type Params = Record<string, string | number>

/** Null for an id that is not valid, which is treated as a resource that does not exist. */
export type ReadParams = (raw: Record<string, string>, user_id: number) => Params | null

export function paramsReader({ parameters }: Pick<Operation, 'parameters'>): ReadParams {
  return (raw, user_id) => {
    const params: Params = {}
    for (const parameter of parameters) {
      const value = readParameter(parameter, raw[parameter.name] as string, user_id)
      if (value === null) return null
      params[parameter.name] = value
    }
    return params
  }
}

function readParameter(parameter: PathParameter, text: string, user_id: number): string | number | null {
  if (text === parameter.alias) return user_id
  if (parameter.type === 'integer') return readIntegerId(text, parameter)
  return parameter.pattern.test(text) ? text : null
}

/** Converts strings to the types of the schema. What cannot be converted is left for validation to reject. */
export function readStrings(schema: TSchema, strings: Record<string, unknown>): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, property] of Object.entries((schema as TObject).properties)) {
    const raw = Object.hasOwn(strings, name) ? strings[name] : undefined
    const text = Array.isArray(raw) ? raw.at(-1) : raw
    if (typeof text !== 'string' || text === '') continue
    rejectBadString(text)
    values[name] = readString(property as TSchema, text)
  }
  return values
}

function readString(property: TSchema, text: string): unknown {
  const { type, anyCase } = property as { type?: string; anyCase?: boolean }
  if (anyCase) return text.toUpperCase()
  if (type === 'integer' || type === 'number') return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  if (type === 'boolean')
    return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text
  return text
}

export function queryReader(schema: TSchema | undefined): (raw: unknown) => Record<string, unknown> {
  if (!schema) return () => ({})
  const check = compileCheck(schema)
  return raw => check(readStrings(schema, raw as Record<string, unknown>))
}

export function bodyReader(operation: Operation): (raw: unknown) => Record<string, unknown> {
  if (!operation.body) return () => ({})
  const check = compileCheck(operation.body)
  return raw => check(raw ?? {})
}

/** `If-Match: "3"`; undefined if there is no condition. */
export function readIfMatch(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const match = /^(?:W\/)?"?(\d{1,10})"?$/.exec(header.trim())
  if (!match) throw new Problem('BadRequest', 'If-Match must be the version of the object in quotes, like "3"')
  return Number(match[1])
}

export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const key = String(header).trim()
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new Problem('BadRequest', 'Idempotency-Key must be 1 to 255 visible characters')
  return key
}
