// Example values generated from schemas. Known field names have realistic values.

import { isFile, type Schema } from './schema.ts'

/** An example body: the required fields and the most useful optional ones. */
export function exampleBody(schema: Schema): Record<string, unknown> {
  const { properties = {}, required = [] } = schema
  const names = Object.keys(properties).filter(name => !isFile(properties[name] as Schema))
  const sent = names.filter(name => required.includes(name) || shownThoughOptional.has(name))
  const chosen = sent.length > 0 ? sent : names.slice(0, 1)
  return Object.fromEntries(chosen.map(name => [name, exampleOf(properties[name] as Schema, name)]))
}

/** Optional fields that are harmless in a first request: no owners, passwords or roles. */
const shownThoughOptional = new Set(['x', 'y', 'text', 'name', 'backgroundColor', 'penColor', 'favorite', 'first_name'])

/** A value that is valid for the schema. */
export function exampleOf(schema: Schema, name = ''): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.default ?? schema.enum[0]
  if (schema.examples && schema.examples.length > 0) return schema.examples[0]
  if (schema.anyOf) return exampleOf(schema.anyOf[0] as Schema, name)
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  const byName = samples[name]
  if (byName !== undefined && types.includes(typeOf(byName)) && isWhole(schema, byName)) return byName
  if (schema.default !== undefined) return schema.default
  return byType(schema, types[0], name)
}

/** Fields of the same name can have different types. */
function isWhole(schema: Schema, sample: unknown): boolean {
  if (Array.isArray(sample)) {
    const { items = {} } = schema
    return sample.every(item => (items.type ?? typeOf(item)) === typeOf(item) && isWhole(items, item))
  }
  if (typeof sample === 'number') return inRange(sample, schema) === sample
  return (schema.required ?? []).every(name => Object.hasOwn(sample as object, name))
}

function byType(schema: Schema, type: string | undefined, name: string): unknown {
  switch (type) {
    case 'object':
      return exampleObject(schema)
    case 'array':
      return schema.items ? Array(schema.minItems ?? 1).fill(exampleOf(schema.items, singular(name))) : []
    case 'integer':
    case 'number':
      return inRange(1, schema)
    case 'boolean':
      return name.startsWith('can_')
    case 'string':
      return schema.format === 'date-time' || name.endsWith('_at') ? someTime : someWord(schema)
    default:
      return {}
  }
}

/** All required and all scalar fields, and the first object field: an event contains one kind, not all. */
function exampleObject({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  const entries = Object.entries(properties)
  const first = entries.find(([name, schema]) => !required.includes(name) && schema.properties)?.[0]
  const shown = entries.filter(([name, schema]) => required.includes(name) || !schema.properties || name === first)
  return Object.fromEntries(shown.map(([name, schema]) => [name, exampleOf(schema, name)]))
}

const inRange = (value: number, { minimum = -Infinity, maximum = Infinity }: Schema) =>
  Math.min(Math.max(value, minimum), maximum)

const singular = (name: string) => name.replace(/s$/, '')

const someTime = '2026-01-15T09:30:00.000Z'
const someId = '68f1a2b3c4d5e6f708192a3b'

function someWord({ pattern = '', minLength = 0 }: Schema): string {
  if (pattern.includes('[0-9a-f]{24}')) return someId
  if (pattern.includes('#(')) return '#2a4fbf'
  return 'text'.padEnd(minLength, ' text')
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

const samples: Readonly<Record<string, unknown>> = {
  id: someId,
  uid: 'q8TzV2mXc4LrWd7KpN1s',
  workspaceId: 'q8TzV2mXc4LrWd7KpN1s',
  targetId: someId,
  targetType: 'note',
  parent: someId,
  x: 120,
  y: 80,
  width: 560,
  height: 320,
  total: 1,
  size: 1,
  seq: 41,
  version: 1,
  workspace_role_id: 3,
  organization_role_id: 3,
  text: 'Hello, world',
  name: 'Example',
  title: 'Example',
  new_workspace_name: 'Another example',
  token_id: someId,
  description: 'What we do next',
  email: 'ann@example.com',
  first_name: 'Ann',
  last_name: 'Archer',
  industry: 'Software',
  phone_number: '+1 555 0100',
  current_password: 'the one until now',
  new_password: 'a long new password',
  url: 'https://example.com/',
  avatar_url: 'https://example.com/ann.png',
  redirect_uri: 'https://example.com/callback',
  client_id: 'app_5f2d8c1e',
  role_type: 'user',
  type: 'NOTE_CREATE',
  message: 'Done',
  request_id: 'req-1a',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  client_secret: 'shown once',
  access_token: 'eyJhbGciOiJFZERTQSJ9…',
  eventTypes: ['ALL'],
  points: [0, 0, 60, 40, 120, 0],
  expires_at: 1_769_900_000,
  changes: [{ op: 'create', kind: 'note', data: { text: 'Hello, world', x: 120, y: 80 } }],
  box: '0,0,2000,1000',
  prev: null,
  next: null,
  next_cursor: null,
  locked_at: null,
  expiration: null,
  published_url: 'https://example.com/view/q8TzV2mXc4LrWd7KpN1s',
  self: '/api/…?order_by=&order_direction=ASC&limit=25&offset=0',
}
