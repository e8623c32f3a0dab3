// One row of the table of operations as an OpenAPI operation.

import { kindsTaking, maxId, type NamedOperation, type PathParameter } from '@tessera/contract'
import { describeNeeds, describeTokenNeeds } from './openapi-needs.ts'
import { describeResponses } from './openapi-responses.ts'
import { describeSchema, type Schema } from './openapi-schemas.ts'

export function describeOperation(operation: NamedOperation): object {
  const parameters = [...pathParameters(operation), ...queryParameters(operation), ...headerParameters(operation)]
  return {
    operationId: operation.id,
    tags: [operation.noun],
    summary: operation.title,
    description: `${operation.description} ${describeNeeds(operation.needs)}${describeTokenNeeds(operation)}`,
    security: securityOf(operation),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body ? { requestBody: requestBody(operation) } : {}),
    responses: describeResponses(operation, { changesByVersion: operation.hasVersion ?? operation.hasSeq ?? false }),
  }
}

/** The list of a bearer token names its scopes (OpenAPI 3.1 calls them roles). */
const securityOf = ({ needs, scope }: NamedOperation) =>
  needs.load === 'nothing' ? [] : [{ bearer: scope === null ? [] : [scope] }]

function pathParameters(operation: NamedOperation): object[] {
  return operation.parameters.map(parameter => {
    const { example, ...schema } = pathSchema(parameter, operation)
    return { name: parameter.name, in: 'path', required: true, schema, ...(example === undefined ? {} : { example }) }
  })
}

const integerId = { type: 'integer', minimum: 1, maximum: maxId }

function pathSchema({ name, type, pattern, alias, example }: PathParameter, operation: NamedOperation): Schema {
  if (name === 'object_type' && operation.attaches) {
    return { type: 'string', enum: kindsTaking(operation.attaches).map(kind => kind.path) }
  }
  const exampled = example === undefined ? {} : { example }
  if (type === 'string') return { type, pattern: pattern.source, ...exampled }
  if (!alias) return { ...integerId, ...exampled }
  return { anyOf: [{ const: alias }, integerId], example: operation.method === 'GET' ? alias : (example as number) }
}

function queryParameters({ query }: NamedOperation): object[] {
  if (!query) return []
  const { properties = {}, required = [] } = describeSchema(query)
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description ? { description } : {}),
    schema,
  }))
}

function headerParameters(operation: NamedOperation): object[] {
  if (operation.repeat === 'keyed') return [{ $ref: '#/components/parameters/IdempotencyKey' }]
  if (operation.hasVersion) return [{ $ref: '#/components/parameters/IfMatch' }]
  return []
}

function requestBody({ body, upload }: NamedOperation): object {
  const schema = describeSchema(body as object)
  if (!upload) return { required: isRequired(body as Schema), content: { 'application/json': { schema } } }
  const form = formSchema(body as Schema, upload)
  return {
    required: true,
    description: 'All fields except the file can also be sent as query parameters.',
    content: {
      'multipart/form-data': { schema: form },
      ...(upload.orByUrl ? { 'application/json': { schema: { ...schema, required: ['url'] } } } : {}),
    },
  }
}

const isRequired = (schema: Schema) => (schema.required ?? []).length > 0

function formSchema(body: Schema, upload: NonNullable<NamedOperation['upload']>): Schema {
  const { properties = {}, required = [] } = describeSchema(body, { inline: true })
  const file = {
    type: 'string',
    contentMediaType: 'application/octet-stream',
    description: `The file, up to ${upload.maxBytes / 1_000_000} MB`,
  }
  return {
    type: 'object',
    properties: { [upload.field]: file, ...properties },
    ...(upload.orByUrl
      ? { ...(required.length > 0 ? { required } : {}), oneOf: [{ required: [upload.field] }, { required: ['url'] }] }
      : { required: upload.isOptional ? required : [upload.field, ...required] }),
  }
}
