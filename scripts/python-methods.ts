// The operations as classes of Python: one for each noun, with a method for each verb. A list with pages has a second
// method that iterates over its items, and an operation that returns a file has one that writes it.

import type { CallableOperation } from '@tessera/client/rest/call-table'
import type { Schema } from './described-schema.ts'
import { argumentList, docstring, literal, pascalCase, sentence, singular, snakeCase } from './python-text.ts'
import type { PythonTypes } from './python-types.ts'

export interface DescribedOperation {
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema?: Schema }>> }>>
}

interface Parameter {
  readonly name?: string
  readonly in?: string
  readonly description?: string
  readonly required?: boolean
  readonly schema?: Schema
  readonly $ref?: string
}

export interface MethodSource {
  readonly operation: CallableOperation
  readonly described: DescribedOperation
  readonly hasVersion: boolean
}

/** The class of a noun. */
export function nounClass(noun: string, about: string, sources: readonly MethodSource[], types: PythonTypes): string {
  // `list[…]` cannot be used: in a class with a method of that name, it would be the method.
  const methods = sources.flatMap(source => methodsOf(source, types))
  return `class ${pascalCase(noun)}(Noun):\n${docstring([sentence(about)], 4)}\n${methods.join('\n').replaceAll(/\blist\[/g, 'List[')}`
}

/** The type of the response of an operation; null for a file. */
export const responseSchema = ({ responses }: DescribedOperation): Schema | null =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content?.['application/json']?.schema ??
  null

interface Method {
  readonly name: string
  readonly operation: CallableOperation
  readonly summary: string
  readonly description: string
  /** The parameters before the `*` of the signature. */
  readonly positional: readonly string[]
  readonly path: string
  readonly query: readonly { readonly name: string; readonly variable: string; readonly type: string }[]
  readonly hasBody: boolean
  /** The descriptions of the arguments, if they have any. */
  readonly notes: readonly { readonly name: string; readonly about: string }[]
  readonly options: readonly string[]
}

function methodsOf(source: MethodSource, types: PythonTypes): string[] {
  const { operation, described } = source
  const method = methodOf(source, types)
  const reply = responseSchema(described)
  if (reply === null) return [fileMethod(method), saveMethod(method)]
  const type = ownType(`${typePrefix(operation)}Response`, reply, false, types)
  const call = callMethod(method, type)
  if (!operation.paging) return [call]
  const items = types.resolve(reply).properties?.[operation.paging.items]?.items as Schema
  // The response type also defines the items, under this name.
  const itemType = types.typeOf(items, itemHint(operation, type), false)
  return [call, walkMethod(method, itemType)]
}

/** The type of a body or response, which has its own name even if two are alike. */
const ownType = (name: string, schema: Schema, isInput: boolean, types: PythonTypes) =>
  schema.$ref === undefined && schema.properties
    ? `types.${types.define(name, schema, isInput)}`
    : types.typeOf(schema, name, isInput)

const typePrefix = ({ id }: CallableOperation) => id.split('.').map(pascalCase).join('')

const itemHint = ({ paging }: CallableOperation, type: string) =>
  singular(`${type.replace('types.', '')}${pascalCase(paging?.items ?? '')}`)

function methodOf({ operation, described, hasVersion }: MethodSource, types: PythonTypes): Method {
  const prefix = typePrefix(operation)
  const parameters = described.parameters ?? []
  const ofPath = parameters.filter(one => one.in === 'path')
  const typeOf = ({ name = '', schema = {} }: Parameter) => types.typeOf(schema, `${prefix}${pascalCase(name)}`, true)
  const body = described.requestBody ? bodyOf(operation, described.requestBody, types) : null
  return {
    name: snakeCase(operation.id.split('.')[1] as string),
    operation,
    summary: described.summary,
    description: described.description,
    positional: [...ofPath.map(one => `${one.name}: ${typeOf(one)}`), ...(body ? [body] : [])],
    path: `(${ofPath.map(({ name }) => `${name},`).join(' ')})`.replace(/(, .*),\)$/, '$1)'),
    query: parameters
      .filter(one => one.in === 'query')
      .map(one => ({
        name: one.name as string,
        variable: snakeCase(one.name as string),
        type: typeOf(one),
      })),
    hasBody: body !== null,
    notes: parameters
      .filter(one => one.in === 'path' || one.in === 'query')
      .map(one => ({ name: snakeCase(one.name as string), about: one.description ?? '' })),
    options: [
      ...(operation.repeat === 'keyed' ? ['idempotency_key: str | None = None'] : []),
      ...(hasVersion ? ['if_match: int | None = None'] : []),
      'timeout: float | None = None',
      'headers: Mapping[str, str] | None = None',
    ],
  }
}

function bodyOf(
  operation: CallableOperation,
  requestBody: NonNullable<DescribedOperation['requestBody']>,
  types: PythonTypes,
) {
  // The form with a file, and JSON with the URL that the service fetches it from.
  const schemas = Object.values(requestBody.content).map(one => one.schema)
  const type = schemas.map(schema => ownType(`${typePrefix(operation)}Body`, schema, true, types)).join(' | ')
  const { upload } = operation
  const isRequired =
    schemas.some(schema => (types.resolve(schema).required ?? []).length > 0) || (upload && !upload.isOptional)
  return isRequired ? `body: ${type}` : `body: ${type} | None = None`
}

const optionNames = (method: Method) => method.options.map(option => option.split(':')[0] as string)

function signature(method: Method, name: string, extra: readonly string[], returns: string): string {
  const query = method.query.map(({ variable, type }) => `${variable}: ${type} | None = None`)
  return argumentList(
    `def ${name}`,
    ['self', ...method.positional, ...extra, '*', ...query, ...method.options],
    ` -> ${returns}:`,
    4,
  )
}

const about = (method: Method, first: string) =>
  docstring([first, sentence(method.description), ...argumentNotes(method)], 8)

function argumentNotes({ notes }: Method): string[] {
  const lines = notes.filter(one => one.about).map(({ name, about }) => `    ${name}: ${sentence(about)}`)
  return lines.length > 0 ? [['Args:', ...lines].join('\n')] : []
}

/** Formats the query as a dict; `before` is the text on the same line before it. */
function queryOf(method: Method, before = ''): string {
  const entries = method.query.map(({ name, variable }) => `${literal(name)}: ${variable}`)
  const line = `{${entries.join(', ')}}`
  if (12 + before.length + line.length + 1 <= 120) return before + line
  return `${before}{\n${entries.map(entry => `${' '.repeat(16)}${entry},\n`).join('')}${' '.repeat(12)}}`
}

const passByName = (names: readonly string[]) => names.map(name => `${name}=${name}`)

function callMethod(method: Method, type: string): string {
  const args = [
    operationConstant(method.operation),
    ...(method.path === '()' ? [] : [method.path]),
    ...(method.query.length > 0 ? [queryOf(method, 'query=')] : []),
    ...(method.hasBody ? ['body=body'] : []),
    ...passByName(optionNames(method)),
  ]
  return [
    signature(method, method.name, [], type),
    `\n${about(method, sentence(method.summary))}`,
    `${argumentList(`response: ${type} = self._connection.call`, args, '', 8)}\n`,
    '        return response\n',
  ].join('')
}

/** `list` has `all`, and `list_workspaces` has `all_workspaces`. */
function walkMethod(method: Method, itemType: string): string {
  const name = method.name.replace(/^list/, 'all')
  const args = [operationConstant(method.operation), method.path, queryOf(method), 'timeout=timeout', 'headers=headers']
  const first = `Iterate over everything that \`${method.name}\` lists.`
  const more = 'Pages are fetched as needed, and `limit` is the size of a page. The other arguments are the same.'
  return [
    signature(method, name, [], `Iterator[${itemType}]`),
    `\n${docstring([first, more], 8)}`,
    `${argumentList('return self._connection.walk', args, '', 8)}\n`,
  ].join('')
}

function fileMethod(method: Method): string {
  const args = [
    operationConstant(method.operation),
    method.path,
    queryOf(method, 'query='),
    ...passByName(optionNames(method)),
  ]
  return [
    signature(method, method.name, [], 'bytes'),
    `\n${about(method, sentence(method.summary))}`,
    `${argumentList('response: bytes = self._connection.call', args, '', 8)}\n`,
    '        return response\n',
  ].join('')
}

/** `get` has `save`, and `get_picture` has `save_picture`. */
function saveMethod(method: Method): string {
  const name = method.name.replace(/^get/, 'save')
  const args = [
    operationConstant(method.operation),
    'file',
    method.path,
    queryOf(method),
    ...passByName(optionNames(method)),
  ]
  const first = `Write what \`${method.name}\` returns to a file.`
  const more = 'The file appears under its name when it is complete. The other arguments are the same.'
  return [
    signature(method, name, ['file: str | os.PathLike[str]'], 'None'),
    `\n${docstring([first, more], 8)}`,
    `${argumentList('self._connection.save', args, '', 8)}\n`,
  ].join('')
}

const operationConstant = ({ id }: CallableOperation) => `_${id.split('.').map(snakeCase).join('_').toUpperCase()}`

/** The data that the hand-written part needs about an operation. */
export function operationDefinition(operation: CallableOperation): string {
  const { id, method, path, repeat, content, upload, paging } = operation
  const args = [
    ...[id, method, path.replaceAll(/:(\w+)/g, '{$1}'), repeat].map(literal),
    ...(content ? [`accept=${literal([...content, 'application/json'].join(', '))}`] : []),
    ...(upload ? [`upload=${literal(upload.field)}`] : []),
    ...(upload?.orByUrl ? ['fetches_file=True'] : []),
    ...(paging ? [`paging=Paging(${literal(paging.by)}, ${literal(paging.items)})`] : []),
  ]
  return argumentList(`${operationConstant(operation)} = Operation`, args, '', 0)
}
