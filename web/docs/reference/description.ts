// The OpenAPI spec as the reference shows it: operations by noun, with references resolved.

import type { Schema } from './schema.ts'

export interface Parameter {
  readonly name: string
  readonly schema: Schema
  readonly required: boolean
  readonly description?: string
  readonly example?: unknown
}

export interface Body {
  readonly mediaType: 'application/json' | 'multipart/form-data'
  readonly schema: Schema
  readonly required: boolean
  readonly note?: string
  /** A body that the server accepts. */
  readonly example?: unknown
}

export interface ErrorStatus {
  readonly status: number
  /** The error codes of the status, with their meaning. */
  readonly codes: Readonly<Record<string, string>>
}

export interface Operation {
  /** `notes.create` */
  readonly id: string
  readonly noun: string
  readonly title: string
  readonly method: string
  readonly path: string
  readonly description: string
  /** Who may do it: the last sentences of the description. */
  readonly needs: string
  /** The scopes that a token needs. */
  readonly scopes: readonly string[]
  readonly isPublic: boolean
  readonly inPath: readonly Parameter[]
  readonly inQuery: readonly Parameter[]
  readonly inHeader: readonly Parameter[]
  readonly bodies: readonly Body[]
  readonly status: number
  readonly reply: Schema
  readonly replyExample?: unknown
  /** The media types of a reply that is a file; empty if it is JSON. */
  readonly files: readonly string[]
  readonly errors: readonly ErrorStatus[]
}

export interface Noun {
  readonly name: string
  readonly label: string
  readonly description: string
  /** Whether its operations are those of a kind of object. */
  readonly isKind: boolean
  readonly operations: readonly Operation[]
}

/** The part of a noun that is available before the spec is loaded. */
export type NounSummary = Pick<Noun, 'name' | 'label' | 'description' | 'isKind'>

export interface Description {
  readonly version: string
  /** The path that all operations start with: `/api`. */
  readonly server: string
  readonly about: string
  readonly nouns: readonly Noun[]
}

type Json = Record<string, unknown>

export function readDescription(document: Json): Description {
  const whole = follow(document, document) as {
    info: { version: string; description: string }
    servers: { url: string }[]
    tags: { name: string; description: string }[]
    paths: Record<string, Record<string, RawOperation>>
    components: { schemas: { ObjectKind: { enum: string[] } } }
  }
  const objectIds = whole.components.schemas.ObjectKind.enum.map(kind => `{${kind}_id}`)
  const operations = Object.entries(whole.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => readOperation(method.toUpperCase(), path, raw)),
  )
  return {
    version: whole.info.version,
    about: whole.info.description,
    server: whole.servers[0]?.url ?? '',
    // The OAuth endpoints are not operations: the guide on authorization is about them.
    nouns: whole.tags
      .filter(tag => tag.name !== 'oauth')
      .map(tag => ({
        ...tag,
        label: labelOf(tag.name),
        isKind: operations.some(({ noun, path }) => noun === tag.name && objectIds.some(id => path.endsWith(id))),
        operations: operations.filter(operation => operation.noun === tag.name),
      })),
  }
}

/** `secondFactors` is shown as `Second factors`. */
function labelOf(name: string): string {
  const words = name.replaceAll(/([a-z])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A copy with every `$ref` resolved. A schema keeps its name. */
function follow(value: unknown, document: Json, followed: Map<string, unknown> = new Map()): unknown {
  if (Array.isArray(value)) return value.map(one => follow(one, document, followed))
  if (value === null || typeof value !== 'object') return value
  const { $ref, ...own } = value as Json
  const entries = Object.entries(own).map(([key, one]) => [key, follow(one, document, followed)] as const)
  if (typeof $ref !== 'string') return simplifySchema(Object.fromEntries(entries))
  if (!followed.has($ref)) {
    const found = at(document, $ref)
    // A schema that contains itself is shown by its name the second time.
    followed.set($ref, { named: found.named, type: found.type })
    followed.set($ref, follow(found, document, followed))
  }
  const target = followed.get($ref) as Json
  return entries.length > 0 ? { ...target, ...Object.fromEntries(entries) } : target
}

/** Turns `oneOf` into `anyOf`, and merges the parts of `allOf`. */
function simplifySchema({ oneOf, allOf, ...schema }: Json): Json {
  const parts = Array.isArray(allOf) ? (allOf as Schema[]) : []
  const { named: _, ...merged } = Object.assign({}, ...parts) as Schema
  const together = {
    ...merged,
    properties: Object.assign({}, ...parts.map(part => part.properties)),
    required: parts.flatMap(part => part.required ?? []),
  }
  return { ...(parts.length > 0 ? together : {}), ...schema, ...(Array.isArray(oneOf) ? { anyOf: oneOf } : {}) }
}

function at(document: Json, reference: string): Json {
  const steps = reference.replace(/^#\//, '').split('/')
  const found = steps.reduce<unknown>((place, step) => (place as Json | undefined)?.[step], document)
  if (!found) throw new Error(`the description refers to ${reference}, which it does not hold`)
  return reference.startsWith('#/components/schemas/') ? { named: steps.at(-1), ...(found as Json) } : (found as Json)
}

interface RawOperation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security?: Record<string, string[]>[]
  parameters?: (Parameter & { in: string })[]
  requestBody?: { required?: boolean; description?: string; content: Record<Body['mediaType'], RawContent> }
  responses: Record<string, { 'x-codes'?: Record<string, string>; content?: Record<string, Partial<RawContent>> }>
}

interface RawContent {
  schema: Schema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

function readOperation(method: string, path: string, raw: RawOperation): Operation {
  const among = (place: string) => (raw.parameters ?? []).filter(parameter => parameter.in === place)
  const answers = Object.entries(raw.responses).map(([status, answer]) => ({ status: Number(status), ...answer }))
  const success = answers.find(answer => answer.status < 300)
  const json = success?.content?.['application/json']
  const scopes = (raw.security ?? []).flatMap(scheme => Object.values(scheme).flat())
  return {
    id: raw.operationId,
    noun: raw.tags[0] ?? '',
    title: raw.summary,
    method,
    path,
    ...readNeeds(raw.description ?? ''),
    scopes,
    isPublic: raw.security?.length === 0,
    inPath: among('path'),
    inQuery: among('query'),
    inHeader: among('header'),
    bodies: readBodies(raw.requestBody),
    status: success?.status ?? 200,
    reply: json?.schema ?? {},
    ...(json && exampleIn(json) !== undefined ? { replyExample: exampleIn(json) } : {}),
    files: Object.keys(success?.content ?? {}).filter(type => type !== 'application/json'),
    errors: answers
      .filter(answer => answer.status >= 400)
      .map(answer => ({ status: answer.status, codes: answer['x-codes'] ?? {} })),
  }
}

/** The scopes are shown separately. */
function readNeeds(text: string): Pick<Operation, 'description' | 'needs'> {
  const whole = text.replace(/\s*Scopes?: `\w+`(?: and `\w+`)*\./, '')
  const at = whole.search(/(?<=^|[.!?] |\n)(Requires|Available to|Acts on) /)
  return at < 0 ? { description: whole, needs: '' } : { description: whole.slice(0, at).trim(), needs: whole.slice(at) }
}

function readBodies(raw: RawOperation['requestBody']): Body[] {
  if (!raw) return []
  return Object.entries(raw.content).map(([mediaType, content]) => ({
    mediaType: mediaType as Body['mediaType'],
    schema: content.schema,
    required: raw.required ?? false,
    ...(raw.description ? { note: raw.description } : {}),
    ...(exampleIn(content) === undefined ? {} : { example: exampleIn(content) }),
  }))
}

const exampleIn = ({ example, examples = {} }: Partial<RawContent>): unknown =>
  example ?? Object.values(examples)[0]?.value
