// Shortens an invalid value before its errors are listed. Listing visits every value, for much longer than checking does:
// a megabyte of numbers in a list would take half a second. It keeps the first invalid entries of each list at their
// places, and enough of the others that the list has the same errors.

import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly items?: TSchema
  readonly minItems?: number
  readonly maxItems?: number
}

/** Lists up to this length are short already. */
const shortList = 50
/** From the first invalid entry on; of entries that may be long themselves, only a few. */
const keptScalars = 50
const keptOthers = 5

/** A list that is longer than its schema allows. */
export interface TooLong {
  readonly instancePath: string
  readonly maxItems: number
}

/** Lists that are too long are replaced by short ones and returned. */
export function shortenInvalid(schema: TSchema, value: unknown): { value: unknown; tooLong: readonly TooLong[] } {
  const tooLong: TooLong[] = []
  return { value: shorten(schema, value, '', tooLong), tooLong }
}

function shorten(schema: TSchema, value: unknown, path: string, tooLong: TooLong[]): unknown {
  const { properties, items, ...list } = schema as Schema
  if (Array.isArray(value)) {
    if (!items || Array.isArray(items)) return value
    return shortenList({ ...list, items }, value, path, tooLong)
  }
  if (typeof value !== 'object' || value === null || !properties) return value
  const entries = Object.entries(properties).filter(([name]) => Object.hasOwn(value, name))
  const shortened = entries.map(([name, property]) => [
    name,
    shorten(property, (value as Record<string, unknown>)[name], `${path}/${name}`, tooLong),
  ])
  return { ...value, ...Object.fromEntries(shortened) }
}

function shortenList(
  { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY }: Schema & { readonly items: TSchema },
  list: readonly unknown[],
  path: string,
  tooLong: TooLong[],
): unknown[] {
  const check = checkOf(items)
  const shortenAll = (some: readonly unknown[]) =>
    some.map((one, index) => shorten(items, one, `${path}/${index}`, tooLong))
  if (list.length > maxItems) {
    tooLong.push({ instancePath: path, maxItems })
    return shortenAll(list.filter(one => check(one)).slice(0, Math.max(minItems, 1)))
  }
  if (list.length <= shortList) return shortenAll(list)
  const invalid = list.findIndex(one => !check(one))
  if (invalid < 0) return shortenAll(list.slice(0, Math.max(minItems, 1)))
  const kept = isScalar(items) ? keptScalars : keptOthers
  return shortenAll(list.slice(0, Math.max(minItems, invalid + kept)))
}

const isScalar = ({ type }: Schema) => type !== undefined && type !== 'object' && type !== 'array'

const checks = new WeakMap<TSchema, (value: unknown) => boolean>()

function checkOf(schema: TSchema): (value: unknown) => boolean {
  const known = checks.get(schema)
  if (known) return known
  const compiled = Compile(schema)
  const check = (value: unknown) => compiled.Check(value)
  checks.set(schema, check)
  return check
}
