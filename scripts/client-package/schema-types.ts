// Writes a JSON schema of the contract as a TypeScript type. Every property gets its description as a comment.

import type { Schema } from '../described-schema.ts'

/**
 * The place of a schema, and the types that no schema can express, by that place: `Connector.from` → `ConnectorEnd`.
 */
export interface Place {
  readonly path: string
  readonly known: Readonly<Record<string, string>>
  /** The descriptions of named schemas, for properties that have none of their own. */
  readonly descriptions?: ReadonlyMap<string, string>
}

/** `indent` is that of the line on which the type starts. */
export function typeOf(schema: Schema, place: Place, indent = ''): string {
  const known = place.known[place.path]
  if (known !== undefined) return known
  if (schema.$ref) return place.known[nameOf(schema.$ref)] ?? nameOf(schema.$ref)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return unionOf(schema.enum.map(value => JSON.stringify(value)))
  const options = schema.anyOf ?? schema.oneOf
  if (options) return unionOf(options.map(one => typeOf(one, place, indent)))
  if (schema.allOf) return schema.allOf.map(one => typeOf(one, place, indent)).join(' & ')
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  return types.length === 0 ? 'unknown' : unionOf(types.map(type => ofType(type, schema, place, indent)))
}

/** An object is an interface; everything else is an alias. */
export function declarationOf(name: string, schema: Schema, place: Place): string {
  const type = typeOf(schema, place)
  const comment = commentOf(asSentence(schema.description ?? ''))
  return type.startsWith('{\n') && schema.properties
    ? `${comment}export interface ${name} ${type}`
    : `${comment}export type ${name} = ${inLines(type)}`
}

/** A long union has one line for each of its types. */
export const inLines = (type: string) =>
  type.length > 100 && !type.includes('\n')
    ? type
        .split(' | ')
        .map(one => `\n  | ${one}`)
        .join('')
    : type

const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)

export const unionOf = (types: readonly string[]) => [...new Set(types)].join(' | ')

/**
 * Returns a JSDoc comment, followed by a line break and the indent of the described declaration; empty if there is
 * nothing to say.
 */
export function commentOf(text: string, indent = ''): string {
  const lines = text.trim().replaceAll('*/', '*\\/').split('\n')
  if (lines.length === 1) return lines[0] ? `/** ${lines[0]} */\n${indent}` : ''
  return `/**\n${lines.map(line => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n${indent}`
}

function ofType(type: string, schema: Schema, place: Place, indent: string): string {
  switch (type) {
    case 'integer':
      return 'number'
    case 'array': {
      const item = typeOf(schema.items ?? {}, { ...place, path: `${place.path}[]` }, indent)
      return / [|&] /.test(item.replace(/\{[\s\S]*\}/g, '')) ? `(${item})[]` : `${item}[]`
    }
    case 'object':
      return objectType(schema, place, indent)
    default:
      return type
  }
}

function objectType(schema: Schema, place: Place, indent: string): string {
  const { properties, additionalProperties, required = [] } = schema
  if (!properties) {
    const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties, place, indent) : 'unknown'
    return `Record<string, ${value}>`
  }
  if (Object.keys(properties).length === 0) return 'Record<never, never>'
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, property]) => {
    const type = typeOf(property, { ...place, path: `${place.path}.${name}` }, inner)
    return `${inner}${commentOf(propertyText(property, place), inner)}${propertyName(name)}${required.includes(name) ? '' : '?'}: ${type}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

const propertyName = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

function propertyText(schema: Schema, place: Place): string {
  const { default: value } = schema
  const description = schema.description ?? describedByName(schema, place)
  const sentences = [asSentence(description), limitsOf(schema)].filter(Boolean).join(' ')
  if (value === undefined) return sentences
  return sentences ? `${sentences}\n@default ${JSON.stringify(value)}` : `@default ${JSON.stringify(value)}`
}

function describedByName(schema: Schema, { descriptions }: Place): string {
  const described = [schema, ...(schema.anyOf ?? []), schema.items ?? {}]
  return (
    described
      .map(({ $ref, description }) => ($ref ? descriptions?.get(nameOf($ref)) : description) ?? '')
      .find(description => description !== '') ?? ''
  )
}

const asSentence = (text: string) => (text === '' || /[.!?]$/.test(text) ? text : `${text}.`)

function limitsOf({ minimum, maximum, maxLength, maxItems }: Schema): string {
  if (maxLength !== undefined) return `At most ${maxLength.toLocaleString('en-US')} characters.`
  if (maxItems !== undefined) return `At most ${maxItems.toLocaleString('en-US')}.`
  // Ids and coordinates have technical limits that are of no use to a reader.
  if (minimum === undefined || maximum === undefined || maximum >= 1_000_000) return ''
  return `From ${minimum.toLocaleString('en-US')} to ${maximum.toLocaleString('en-US')}.`
}
