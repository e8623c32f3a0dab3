// The TypeScript client call for an operation, as code to copy.

import type { Body, Operation, Parameter } from './description.ts'
import { exampleBody } from './example.ts'
import { isFile } from './schema.ts'

export function clientCallOf(operation: Operation): string {
  const single = callOf(operation.id, operation, resultOf(operation), '')
  return isWalkable(operation) ? `${single}\n\n${walkOf(operation)}` : single
}

const maxLineLength = 68

/** The call with its prefix and suffix. The body is broken into lines if it would be too long. */
function callOf(method: string, operation: Operation, before: string, after: string): string {
  const ids = operation.inPath.map(argumentOf)
  const fields = fieldsOf(operation)
  const write = (body: string) => `${before}client.${method}(${[...ids, body].filter(Boolean).join(', ')})${after}`
  const short = write(fields.length > 0 ? `{ ${fields.join(', ')} }` : '')
  const isLong = short.length > maxLineLength || short.includes('\n')
  return isLong && fields.length > 0 ? write(formatLines(fields)) : short
}

/** The id as a variable name. A constant is written out. */
function argumentOf({ name, schema, example }: Parameter): string {
  if (schema.enum) return literal(schema.enum[0])
  if (typeof example === 'string' && example === schema.anyOf?.[0]?.const) return literal(example)
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function fieldsOf({ bodies }: Operation): string[] {
  const body = bodies[0]
  if (!body) return []
  const files = Object.entries(body.schema.properties ?? {}).filter(([, schema]) => isFile(schema))
  return [
    ...files.map(([name]) => `${name}: await openAsBlob('${name === 'image' ? 'picture.png' : 'report.pdf'}')`),
    ...Object.entries(bodyExample(body)).map(([name, value]) => `${name}: ${literal(value)}`),
  ]
}

const bodyExample = ({ example, mediaType, schema }: Body) =>
  (mediaType === 'application/json' && (example as Record<string, unknown> | undefined)) || exampleBody(schema)

function resultOf({ reply, files }: Operation): string {
  if (files.length > 0) return 'const blob = await '
  const { properties = {}, named } = reply
  const telling = Object.keys(properties).filter(name => name !== 'message')
  if (telling.length === 0) return 'await '
  if (named && !isEnvelope(named)) return `const ${variable(named)} = await `
  const list = telling.find(name => properties[name]?.type === 'array')
  const names = list && properties.total ? [list, 'total'] : [list ?? telling[0]]
  return `const { ${names.map(name => reserved[name ?? ''] ?? name).join(', ')} } = await `
}

/** The fields of a reply that only wraps a record or a list. */
export const isEnvelope = (named: string) => /(Reply|List|Page)$/.test(named)

/** Reserved words cannot be variables. */
const reserved: Readonly<Record<string, string>> = { import: 'import: started', export: 'export: started' }

const variable = (named: string) => named.charAt(0).toLowerCase() + named.slice(1)

const isWalkable = ({ inQuery }: Operation) => inQuery.some(parameter => parameter.name === 'limit')

function walkOf(operation: Operation): string {
  const list = Object.values(operation.reply.properties ?? {}).find(schema => schema.type === 'array')
  const item = variable(list?.items?.named ?? 'item')
  const loop = callOf(`${operation.id}.all`, operation, `for await (const ${item} of `, ') {')
  return ['// or all of them, page by page', loop, `  console.log(${item})`, '}'].join('\n')
}

/** A value as code: single quotes, bare keys. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (value === null || typeof value !== 'object') return String(value)
  const fields = Object.entries(value).map(([name, one]) => `${name}: ${literal(one)}`)
  const line = `{ ${fields.join(', ')} }`
  return line.length > maxLineLength ? formatLines(fields) : line
}

const quote = (text: string) => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

const formatLines = (fields: readonly string[]) =>
  `{\n${fields.map(field => `  ${field.replaceAll('\n', '\n  ')},\n`).join('')}}`
