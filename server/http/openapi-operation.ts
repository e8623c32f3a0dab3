// One row of the table of operations, as OpenAPI tells it.

import { kinds, kindsTaking, type Method, type NamedOperation, parameterNames } from '@tessera/contract'
import { maxId } from '@tessera/contract/values'
import { describeNeeds } from './openapi-needs.ts'
import { describeResponses } from './openapi-responses.ts'
import { describeSchema, type Schema } from './openapi-schemas.ts'

export function describeOperation(operation: NamedOperation): object {
  const parameters = [...pathParameters(operation), ...queryParameters(operation), ...headerParameters(operation)]
  return {
    operationId: operation.id,
    tags: [operation.noun],
    summary: operation.title,
    description: describeNeeds(operation.needs),
    ...(operation.needs.load === 'nothing' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body ? { requestBody: requestBody(operation) } : {}),
    responses: describeResponses(operation, { changesByVersion: changesByVersion(operation) }),
  }
}

function pathParameters({ method, path }: NamedOperation): object[] {
  return parameterNames(path).map(name => {
    const { example, ...schema } = pathSchema(name, path, method)
    return { name, in: 'path', required: true, schema, ...(example === undefined ? {} : { example }) }
  })
}

const integerId = { type: 'integer', minimum: 1, maximum: maxId }

function pathSchema(name: string, path: string, method: Method): Schema {
  if (name === 'workspace_id') return { type: 'string', pattern: '^[A-Za-z0-9]{20}$', example: 'q8TzV2mXc4LrWd7KpN1s' }
  if (name === 'organization_id') return { ...integerId, example: 1 }
  if (name === 'user_id') return { anyOf: [{ const: 'me' }, integerId], example: method === 'GET' ? 'me' : 7 }
  if (name === 'object_type') return { type: 'string', enum: pathsTaking(path) }
  if (name === 'client_id' || name === 'token_id') return { type: 'string' }
  return { type: 'string', pattern: '^[0-9a-f]{24}$', example: '68f1a2b3c4d5e6f708192a3b' }
}

const pathsTaking = (path: string) =>
  kindsTaking(path.endsWith('/comments') ? 'comments' : 'strokes').map(kind => kind.path)

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
  if (operation.method === 'POST') return [{ $ref: '#/components/parameters/IdempotencyKey' }]
  if (changesByVersion(operation)) return [{ $ref: '#/components/parameters/IfMatch' }]
  return []
}

/** True of the update and delete of an object: only objects have versions. */
function changesByVersion({ method, path }: NamedOperation): boolean {
  const isChange = method === 'PUT' || method === 'DELETE'
  return isChange && Object.values(kinds).some(kind => path.endsWith(`/${kind.path}/:${kind.name}_id`))
}

function requestBody({ body, upload }: NamedOperation): object {
  const schema = describeSchema(body as object)
  if (!upload) return { required: isRequired(body as Schema), content: { 'application/json': { schema } } }
  const form = formSchema(body as Schema, upload)
  return {
    required: true,
    description: 'The fields besides the file may also be given as query parameters.',
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
    description: `The file, at most ${upload.maxBytes / 1_000_000} MB`,
  }
  return {
    type: 'object',
    properties: { [upload.field]: file, ...properties },
    ...(upload.orByUrl
      ? { ...(required.length > 0 ? { required } : {}), oneOf: [{ required: [upload.field] }, { required: ['url'] }] }
      : { required: [upload.field, ...required] }),
  }
}
