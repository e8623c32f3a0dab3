// The client's methods as plain interfaces: one for each noun, with a method for each of its operations.

import { allOperations, type Kind, kinds, type NamedOperation, type Upload } from '@tessera/contract'
import { callTable } from '../../clients/typescript/rest/call-table.ts'
import { openApiDocument } from '../../server/api/descriptions/openapi.ts'
import { capitalize } from '../../server/api/descriptions/openapi-operation-schemas.ts'
import { describeSchema } from '../../server/api/descriptions/openapi-schemas.ts'
import type { Schema } from '../described-schema.ts'
import { commentOf, declarationOf, type Place, typeOf } from './schema-types.ts'

interface Description {
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationDescription>>>>
}

interface OperationDescription {
  readonly operationId: string
  readonly description: string
  readonly parameters?: readonly { readonly name?: string; readonly in?: string; readonly description?: string }[]
}

export type Types = ReadonlyMap<string, string>

/** The interfaces by name: `Client`, those of the nouns, and those of requests and responses that have no name yet. */
export function methodTypes(known: Place['known']): Types {
  const types = new Map<string, string>()
  const { tags, paths } = openApiDocument() as unknown as Description
  const described = new Map(
    Object.values(paths).flatMap(methods => Object.values(methods).map(one => [one.operationId, one] as const)),
  )
  const nouns = [...new Set(allOperations.map(({ noun }) => noun))]
  const properties = nouns.map(noun => {
    const comment = commentOf(tags.find(({ name }) => name === noun)?.description ?? '', '  ')
    return `  ${comment}readonly ${noun}: ${interfaceName(noun)}`
  })
  types.set(
    'Client',
    `/** A method for every operation of the API, by noun and verb: \`client.notes.create(…)\`. */
export interface Client {
${properties.join('\n')}
}`,
  )
  for (const noun of nouns) {
    const methods = allOperations
      .filter(one => one.noun === noun)
      .map(operation => {
        const description = described.get(operation.id)
        if (!description) throw new Error(`${operation.id} is not described`)
        return methodType(operation, description, { types, known })
      })
    const comment = commentOf(`The operations of \`client.${noun}\`.`)
    types.set(interfaceName(noun), `${comment}export interface ${interfaceName(noun)} {\n${methods.join('\n')}\n}`)
  }
  return types
}

interface WrittenTypes {
  readonly types: Map<string, string>
  readonly known: Place['known']
}

const interfaceName = (noun: string) => `${capitalize(noun)}Methods`

function methodType(operation: NamedOperation, description: OperationDescription, written: WrittenTypes): string {
  const { id, verb, noun, content } = operation
  const parameters = [...pathParameters(operation), ...inputParameter(operation, written), 'options?: CallOptions']
  const reply = content ? 'Blob' : replyType(operation, written)
  const comment = commentOf(commentText(operation, description), '  ')
  const call = `(${parameters.join(', ')})`
  const paging = callTable[noun]?.[verb]?.paging
  if (!paging) return `  ${comment}${verb}${call}: Promise<${reply}>`
  const { properties = {} } = describeSchema(operation.reply, { inline: true }) as Schema
  const place = { path: `${id}.reply.${paging.items}[]`, known: written.known }
  const item = typeOf(properties[paging.items]?.items ?? {}, place, '    ')
  return `  ${comment}readonly ${verb}: {
    ${comment.replaceAll('\n', '\n  ')}${call}: Promise<${reply}>
    /** Iterates over all items of the list and fetches pages as needed; \`limit\` is the size of a page. */
    all${call}: AsyncGenerator<${item}, void, undefined>
  }`
}

function commentText(operation: NamedOperation, { description, parameters = [] }: OperationDescription): string {
  const address = `\`${operation.method} ${operation.path.replace(/:(\w+)/g, '{$1}')}\``
  const ids = parameters
    .filter(one => one.in === 'path' && one.description)
    .map(one => `@param ${camelCase(one.name ?? '')} ${one.description}`)
  return [description, '', address, ...ids].join('\n')
}

const pathParameters = ({ parameters }: NamedOperation) =>
  parameters.map(({ name, type, alias }) => {
    const types = [type === 'integer' ? 'number' : 'string', ...(alias ? [JSON.stringify(alias)] : [])]
    return `${camelCase(name)}: ${types.join(' | ')}`
  })

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

function inputParameter(operation: NamedOperation, written: WrittenTypes): string[] {
  const { id, body, query, upload } = operation
  if (query && !body) return [`query?: ${namedType(query, `${id}.query`, written)}`]
  if (!body) return []
  if (upload) return [uploadParameter(operation, upload, written)]
  const { required = [] } = body as Schema
  return [`body${required.length === 0 ? '?' : ''}: ${namedType(body, `${id}.body`, written)}`]
}

function uploadParameter({ id, noun, verb, body }: NamedOperation, upload: Upload, written: WrittenTypes): string {
  const kind = Object.values<Kind>(kinds).find(one => one.noun === noun && verb === 'create')
  const hasFields = Object.keys((body as Schema).properties ?? {}).length > 0
  const fields = kind ? `${capitalize(kind.name)}Fields` : namedType(body as object, `${id}.fields`, written)
  return `body${upload.isOptional ? '?' : ''}: ${hasFields ? `${fields} & ` : ''}${fileType(upload)}`
}

/** The file that an operation takes, or the address that the service fetches it from. */
function fileType({ field, orByUrl, isOptional, maxBytes }: Upload): string {
  const file = `/** The file, up to ${maxBytes / 1_000_000} MB. */ ${field}${isOptional ? '?' : ''}: FileInput`
  if (!orByUrl) return `{ ${file} }`
  const address = '/** The address that the service fetches the file from. */ url: string'
  return `({ ${file}; url?: never } | { ${field}?: never; ${address} })`
}

const envelope = ['total', 'limit', 'offset', 'size', 'paging']

/** Pages are written as what they hold and a `Page`, single records as they are, and everything else has a name. */
function replyType(operation: NamedOperation, written: WrittenTypes): string {
  const path = `${operation.id}.reply`
  const { properties = {}, required = [] } = describeSchema(operation.reply, { inline: true }) as Schema
  const names = Object.keys(properties)
  const place = { path, known: written.known }
  const isPage = envelope.every(name => names.includes(name))
  const own = isPage ? names.filter(name => !envelope.includes(name)) : names
  const types = own.map(name => typeOf(properties[name] ?? {}, { ...place, path: `${path}.${name}` }))
  const isShort = types.every(type => !type.includes('\n')) && own.length <= 2
  if (!isShort) return namedType(operation.reply, path, written)
  const fields = own.map((name, index) => `${name}${required.includes(name) ? '' : '?'}: ${types[index]}`)
  return `{ ${fields.join('; ')} }${isPage ? ' & Page' : ''}`
}

/** The name of a schema; one that has none is written as an interface that is named after its place. */
function namedType(schema: object, path: string, { types, known }: WrittenTypes): string {
  const described = describeSchema(schema) as Schema
  if (described.$ref) return typeOf(described, { path, known })
  const name = path.split('.').map(capitalize).join('')
  const [noun, verb, part] = path.split('.')
  const description = described.description ?? `The ${part} of \`client.${noun}.${verb}\``
  types.set(name, declarationOf(name, { ...described, description }, { path, known }))
  return name
}
