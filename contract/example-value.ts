// Example values generated from schemas, for the OpenAPI document and the API reference. Known field names have realistic
// values.

/** The part of JSON Schema that is supported. */
interface DescribedSchema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly default?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly minItems?: number
  readonly items?: DescribedSchema
  readonly anyOf?: readonly DescribedSchema[]
  readonly properties?: Readonly<Record<string, DescribedSchema>>
  readonly required?: readonly string[]
}

/** A value that is valid for the schema. */
export function exampleOf(schema: DescribedSchema, name = ''): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.default ?? schema.enum[0]
  if (schema.examples && schema.examples.length > 0) return schema.examples[0]
  if (samples[name] === null && schema.anyOf?.some(one => one.type === 'null')) return null
  if (schema.anyOf) return exampleOf(schema.anyOf[0] as DescribedSchema, name)
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  const byName = samples[name]
  if (byName !== undefined && isOneOf(types, byName) && isWhole(schema, byName)) return byName
  if (schema.default !== undefined) return schema.default
  return byType(schema, types[0], name)
}

const isOneOf = (types: readonly string[], value: unknown): boolean =>
  types.includes(typeOf(value)) || (typeof value === 'number' && types.includes('number'))

/** Fields of the same name can have different types. */
function isWhole(schema: DescribedSchema, sample: unknown): boolean {
  if (Array.isArray(sample)) {
    const { items = {} } = schema
    return sample.every(item => (items.type ?? typeOf(item)) === typeOf(item) && isWhole(items, item))
  }
  if (typeof sample === 'number') return clampTo(sample, schema) === sample
  return (schema.required ?? []).every(name => Object.hasOwn(sample as object, name))
}

function byType(schema: DescribedSchema, type: string | undefined, name: string): unknown {
  switch (type) {
    case 'object':
      return exampleObject(schema)
    case 'array':
      return schema.items ? Array(schema.minItems ?? 1).fill(exampleOf(schema.items, singular(name))) : []
    case 'integer':
    case 'number':
      return clampTo(1, schema)
    case 'boolean':
      return name.startsWith('can_')
    case 'string':
      return schema.format === 'date-time' || name.endsWith('_at') ? someTime : someWord(schema)
    default:
      return {}
  }
}

/** All required and all scalar fields, and the first object field: an event contains one kind, not all. */
function exampleObject({ properties = {}, required = [] }: DescribedSchema): Record<string, unknown> {
  const entries = Object.entries(properties)
  const first = entries.find(([name, schema]) => !required.includes(name) && schema.properties)?.[0]
  const shown = entries.filter(([name, schema]) => required.includes(name) || !schema.properties || name === first)
  return Object.fromEntries(shown.map(([name, schema]) => [name, exampleOf(schema, name)]))
}

const clampTo = (value: number, { minimum = -Infinity, maximum = Infinity }: DescribedSchema) =>
  Math.min(Math.max(value, minimum), maximum)

const singular = (name: string) => name.replace(/s$/, '')

const someTime = '2026-01-15T09:30:00.000Z'
const someId = '68f1a2b3c4d5e6f708192a3b'

function someWord({ pattern = '', minLength = 0 }: DescribedSchema): string {
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
  contentWidth: 1280,
  contentHeight: 720,
  rotation: 0,
  fontSize: 24,
  order: 'a0',
  group: null,
  reason: null,
  reasonCode: null,
  error: null,
  error_code: null,
  via: null,
  bot_user: null,
  label: 'then',
  scope: 'read write',
  workspace_id: 'q8TzV2mXc4LrWd7KpN1s',
  from: { id: someId, anchor: 'auto' },
  to: { id: '68f1a2b3c4d5e6f708192a3c', anchor: 'auto' },
  thumbnail_url: 'https://example.com/thumbnail.webp',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  browser: 'Firefox',
  system: 'Linux',
  address: '203.0.113.7',
  whitelisted_domains: ['example.com'],
  recovery_codes: ['k7w2-9mfd-x3qp'],
  total: 1,
  limit: 25,
  offset: 0,
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
  access_token: 'tsr_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
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
