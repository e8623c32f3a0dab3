// What an operation answers: its success, and for each status it may fail with the codes that can stand behind it.

import { ErrorReply, type ErrorSet, type NamedOperation, type ProblemCode, sets, statusOf } from '@tessera/contract'
import { describeSchema } from './openapi-schemas.ts'

const reference = (name: string) => ({ $ref: `#/components/responses/${name}` })

export function describeResponses(
  { method, status, reply, errors }: NamedOperation,
  { changesByVersion }: { changesByVersion: boolean },
): Record<string, object> {
  const success = {
    description: status === 201 ? 'Created' : 'OK',
    headers: headerReferences(['X-Request-Id', ...rateLimitHeaders]),
    content: { 'application/json': { schema: describeSchema(reply) } },
  }
  const alone = [...(method === 'POST' ? [409, 422] : []), ...(changesByVersion ? [412] : []), 429, 503]
  return {
    [status]: success,
    ...Object.fromEntries([...sets[errors], ...alone].map(one => [one, reference(responseName(one, errors))])),
  }
}

/** Which codes stand behind these differs from set to set; the others mean the same everywhere. */
const bySet = [400, 403, 404]
const everywhere = [401, 409, 412, 422, 429, 500, 503]

const responseName = (status: number, set: ErrorSet) => `Error${status}${bySet.includes(status) ? `Set${set}` : ''}`

const rateLimitHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

const headerReferences = (names: readonly string[]) =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))

export const responseHeaders = {
  'X-Request-Id': { schema: { type: 'string' }, description: 'Leads the operator to what is logged about the request' },
  'RateLimit-Limit': whole('Requests a user may make in the current window'),
  'RateLimit-Remaining': whole('Requests left in it'),
  'RateLimit-Reset': whole('Seconds until it ends'),
  'Retry-After': whole('Seconds to wait before trying again'),
  'WWW-Authenticate': { schema: { type: 'string' }, description: 'Bearer, and what was wrong with the token' },
}

function whole(description: string) {
  return { schema: { type: 'integer', minimum: 0 }, description }
}

const meanings: Record<ProblemCode, string> = {
  BadRequest: 'malformed input, an unknown value or a broken rule',
  PayloadTooLarge: 'the body or file is too large',
  UnsupportedMediaType: 'a content type that the operation does not take',
  Unauthorized: 'no token, or a bad, expired or revoked one',
  ForbiddenError: 'you may see it, but not do this',
  ResourceNotFound: 'it does not exist, or you may not know that it does',
  MethodNotAllowed: 'the address does not take this method',
  Conflict: 'a request with the same Idempotency-Key is still running',
  PreconditionFailed: 'the object no longer has the version of If-Match',
  UnprocessableContent: 'the Idempotency-Key came before with another body',
  TooManyRequests: 'too many requests; wait as long as Retry-After says',
  InternalServerError: 'a fault of the service',
  ServiceUnavailable: 'the service cannot answer now; try again after Retry-After',
}

const codes = Object.keys(meanings) as ProblemCode[]

export function errorResponses(): Record<string, object> {
  const ofSets = (Object.keys(sets) as ErrorSet[]).flatMap(set =>
    sets[set].filter(status => bySet.includes(status)).map(status => [status, set] as const),
  )
  const all = [...ofSets, ...everywhere.map(status => [status, 'A'] as const)]
  return Object.fromEntries(all.map(([status, set]) => [responseName(status, set), errorResponse(status, set)]))
}

function errorResponse(status: number, set: ErrorSet): object {
  const possible = codes.filter(code => statusOf(code, set) === status)
  return {
    description: possible.map(code => `\`${code}\`: ${meanings[code]}`).join('. '),
    'x-codes': Object.fromEntries(possible.map(code => [code, meanings[code]])),
    headers: headerReferences(['X-Request-Id', ...headersOf(status)]),
    content: { 'application/json': { schema: describeSchema(ErrorReply) } },
  }
}

function headersOf(status: number): readonly string[] {
  if (status === 401) return ['WWW-Authenticate']
  if (status === 429) return ['Retry-After', ...rateLimitHeaders]
  return status === 503 ? ['Retry-After'] : []
}
