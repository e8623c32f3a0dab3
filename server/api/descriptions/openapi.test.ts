// The OpenAPI document: an independent validator accepts it as OpenAPI 3.1, and it matches the tables.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { allOperations, kinds, sets } from '@tessera/contract'
import { openApiDocument } from './openapi.ts'

interface DescribedOperation {
  operationId: string
  summary: string
  parameters?: { $ref?: string; name?: string; in?: string; required?: boolean }[]
  requestBody?: { required: boolean; content: Record<string, { schema: Record<string, unknown> }> }
  responses: Record<string, object>
}

interface Description {
  tags: { name: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, object> }
}

const description = openApiDocument() as Description
const described = new Map(
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => [one.operationId, { ...one, method, path }] as const),
  ),
)

function find(id: string) {
  const found = described.get(id)
  assert.ok(found, `${id} is not described`)
  return found
}

test('[ADR-5] the description is valid OpenAPI 3.1 and its references resolve', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate({ ...structuredClone(description) })
  assert.ok(valid, JSON.stringify(errors))
  assert.equal(validator.version, '3.1')
  const names = JSON.stringify(description).matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)
  const components = description.components as unknown as Record<string, Record<string, object>>
  for (const [, type = '', name = ''] of names) assert.ok(components[type]?.[name], `${type}/${name} is missing`)
})

test('[ADR-5] every operation is described, and nothing else', () => {
  const ids = [...described.keys()].filter(id => !id.startsWith('oauth.'))
  assert.deepEqual(ids.sort(), allOperations.map(operation => operation.id).sort())
  for (const operation of allOperations) {
    const found = find(operation.id)
    assert.equal(found.summary, operation.title)
    assert.equal(found.method.toUpperCase(), operation.method)
    assert.equal(found.path.replaceAll(/\{(\w+)\}/g, ':$1'), operation.path)
  }
})

test('every operation lists its success, the statuses of its set, 429 and 503, and those of its headers', () => {
  for (const operation of allOperations) {
    const statuses = Object.keys(find(operation.id).responses).map(Number)
    const files = operation.content ? [304] : []
    const always = [operation.status, ...files, ...sets[operation.errors], ...scoped(operation), 429, 503]
    const beyond = statuses.filter(status => !always.includes(status))
    assert.deepEqual(
      always.filter(status => !statuses.includes(status)),
      [],
      operation.id,
    )
    if (operation.method === 'POST')
      assert.deepEqual(beyond, operation.hasSeq ? [409, 412, 422] : [409, 422], operation.id)
    else assert.ok(beyond.length === 0 || beyond.join() === '412', operation.id)
  }
})

/** A token without the scope is refused with 403, whatever the set. */
const scoped = ({ needs }: (typeof allOperations)[number]) => (needs.load === 'nothing' ? [] : [403])

test('every placeholder in a path has its parameter', () => {
  for (const { path, parameters = [], operationId } of described.values()) {
    const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1])
    const named = parameters.filter(parameter => parameter.in === 'path')
    assert.deepEqual(
      named.map(parameter => parameter.name),
      placeholders,
      operationId,
    )
    assert.ok(named.every(parameter => parameter.required))
  }
})

test('every POST takes an idempotency key, and the update and delete of every kind take a version', () => {
  const takes = (id: string, header: string) =>
    (find(id).parameters ?? []).some(parameter => parameter.$ref?.endsWith(header))
  for (const { id, method } of allOperations) assert.equal(takes(id, '/IdempotencyKey'), method === 'POST', id)
  const versioned = allOperations.filter(operation => takes(operation.id, '/IfMatch')).map(operation => operation.id)
  const expected = Object.values(kinds).flatMap(({ noun }) => [`${noun}.update`, `${noun}.delete`])
  assert.deepEqual(versioned.sort(), expected.sort())
})

test('an upload is a form with a file, and an image may be given by URL instead', () => {
  const image = find('images.create').requestBody?.content
  assert.deepEqual(Object.keys(image ?? {}), ['multipart/form-data', 'application/json'])
  assert.deepEqual(schemaOf(image?.['application/json']).required, ['url'])
  assert.deepEqual(schemaOf(image?.['multipart/form-data']).required, ['image'])
  const document = find('documents.create').requestBody?.content
  assert.deepEqual(Object.keys(document ?? {}), ['multipart/form-data'])
  assert.deepEqual(schemaOf(document?.['multipart/form-data']).required, ['document', 'title'])
})

function schemaOf(media: { schema: Record<string, unknown> } | undefined): Record<string, unknown> {
  const name = String(media?.schema.$ref).split('/').at(-1) ?? ''
  return description.components.schemas[name] as Record<string, unknown>
}

test('a body is required exactly if one of its fields is', () => {
  assert.equal(find('notes.create').requestBody?.required, true)
  assert.equal(find('workspaces.delete').requestBody?.required, false)
  assert.equal(find('workspaces.unpublish').requestBody, undefined)
})

test('records of kinds are named schemas, and internal keywords are not published', () => {
  for (const name of Object.keys(kinds)) {
    assert.ok(description.components.schemas[name.charAt(0).toUpperCase() + name.slice(1)], name)
  }
  const text = JSON.stringify(description)
  assert.ok(!text.includes('"trim"') && !text.includes('"anyCase"'))
  assert.match(JSON.stringify(find('documents.update').requestBody), /DocumentUpdate/)
})
