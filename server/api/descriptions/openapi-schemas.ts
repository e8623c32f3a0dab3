// Converts the contract's schemas to OpenAPI: without the contract's own keywords, and with a reference to every schema
// that has a name. Records carry their name (`named`); bodies and replies are named after their operation.

import { allOperations, ErrorReply } from '@tessera/contract'
import { clientMessages, serverMessages } from '@tessera/contract/live'
import { operationSchemas } from './openapi-operation-schemas.ts'
import { writtenSchemas } from './openapi-written-schemas.ts'

export interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly description?: string
  readonly [keyword: string]: unknown
}

const nameByContent = new Map<string, string>()
const schemaByName = new Map<string, object>()

registerNamed([ErrorReply, clientMessages, serverMessages])
for (const { reply, body, query } of allOperations) registerNamed([reply, body, query])
for (const [name, schema] of operationSchemas(isNamed)) register(name, schema)

/** The named schemas that the text of a document refers to, directly or through others. */
export function describeSchemas(document: string): Record<string, Schema> {
  const found: Record<string, Schema> = {}
  const visit = (text: string) => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found[name]) continue
      found[name] = describeNamed(name)
      visit(JSON.stringify(found[name]))
    }
  }
  visit(document)
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function describeNamed(name: string): Schema {
  const schema = writtenSchemas[name] ?? schemaByName.get(name)
  if (!schema) throw new Error(`no schema is named ${name}`)
  return describeSchema(schema, { inline: true })
}

/** With `inline`, the outermost schema is written out even if it has a name. */
export function describeSchema(schema: object, { inline = false } = {}): Schema {
  const name = inline ? undefined : nameOf(schema)
  return name ? useOf(name, schema) : writeOut(schema)
}

export const referenceTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Returns a reference together with what this use of the schema adds. */
function useOf(name: string, schema: object): Schema {
  const { description, default: value } = schema as Schema
  const own = (writtenSchemas[name] ?? schemaByName.get(name)) as Schema | undefined
  return {
    ...referenceTo(name),
    ...(description === undefined || description === own?.description ? {} : { description }),
    ...(value === undefined ? {} : { default: value }),
  }
}

function registerNamed(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  const { named } = schema as Schema
  if (typeof named === 'string') register(named, schema)
  for (const value of Object.values(schema)) registerNamed(value)
}

function register(name: string, schema: object): void {
  const content = contentOf(schema)
  const known = schemaByName.get(name)
  if (known && contentOf(known) !== content && !writtenSchemas[name]) throw new Error(`two schemas are named ${name}`)
  if (!known) schemaByName.set(name, schema)
  if (!nameByContent.has(content)) nameByContent.set(content, name)
}

function isNamed(schema: object): boolean {
  return nameOf(schema) !== undefined
}

/** An optional schema is a copy of the named one, so the names of operations are found by content. */
function nameOf(schema: object): string | undefined {
  return ((schema as Schema).named as string | undefined) ?? nameByContent.get(contentOf(schema))
}

/** Uses of a schema may have a description and a default of their own. */
function contentOf(schema: object): string {
  const { description: _, default: __, ...content } = schema as Schema
  return JSON.stringify(content)
}

/** Keywords for our own validation and names, which OpenAPI does not know. */
const ownKeywords = new Set(['trim', 'anyCase', 'keepsNull', 'named'])

function writeOut(schema: object): Schema {
  const kept = Object.entries(schema).filter(([keyword]) => !ownKeywords.has(keyword))
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, writeOutKeyword(keyword, value)]))
}

function writeOutKeyword(keyword: string, value: unknown): unknown {
  if (keyword === 'properties') {
    return Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, describeSchema(one)]))
  }
  if (keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'allOf') {
    return (value as object[]).map(one => describeSchema(one))
  }
  const holdsSchema = keyword === 'items' || keyword === 'additionalProperties'
  return holdsSchema && typeof value === 'object' ? describeSchema(value as object) : value
}
