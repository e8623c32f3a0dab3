// One row of the table of operations as an OpenAPI operation.

import { kindsTaking, maxId, type NamedOperation, type PathParameter } from '@tessera/contract'
import { describeNeeds, describeTokenNeeds } from './openapi-needs.ts'
import { bodyName, uploadName } from './openapi-operation-schemas.ts'
import { describeResponses } from './openapi-responses.ts'
import { describeSchema, referenceTo, type Schema } from './openapi-schemas.ts'
import { documentedValues, requestExamples, uploadExamples } from './request-examples.ts'

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

/** OpenAPI has scopes only for OAuth. A personal token has the same ones. */
const securityOf = ({ needs, scopes }: NamedOperation) =>
  needs.load === 'nothing' ? [] : [{ bearer: [] }, { oauth2: [...scopes] }]

function pathParameters(operation: NamedOperation): object[] {
  return operation.parameters.map(parameter => {
    const { example, ...schema } = pathSchema(parameter, operation)
    return { name: parameter.name, in: 'path', required: true, description: parameter.about, schema, example }
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

function requestBody(operation: NamedOperation): object {
  const { body, upload } = operation
  if (!upload) {
    const schema = describeSchema(body as object)
    return {
      required: isRequired(body as Schema),
      content: { 'application/json': { schema, ...exampleOf(operation) } },
    }
  }
  return {
    required: true,
    description: 'All fields except the file can also be sent as query parameters.',
    content: {
      'multipart/form-data': {
        schema: referenceTo(uploadName(operation)),
        example: uploadExamples[operation.id],
      },
      ...(upload.orByUrl
        ? { 'application/json': { schema: referenceTo(bodyName(operation)), ...exampleOf(operation) } }
        : {}),
    },
  }
}

const exampleOf = ({ id }: NamedOperation) => ({ example: requestExamples[id]?.(documentedValues) })

const isRequired = (schema: Schema) => (schema.required ?? []).length > 0
