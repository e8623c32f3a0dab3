// Everything in the OpenAPI document says what it means: operations, parameters, headers, components and fields.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventTypeNames, kinds, listCausableEvents, scopes } from '@tessera/contract'
import { openApiDocument } from './openapi.ts'

interface Schema {
  readonly $ref?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly string[]
  readonly discriminator?: { readonly mapping: Readonly<Record<string, string>> }
}

interface DescribedOperation {
  readonly operationId: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly parameters?: readonly { readonly name?: string; readonly description?: string; readonly $ref?: string }[]
}

interface Document {
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Schema>>
    readonly headers: Readonly<Record<string, Schema>>
    readonly securitySchemes: Readonly<
      Record<string, { readonly flows?: Readonly<Record<string, { scopes: object }>> }>
    >
  }
}

const document = openApiDocument() as Document
const { schemas } = document.components
const operations = [document.paths, document.webhooks].flatMap(table =>
  Object.values(table).flatMap(methods => Object.values(methods)),
)

test('[DSC-1] every schema and every field has a meaning', () => {
  const unnamed = Object.keys(schemas).filter(name => !schemas[name]?.description)
  assert.deepEqual(unnamed, [])
  assert.deepEqual(
    Object.entries(schemas).flatMap(([name, schema]) => fieldsWithoutMeaning(schema, name)),
    [],
  )
})

test('[DSC-1] every parameter, header and tag has a meaning', () => {
  const { parameters, headers } = document.components
  for (const [name, one] of Object.entries({ ...parameters, ...headers })) assert.ok(one.description, name)
  for (const { name, description } of document.tags) assert.ok(description, name)
  for (const { operationId, parameters = [] } of operations) {
    for (const { $ref, name, description } of parameters) assert.ok($ref ?? description, `${operationId} ${name}`)
  }
})

test('[DSC-2] every operation says what it does, in whole sentences', () => {
  for (const { operationId, description = '' } of operations) {
    assert.match(description, /^[A-Z].{30,}\.$/s, operationId)
    assert.ok(!description.includes('..'), operationId)
  }
})

test('[DSC-3] objects, changes and results are typed by kind, and fixed sets of words are listed', () => {
  const mapped = schemas.BoardObject?.discriminator?.mapping ?? {}
  assert.deepEqual(Object.keys(mapped), Object.keys(kinds))
  for (const reference of Object.values(mapped)) assert.ok(schemas[reference.split('/').at(-1) ?? ''], reference)
  const creates = schemas.CreateChange?.discriminator?.mapping ?? {}
  assert.ok('note' in creates && !('image' in creates), 'a file is uploaded, not created in a list')
  assert.equal(schemas.Change?.oneOf?.length, 7)
  assert.deepEqual(schemas.EventType?.enum, eventTypeNames)
  assert.deepEqual(schemas.EventName?.enum, listCausableEvents())
  assert.match(JSON.stringify(schemas.ImageUpload?.properties?.image), /"format":"binary"/)
})

test('[DSC-4] notifications and OAuth are described', () => {
  assert.deepEqual(
    (document.webhooks.notification?.post?.parameters ?? []).map(one => one.name),
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  )
  const { securitySchemes } = document.components
  assert.deepEqual(Object.keys(securitySchemes), ['bearer', 'oauth2'])
  for (const flow of Object.values(securitySchemes.oauth2?.flows ?? {}))
    assert.deepEqual(Object.keys(flow.scopes), [...scopes])
  for (const id of ['authorize', 'token', 'revoke', 'device', 'register']) {
    assert.ok(
      operations.some(one => one.operationId === `oauth.${id}`),
      id,
    )
  }
})

/** A field has the meaning of the schema that it refers to, unless it says more. */
const hasMeaning = (schema: Schema): boolean =>
  Boolean(schema.description) ||
  (schema.$ref !== undefined && hasMeaning(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})) ||
  (schema.anyOf ?? []).some(hasMeaning)

function fieldsWithoutMeaning(schema: Schema, place: string): string[] {
  const fields = Object.entries(schema.properties ?? {})
  const items = schema.items ? [schema.items] : []
  const parts = [...items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return [
    ...fields.flatMap(([name, one]) => (hasMeaning(one) ? [] : [`${place}.${name}`])),
    ...fields.flatMap(([name, one]) => fieldsWithoutMeaning(one, `${place}.${name}`)),
    ...parts.flatMap(part => fieldsWithoutMeaning(part, place)),
  ]
}
