// The bodies and replies of the OpenAPI document with their names, which follow from the operation: `NoteCreate`,
// `NoteReply`, `NoteList`, `ImageUpload`.

import { allOperations, kinds, type NamedOperation, type Upload } from '@tessera/contract'

/** Registers the bodies and replies that have no name of their own yet. */
export function operationSchemas(isNamed: (schema: object) => boolean): [name: string, schema: object][] {
  const named = new Map<string, object>()
  const replies = new Set<string>()
  for (const operation of recordsFirst) {
    const { body, upload, reply, content } = operation
    if (body && !upload && !isNamed(body)) named.set(bodyName(operation), body)
    if (upload) named.set(uploadName(operation), uploadForm(operation))
    if (upload?.orByUrl) named.set(bodyName(operation), { ...body, required: ['url'] })
    const text = JSON.stringify(reply)
    if (content || isNamed(reply) || replies.has(text)) continue
    replies.add(text)
    const plain = replyName(operation)
    named.set(named.has(plain) ? `${bodyName(operation)}Reply` : plain, reply)
  }
  const taking = takenBy()
  return [...named].map(([name, schema]) => [name, { description: describeUses(taking.get(name), schema), ...schema }])
}

/** Groups the operations by what they return. */
const returningIt = Map.groupBy(allOperations, ({ reply }) => JSON.stringify(reply))

const listFormat = new Intl.ListFormat('en')

/** The operation that takes each body, by the name of the body. */
const takenBy = () =>
  new Map(
    allOperations
      .flatMap(one => [
        ...(one.body ? [[bodyName(one), one.id] as const] : []),
        ...(one.upload ? [[uploadName(one), one.id] as const] : []),
      ])
      .reverse(),
  )

/** Lists the operations that take or return it. */
function describeUses(taking: string | undefined, schema: object): string {
  if (taking !== undefined) return `The body of \`${taking}\``
  const returning = (returningIt.get(JSON.stringify(schema)) ?? []).map(one => `\`${one.id}\``)
  return `The response of ${listFormat.format(returning)}`
}

/** An operation that returns one record gives its reply the plain name. */
const recordsFirst = allOperations.toSorted((a, b) => Number(b.verb === 'get') - Number(a.verb === 'get'))

export const bodyName = ({ noun, verb }: NamedOperation) => singularOf(noun) + capitalize(verb)

/** `ImageUpload` for images.create, `UserSetAvatarUpload` for users.setAvatar. */
export const uploadName = ({ noun, verb }: NamedOperation) =>
  `${singularOf(noun)}${verb === 'create' ? '' : capitalize(verb)}Upload`

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

/** Client generators recognize a file by either of the two. */
export const fileSchema = (contentMediaType: string) => ({ type: 'string', format: 'binary', contentMediaType })

function replyName({ noun, verb }: NamedOperation): string {
  const one = singularOf(noun)
  if (verb === 'list') return `${one}List`
  return ['create', 'get', 'update'].includes(verb) ? `${one}Reply` : `${one}${capitalize(verb)}Reply`
}

function singularOf(noun: string): string {
  const kind = Object.values(kinds).find(one => one.noun === noun)
  return capitalize(kind ? kind.name : noun.replace(/s$/, ''))
}

export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
