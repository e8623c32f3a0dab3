// The reference as compact Markdown: a line per field. Named records are listed once, after the operations.

import { exampleOrigin } from '../guides/guide.ts'
import type { Body, ErrorStatus, Noun, Operation, Parameter } from '../reference/description.ts'
import { curlOf, exampleInputs, makeRequest } from '../reference/request.ts'
import { allowedValues, formatLimits, formatType, type Schema, variantsOf } from '../reference/schema.ts'

export function describeNoun(noun: Noun, server: string): string {
  const operations = noun.operations.map(operation => describeOperation(operation, server))
  return `# ${noun.label}\n\n${noun.description}\n\n${operations.join('\n')}`
}

function describeOperation(operation: Operation, server: string): string {
  const { id, title, method, path, description, needs, scopes, inPath, inQuery, inHeader, bodies, errors } = operation
  return [
    `## ${title}\n`,
    `\`${method} ${server}${path}\` (\`${id}\`)\n`,
    `${description} ${needs}${scopes.length > 0 ? ` Scope: \`${scopes.join(' ')}\`.` : ''}\n`,
    ...parameterLines('Path', inPath),
    ...parameterLines('Query', inQuery),
    ...parameterLines('Headers', inHeader),
    ...bodies.flatMap(bodyLines),
    ...replyLines(operation),
    `Errors: ${errors.map(describeError).join(', ')}\n`,
    `\`\`\`sh\n${curlOf(makeRequest(operation, server, exampleInputs(operation)), exampleOrigin)}\n\`\`\`\n`,
  ].join('\n')
}

const parameterLines = (title: string, parameters: readonly Parameter[]): string[] =>
  parameters.length === 0
    ? []
    : [
        `${title}:`,
        ...parameters.map(({ name, schema, required, description }) =>
          line(name, { ...schema, description: description ?? schema.description ?? '' }, required),
        ),
        '',
      ]

function bodyLines({ mediaType, schema }: Body): string[] {
  const lines = fieldLines(schema)
  return [`Body (${mediaType})${schema.named ? `: ${schema.named}` : ''}:`, ...lines, '']
}

function replyLines({ status, reply, files }: Operation): string[] {
  if (files.length > 0) return [`Response ${status}: ${files.join(', ')}\n`]
  return [`Response ${status}${reply.named ? `: ${reply.named}` : ':'}`, ...(reply.named ? [] : fieldLines(reply)), '']
}

const describeError = ({ status, codes }: ErrorStatus) =>
  `${status} ${Object.keys(codes)
    .map(code => `\`${code}\``)
    .join(' or ')}`

function fieldLines(schema: Schema, depth = 0): string[] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties).flatMap(([name, field]) => [
    line(name, field, required.includes(name), depth),
    ...innerLines(field, depth + 1),
  ])
}

/** Named records are described at the end. */
function innerLines(field: Schema, depth: number): string[] {
  const inner = field.items ?? field
  if (inner.named || depth > 4) return []
  return inner.properties ? fieldLines(inner, depth) : []
}

function line(name: string, schema: Schema, isRequired: boolean, depth = 0): string {
  const { description = '' } = schema
  const values = allowedValues(schema.items ?? schema)
  const limits = formatLimits(schema)
  const facts = [
    formatType(schema),
    ...(isRequired ? ['required'] : []),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
    ...limits,
    ...(values.length > 0 ? [`one of ${values.join(', ')}`] : []),
  ]
  return `${'  '.repeat(depth)}- \`${name}\` (${facts.join('; ')})${description ? `: ${description}` : ''}`
}

/** The fields of all named records that the operations use. */
export function describeRecords(nouns: readonly Noun[]): string {
  const records = new Map<string, Schema>()
  for (const { operations } of nouns)
    for (const { bodies, reply } of operations)
      for (const schema of [...bodies.map(one => one.schema), reply]) collect(schema, records)
  const texts = [...records]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, schema]) => [`### ${name}`, '', ...aboutRecord(schema), ...fieldLines(schema), ''].join('\n'))
  return texts.length > 0 ? `## Records\n\n${texts.join('\n')}` : ''
}

function aboutRecord(schema: Schema): string[] {
  const variants = variantsOf(schema)
  return [
    ...(schema.description ? [schema.description, ''] : []),
    ...(variants.length > 0 ? [`One of: ${variants.map(({ title }) => title).join(', ')}`] : []),
  ]
}

function collect(schema: Schema, records: Map<string, Schema>): void {
  if (schema.named) {
    if (records.has(schema.named)) return
    records.set(schema.named, schema)
  }
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(schema.anyOf ?? []),
  ]
  for (const one of inner) collect(one, records)
}
