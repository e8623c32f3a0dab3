// Generates valid and invalid values from the schemas of the OpenAPI document, with a seeded random source.

import type { Random } from './seeded-random.ts'

export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  format?: string
}

export interface FuzzSource {
  readonly random: Random
  /** Resolves a reference in the document. */
  readonly resolve: (schema: Schema) => Schema
  /** Values that exist on the server, by field name; undefined if there are none. */
  readonly known: (name: string) => readonly unknown[] | undefined
}

const texts = [
  '',
  ' ',
  'plain',
  'Zoë 漢字 👩‍👧',
  '%',
  '_',
  "'; drop table users; --",
  '<script>',
  '../..',
  '\r\n',
  '@',
  'null',
]

export const unusualTexts = [
  ...texts,
  'a\u0000b',
  '\ud800',
  '\u202e\ufeff',
  '__proto__',
  '9'.repeat(400),
  'x'.repeat(70_000),
  '$(reboot)',
  '{"a":1}',
]

/** Inserted into the JSON as text, because JavaScript cannot represent them as numbers. */
const unusualNumbers = ['9007199254740993', '1e400', '-1e400', '-0', '0.1', '1e308', '2147483648', '-1', '0', '1e-400']

export const unusualValue = (random: Random): unknown =>
  random.pick<() => unknown>([
    () => random.pick(unusualTexts),
    () => `@@${random.pick(unusualNumbers)}@@`,
    () => null,
    () => true,
    () => [],
    () => ({}),
    () => [null, [[[{}]]], 7],
    () => JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":7},"toString":1}'),
    () => '@@DEEP@@',
  ])()

/** As JSON, with the numbers and the nesting that JSON.stringify cannot write. */
export const asJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/"@@([-\d.e]+)@@"/g, '$1')
    .replaceAll('"@@DEEP@@"', () => '['.repeat(5_000) + ']'.repeat(5_000))

export function validValue(source: FuzzSource, given: Schema, name = ''): unknown {
  const schema = source.resolve(given)
  const { random } = source
  const known = source.known(name)
  if (known && random.next() < 0.8) return random.pick(known)
  if (schema.enum) return random.pick(schema.enum)
  const choices = schema.anyOf ?? (schema.properties ? undefined : schema.oneOf)
  if (choices) return validValue(source, random.pick(choices), name)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'boolean') return random.next() < 0.5
  if (type === 'integer' || type === 'number') return validNumber(random, schema, type)
  if (type === 'array') return validList(source, schema, name)
  if (type === 'string') return validText(random, schema)
  return validObject(source, schema)
}

function validNumber(random: Random, { minimum = -1_000, maximum = 1_000 }: Schema, type: string): number {
  const value = random.pick([minimum, maximum, minimum + random.next() * (maximum - minimum)])
  return type === 'integer' ? Math.round(value) : value
}

function validList(source: FuzzSource, { items = {}, minItems = 0, maxItems = 6 }: Schema, name: string): unknown[] {
  const length = Math.min(maxItems, minItems + source.random.below(5))
  return Array.from({ length }, () => validValue(source, items, name))
}

function validObject(source: FuzzSource, { properties = {}, required = [] }: Schema): Record<string, unknown> {
  const given = Object.entries(properties).filter(([name]) => required.includes(name) || source.random.next() < 0.5)
  return Object.fromEntries(given.map(([name, schema]) => [name, validValue(source, schema, name)]))
}

function validText(random: Random, { minLength = 0, maxLength = 60, pattern = '', format }: Schema): string {
  if (format === 'date-time') return new Date(random.below(2_000_000_000) * 1_000).toISOString()
  // Nothing listens on this port, so that a fetch fails at once.
  if (pattern.includes('://')) return `http://127.0.0.1:9/${random.below(1_000)}`
  if (pattern.startsWith('^#')) return random.pick(['#fff', '#A0B1C2', '#00000080'])
  if (pattern.includes('@')) return `person.${random.below(1_000_000)}@example.com`
  if (pattern.includes('{24}'))
    return random
      .below(2 ** 32)
      .toString(16)
      .padStart(24, '0')
  if (pattern.startsWith('^-?')) return `${random.below(99)},-5,${random.below(999)},40`
  const text = random.pick(texts.filter(one => one.trim() !== '' || minLength === 0))
  return random.next() < 0.05 ? text.padEnd(maxLength, 'é').slice(0, maxLength) : text
}

/** The value with one random change, which usually makes it invalid. */
export function invalidValue(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.next() < 0.1) return unusualValue(random)
  if (Array.isArray(value)) {
    const index = random.below(value.length + 1)
    return random.next() < 0.2 ? [...value, ...value] : value.toSpliced(index, 1, invalidValue(random, value[index]))
  }
  const names = Object.keys(value)
  if (names.length === 0 || random.next() < 0.15) return Object.assign(unusualObject(random), value)
  const name = random.pick(names)
  const { [name]: one, ...rest } = value as Record<string, unknown>
  return random.next() < 0.2 ? rest : { ...rest, [name]: invalidValue(random, one) }
}

const unusualObject = (random: Random): object =>
  JSON.parse(
    random.pick(['{"__proto__":{"x":1}}', '{"constructor":1}', '{"":1}', '{"$":{"file":{"hash":"x"}}}', '{"id":7}']),
  )
