// The bodies and replies of the OpenAPI document with their names, which follow from the operation: `NoteCreate`,
// `NoteReply`, `NoteList`, `ImageUpload`.

import { allOperations, kinds, type NamedOperation, type Upload } from '@tessera/contract'

/** The bodies and replies that have no name of their own yet. */
export function operationSchemas(isNamed: (schema: object) => boolean): [name: string, schema: object][] {
  const named = new Map<string, object>()
  for (const operation of recordsFirst) {
    const { body, upload, reply, content } = operation
    if (body && !upload && !isNamed(body)) named.set(bodyName(operation), body)
    if (upload) named.set(uploadName(operation), uploadForm(operation))
    if (upload?.orByUrl) named.set(bodyName(operation), { ...body, required: ['url'] })
    if (content || isNamed(reply) || isAmong(named, reply)) continue
    const plain = replyName(operation)
    named.set(named.has(plain) ? `${bodyName(operation)}Reply` : plain, reply)
  }
  return [...named].map(([name, schema]) => [name, { description: describeUses(name, schema), ...schema }])
}

/** Which operations take or return it. */
function describeUses(name: string, schema: object): string {
  const users = allOperations.filter(
    one => (one.body && bodyName(one) === name) || (one.upload && uploadName(one) === name),
  )
  if (users.length > 0) return `What \`${users[0]?.id}\` takes`
  const content = JSON.stringify(schema)
  const returning = allOperations.filter(one => JSON.stringify(one.reply) === content).map(one => `\`${one.id}\``)
  return `What ${new Intl.ListFormat('en').format(returning)} return${returning.length > 1 ? '' : 's'}`
}

/** An operation that returns one record gives its reply the plain name. */
const recordsFirst = allOperations.toSorted((a, b) => Number(b.verb === 'get') - Number(a.verb === 'get'))

function isAmong(named: ReadonlyMap<string, object>, schema: object): boolean {
  const content = JSON.stringify(schema)
  return [...named.values()].some(one => JSON.stringify(one) === content)
}

export const bodyName = ({ noun, verb }: NamedOperation) => singularOf(noun) + capitalized(verb)

/** `ImageUpload` for images.create, `UserSetAvatarUpload` for users.setAvatar. */
export const uploadName = ({ noun, verb }: NamedOperation) =>
  `${singularOf(noun)}${verb === 'create' ? '' : capitalized(verb)}Upload`

/** A form with the file and the other fields. A file that the service fetches itself is asked for in JSON. */
function uploadForm({ body, upload }: NamedOperation): object {
  const { field, maxBytes, orByUrl, isOptional = false } = upload as Upload
  const { properties = {}, required = [] } = body as { properties?: Record<string, object>; required?: string[] }
  const { url: _, ...others } = properties
  const file = { ...fileSchema('application/octet-stream'), description: `The file, up to ${maxBytes / 1_000_000} MB` }
  return {
    type: 'object',
    properties: { [field]: file, ...(orByUrl ? others : properties) },
    required: isOptional ? required : [field, ...required],
  }
}

/** Generators of clients recognize a file by either of the two. */
export const fileSchema = (contentMediaType: string) => ({ type: 'string', format: 'binary', contentMediaType })

function replyName({ noun, verb }: NamedOperation): string {
  const one = singularOf(noun)
  if (verb === 'list') return `${one}List`
  return ['create', 'get', 'update'].includes(verb) ? `${one}Reply` : `${one}${capitalized(verb)}Reply`
}

function singularOf(noun: string): string {
  const kind = Object.values(kinds).find(one => one.noun === noun)
  return capitalized(kind ? kind.name : noun.replace(/s$/, ''))
}

export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
