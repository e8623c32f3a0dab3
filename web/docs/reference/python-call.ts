// The Python client call for an operation, as code to copy.

import { exampleOf } from '@tessera/contract/example-value'
import { isEnvelope } from './client-call.ts'
import type { Body, Operation, Parameter } from './description.ts'
import { exampleBody } from './example.ts'
import { isFile, type Schema } from './schema.ts'

export function pythonCallOf(operation: Operation): string {
  const single = `${resultOf(operation)}${callOf(operation, pythonName(operation.id))}${fieldOf(operation)}`
  return isWalkable(operation) ? `${single}\n\n${walkOf(operation)}` : single
}

const maxLineLength = 68

function callOf(operation: Operation, method: string): string {
  const ids = operation.inPath.map(argumentOf)
  const required = operation.inQuery
    .filter(parameter => parameter.required)
    .map(({ name, schema }) => `${snakeCase(name)}=${pythonLiteral(exampleOf(schema, name))}`)
  const body = operation.bodies[0]
  const fields = body ? fieldsOf(body) : []
  const write = (text: string) => `client.${method}(${[...ids, ...(text ? [text] : []), ...required].join(', ')})`
  const short = write(fields.length > 0 ? `{${fields.join(', ')}}` : '')
  const isLong = short.length > maxLineLength || short.includes('\n')
  return isLong && fields.length > 0 ? write(formatLines(fields)) : short
}

const pythonName = (id: string) => id.split('.').map(snakeCase).join('.')

const snakeCase = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()

/** The id as a variable. A constant is written out. */
function argumentOf({ name, schema, example }: Parameter): string {
  if (schema.enum) return pythonLiteral(schema.enum[0])
  if (typeof example === 'string' && example === schema.anyOf?.[0]?.const) return pythonLiteral(example)
  return snakeCase(name)
}

function fieldsOf({ schema, example, mediaType }: Body): string[] {
  const files = Object.entries(schema.properties ?? {}).filter(([, field]) => isFile(field))
  const values = (mediaType === 'application/json' && (example as Record<string, unknown>)) || exampleBody(schema)
  return [
    ...files.map(([name]) => `"${name}": "${name === 'image' ? 'picture.png' : 'report.pdf'}"`),
    ...Object.entries(values).map(([name, value]) => `"${name}": ${pythonLiteral(value)}`),
  ]
}

function resultOf({ reply, files }: Operation): string {
  if (files.length > 0) return 'data = '
  const { named } = reply
  const field = fieldName(reply)
  if (field === null) return ''
  if (named && !isEnvelope(named)) return `${snakeCase(named)} = `
  return `${variableOf(field)} = `
}

/** Reserved words cannot be variables. */
const variableOf = (field: string) => (field === 'import' ? 'started' : snakeCase(field))

/** The methods return the body of the response; this selects the part that the example needs. */
function fieldOf({ reply, files }: Operation): string {
  const field = fieldName(reply)
  return files.length > 0 || field === null || (reply.named && !isEnvelope(reply.named)) ? '' : `["${field}"]`
}

function fieldName({ properties = {} }: Schema): string | null {
  const telling = Object.keys(properties).filter(name => name !== 'message')
  return telling.find(name => properties[name]?.type === 'array') ?? telling[0] ?? null
}

const isWalkable = ({ inQuery }: Operation) => inQuery.some(parameter => parameter.name === 'limit')

function walkOf(operation: Operation): string {
  const list = Object.values(operation.reply.properties ?? {}).find(schema => schema.type === 'array')
  const named = snakeCase(list?.items?.named ?? 'item')
  // A list may have the name of the variable itself: the one of texts is called `text`.
  const item = named === fieldName(operation.reply) ? 'item' : named
  const method = pythonName(operation.id).replace(/\.list(?=_|$)/, '.all')
  return [`# or all of them, page by page`, `for ${item} in ${callOf(operation, method)}:`, `    print(${item})`].join(
    '\n',
  )
}

/** A value as code. */
function pythonLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) {
    const items = value.map(pythonLiteral)
    const line = `[${items.join(', ')}]`
    return line.length > maxLineLength || line.includes('\n') ? formatLines(items, '[', ']') : line
  }
  const fields = Object.entries(value).map(([name, one]) => `"${name}": ${pythonLiteral(one)}`)
  const line = `{${fields.join(', ')}}`
  return line.length > maxLineLength || line.includes('\n') ? formatLines(fields) : line
}

const formatLines = (fields: readonly string[], open = '{', close = '}') =>
  `${open}\n${fields.map(field => `    ${field.replaceAll('\n', '\n    ')},\n`).join('')}${close}`
