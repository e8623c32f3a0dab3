// Describes the responses of an operation: success, and for each error status the error codes it can have.

import { ErrorReply, type ErrorSet, type NamedOperation, type ProblemCode, sets, statusOf } from '@tessera/contract'
import { fileSchema } from './openapi-operation-schemas.ts'
import { describeSchema } from './openapi-schemas.ts'
import { responseExample } from './response-examples.ts'

const reference = (name: string) => ({ $ref: `#/components/responses/${name}` })

export function describeResponses(
  operation: NamedOperation,
  { changesByVersion }: { changesByVersion: boolean },
): Record<string, object> {
  const { method, status, reply, content, errors, needs } = operation
  const success = {
    description: successes[status],
    headers: headerReferences(['X-Request-Id', ...rateLimitHeaders, ...(content ? ['ETag'] : [])]),
    content: content
      ? Object.fromEntries(content.map(type => [type, { schema: fileSchema(type) }]))
      : { 'application/json': { schema: describeSchema(reply), example: responseExample(operation) } },
  }
  const additional = [...(method === 'POST' ? [409, 422] : []), ...(changesByVersion ? [412] : []), 429, 503]
  return {
    [status]: success,
    ...(content ? { 304: { description: 'Not Modified: the client has this version' } } : {}),
    ...Object.fromEntries([...sets[errors], ...additional].map(one => [one, reference(responseName(one, errors))])),
    ...(needs.load === 'nothing' || has403(errors) ? {} : { 403: reference('Error403Scope') }),
  }
}

const successes = { 200: 'OK', 201: 'Created', 202: 'Accepted' }

const has403 = (set: ErrorSet) => (sets[set] as readonly number[]).includes(403)

/** The codes of these statuses differ between error sets; the others are the same for every operation. */
const bySet = [400, 403, 404]
const shared = [401, 409, 412, 422, 429, 500, 503]

const responseName = (status: number, set: ErrorSet) => `Error${status}${bySet.includes(status) ? `Set${set}` : ''}`

const rateLimitHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

const headerReferences = (names: readonly string[]) =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))

export const responseHeaders = {
  'X-Request-Id': { schema: { type: 'string' }, description: 'Identifies the request in the server log' },
  ETag: { schema: { type: 'string' }, description: 'The version of the file, for If-None-Match' },
  'RateLimit-Limit': whole('Requests allowed in the current window'),
  'RateLimit-Remaining': whole('Requests left in the current window'),
  'RateLimit-Reset': whole('Seconds until the current window ends'),
  'Retry-After': whole('Seconds to wait before trying again'),
  'WWW-Authenticate': {
    schema: { type: 'string' },
    description: '`Bearer` and the reason the token was rejected, or the scope it lacks',
  },
}

function whole(description: string) {
  return { schema: { type: 'integer', minimum: 0 }, description }
}

const meanings: Record<ProblemCode, string> = {
  BadRequest: 'malformed input, an unknown value or a violated rule',
  PayloadTooLarge: 'the body or file is too large',
  UnsupportedMediaType: 'a content type that the operation does not accept',
  Unauthorized: 'no token, or an invalid, expired or revoked one',
  ForbiddenError: 'you can see the resource but lack the permission for this, or the token lacks the scope',
  ResourceNotFound: 'the resource does not exist or you cannot access it',
  MethodNotAllowed: 'the path does not support this method',
  Conflict: 'a request with the same Idempotency-Key is still running',
  PreconditionFailed:
    'the object no longer has the version in If-Match, or the log of the workspace no longer ends with if_seq',
  UnprocessableContent: 'the Idempotency-Key was used before with a different body',
  TooManyRequests: 'too many requests; retry after the seconds in Retry-After',
  InternalServerError: 'an unexpected error of the server',
  ServiceUnavailable: 'the server is temporarily unavailable; retry after the seconds in Retry-After',
}

const codes = Object.keys(meanings) as ProblemCode[]

export function errorResponses(): Record<string, object> {
  const ofSets = (Object.keys(sets) as ErrorSet[]).flatMap(set =>
    sets[set].filter(status => bySet.includes(status)).map(status => [status, set] as const),
  )
  const all = [...ofSets, ...shared.map(status => [status, 'A'] as const)]
  const described = all.map(([status, set]) => {
    const possible = codes.filter(code => statusOf(code, set) === status)
    return [
      responseName(status, set),
      errorResponse(
        status,
        possible.map(code => [code, meanings[code]] as const),
      ),
    ]
  })
  // For operations whose set has no 403.
  const scope = errorResponse(403, [['ForbiddenError', 'the token lacks the scope']])
  return { ...Object.fromEntries(described), Error403Scope: scope }
}

function errorResponse(status: number, possible: readonly (readonly [code: ProblemCode, meaning: string])[]): object {
  return {
    description: possible.map(([code, meaning]) => `\`${code}\`: ${meaning}`).join('. '),
    'x-codes': Object.fromEntries(possible),
    headers: headerReferences(['X-Request-Id', ...headersOf(status)]),
    content: { 'application/json': { schema: describeSchema(ErrorReply), example: errorExample(possible[0]) } },
  }
}

function errorExample([code, meaning]: readonly [code: ProblemCode, meaning: string] = ['BadRequest', '']): object {
  const message = meaning.charAt(0).toUpperCase() + meaning.slice(1)
  return { error: { code, message, request_id: 'req-1a' } }
}

function headersOf(status: number): readonly string[] {
  if (status === 401 || status === 403) return ['WWW-Authenticate']
  if (status === 429) return ['Retry-After', ...rateLimitHeaders]
  return status === 503 ? ['Retry-After'] : []
}
