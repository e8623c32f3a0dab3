// Everything that went wrong, told in one shape. The cause of an error of ours goes to the log and nowhere else.

import { type ErrorSet, Problem, statusOf } from '@tessera/contract'
import type { FastifyReply } from 'fastify'
import type { Logger } from 'pino'
import { findBearerToken } from '../access/bearer-token.ts'
import { isUnavailable } from '../db/unavailable.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Where problems of ours are told. Not Fastify's own log, which would be made anew for every request. */
    readonly problemLog: Logger
  }
}

export function sendProblem(reply: FastifyReply, error: unknown, set: ErrorSet): FastifyReply {
  const problem = problemOf(error)
  const request_id = String(reply.request.id)
  if (problem.code === 'InternalServerError' || problem.code === 'ServiceUnavailable')
    reply.server.problemLog.error({ err: error, request_id }, problem.message)
  if (problem.code === 'Unauthorized') reply.header('www-authenticate', challenge(reply.request.headers.authorization))
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', String(problem.retryAfterSeconds))
  return reply
    .code(statusOf(problem.code, set))
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(problemBody(problem, request_id)))
}

/** RFC 6750: a request without a token is told of no error, only what it needs. */
const challenge = (authorization: string | undefined) =>
  `Bearer realm="tessera"${findBearerToken(authorization) === null ? '' : ', error="invalid_token"'}`

const problemBody = (problem: Problem, request_id: string) => ({
  error: {
    code: problem.code,
    message: problem.message,
    ...(problem.faults.length > 0 ? { errors: problem.faults } : {}),
    request_id,
  },
})

/** Faults that the framework finds before an operation is reached, by its names for them. */
const frameworkFaults: Record<string, [Problem['code'], string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['PayloadTooLarge', 'The body is too large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UnsupportedMediaType', 'The body must be application/json'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['BadRequest', 'The body is not as long as Content-Length says'],
  FST_ERR_BAD_URL: ['ResourceNotFound', 'There is no such address'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['UnsupportedMediaType', 'The body must be multipart/form-data'],
  FST_REQ_FILE_TOO_LARGE: ['PayloadTooLarge', 'The file is too large'],
  FST_PARTS_LIMIT: ['BadRequest', 'The form has too many parts'],
  FST_FILES_LIMIT: ['BadRequest', 'The form has too many files'],
  FST_FIELDS_LIMIT: ['BadRequest', 'The form has too many fields'],
  FST_PROTO_VIOLATION: ['BadRequest', 'The form has a field of a forbidden name'],
}

export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const known = frameworkFaults[code ?? '']
  if (known) return new Problem(...known)
  if (isUnavailable(error))
    return new Problem('ServiceUnavailable', 'The service cannot answer at the moment', { retryAfterSeconds: 1 })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Problem('BadRequest', (error as Error).message)
  return new Problem('InternalServerError', 'Something went wrong on our side')
}
