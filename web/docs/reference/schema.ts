// The part of JSON Schema that the OpenAPI spec uses, with references resolved, and its formatting for people.

export interface Schema {
  /** The name of the schema in the spec. */
  readonly named?: string
  readonly title?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly contentMediaType?: string
  readonly description?: string
  readonly default?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

export const isFile = (schema: Schema) => schema.contentMediaType !== undefined

/** `string`, `list of Note`, `timestamp or null`. */
export function formatType(schema: Schema): string {
  if ('const' in schema) return JSON.stringify(schema.const)
  if (isFile(schema)) return 'file'
  if (schema.named) return schema.named
  if (schema.anyOf) return [...new Set(schema.anyOf.map(formatType))].join(' or ')
  if (variantsOf(schema).length > 0) return 'object'
  return typesOf(schema)
    .map(type => singleType(type, schema))
    .join(' or ')
}

function singleType(type: string, schema: Schema): string {
  if (type === 'array') return schema.items ? `list of ${plural(formatType(schema.items))}` : 'list'
  return type === 'string' && schema.format === 'date-time' ? 'timestamp' : type
}

const typesOf = ({ type }: Schema): readonly string[] =>
  type === undefined ? ['anything'] : typeof type === 'string' ? [type] : type

const plural = (words: string) => (/^[a-z]+$/.test(words) ? `${words}s` : words)

/** The constraints of a value besides its type: `0.5 to 4`, `1 to 255 characters`. */
export function formatLimits(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema
  return [
    range(minimum, maximum, ''),
    range(minLength || undefined, maxLength, ' characters'),
    range(minItems || undefined, maxItems, ' items'),
  ].filter(words => words !== null)
}

function range(least: number | undefined, most: number | undefined, unit: string): string | null {
  if (least === undefined && most === undefined) return null
  if (least === undefined) return `At most ${formatNumber(most)}${unit}`
  if (most !== undefined) return `${formatNumber(least)} to ${formatNumber(most)}${unit}`
  return unit !== '' && least === 1 ? 'Not empty' : `At least ${formatNumber(least)}${unit}`
}

const formatNumber = (value = 0) => value.toLocaleString('en').replace('-', '−')

/** The allowed values, if they are listed. */
export const allowedValues = ({ enum: values = [] }: Schema): readonly string[] => values.map(value => String(value))

/** The object to expand below a field: its own schema, or that of the items of a list. */
export function innerObject(schema: Schema): Schema | null {
  if (schema.items) return innerObject(schema.items)
  if (variantsOf(schema).length > 0) return schema
  const inner = schema.anyOf?.find(one => one.properties || variantsOf(one).length > 0) ?? schema
  if (variantsOf(inner).length > 0) return inner
  return inner.properties && Object.keys(inner.properties).length > 0 ? inner : null
}

export interface Variant {
  /** The label that distinguishes it: `create note`, `group`, or the name of its schema. */
  readonly title: string
  readonly schema: Schema
}

/** The alternatives of an object that can have several shapes. */
export function variantsOf({ anyOf = [] }: Schema): Variant[] {
  // Alternatives that only say which fields are required together are no shapes of their own.
  const shapes = anyOf.filter(one => one.properties || variantsOf(one).length > 0)
  if (shapes.length < 2) return []
  const values = distinctValues(shapes)
  return shapes.map((schema, index) => ({ schema, title: values?.[index] ?? titleOf(schema) ?? `${index + 1}` }))
}

/** The values of the first field that is a different constant in every shape, such as `op` or `kind`. */
function distinctValues(shapes: readonly Schema[]): string[] | null {
  const fieldsOf = (schema: Schema): Readonly<Record<string, Schema>> =>
    schema.properties ?? (schema.anyOf?.[0] ? fieldsOf(schema.anyOf[0]) : {})
  for (const name of Object.keys(fieldsOf(shapes[0] ?? {}))) {
    const values = shapes.flatMap(shape => constantOf(fieldsOf(shape)[name] ?? {}) ?? [])
    if (new Set(values).size === shapes.length) return values
  }
  return null
}

function titleOf({ properties = {}, named, title }: Schema): string | null {
  const constants = Object.values(properties).flatMap(field => constantOf(field) ?? [])
  return named ?? title ?? (constants.length > 0 ? constants.join(' ') : null)
}

function constantOf(field: Schema): string | null {
  if (typeof field.const === 'string') return field.const
  return field.enum?.length === 1 ? String(field.enum[0]) : null
}
