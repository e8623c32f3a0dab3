// Every example of the OpenAPI document fits the schema beside it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile, type XSchema } from 'typebox/schema'
import { openApiDocument } from './openapi.ts'

interface Content {
  readonly [mediaType: string]: { readonly schema: object; readonly example?: unknown }
}

interface DescribedOperation {
  readonly operationId: string
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly components: { readonly responses: DescribedOperation['responses'] }
}

const { paths, webhooks, components } = openApiDocument() as Document
const operations = [paths, webhooks].flatMap(table => Object.values(table).flatMap(methods => Object.values(methods)))

function assertExamples(content: Content, place: string): void {
  for (const [mediaType, { schema, example }] of Object.entries(content)) {
    assert.notEqual(example, undefined, `${place} has no example as ${mediaType}`)
    const validator = Compile({ ...schema, components } as XSchema)
    const [, errors] = validator.Errors(example)
    assert.ok(validator.Check(example), `${place}: ${JSON.stringify(errors.slice(0, 3))} in ${JSON.stringify(example)}`)
  }
}

test('[DSC-6] every body has an example that its schema accepts', () => {
  for (const { operationId, requestBody } of operations)
    if (requestBody) assertExamples(requestBody.content, operationId)
})

test('[DSC-7] every JSON response has an example that its schema accepts', () => {
  const ofOperations = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).map(([status, response]) => [`${operationId} ${status}`, response] as const),
  )
  for (const [place, { content = {} }] of [...ofOperations, ...Object.entries(components.responses)]) {
    const json = content['application/json']
    if (json) assertExamples({ 'application/json': json }, place)
  }
})

test('[DSC-7] a record is returned with what was sent', () => {
  const create = operations.find(one => one.operationId === 'notes.create')
  const sent = create?.requestBody?.content['application/json']?.example
  const returned = create?.responses[201]?.content?.['application/json']?.example
  assert.partialDeepStrictEqual(returned, { note: sent })
})
