// Turns every error into the API's error response. The cause of an internal error goes to the log and nowhere else.

import { type ErrorSet, Problem, statusOfProblem } from '@tessera/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { findBearerToken } from '../../accounts/access/index.ts'
import { isUnavailable } from '../../platform/db/index.ts'
import { StorageFull, StorageUnavailable } from '../../platform/files/index.ts'
import { errorView } from '../../platform/problems/index.ts'
import { sendBeforeBody } from './unread-body.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Fastify's own logger is not used: it would create a child logger for every request. */
    readonly serverLog: Logger
    /** The URL where a client learns how to get a token (RFC 9728). */
    readonly resourceMetadataUrl: string
  }
  interface FastifyContextConfig {
    /** The same URL for a route that is its own resource. */
    resourceMetadataUrl?: string
  }
}

export function sendProblem(reply: FastifyReply, error: unknown, set: ErrorSet): FastifyReply {
  return sendUnlogged(reply, recordProblem(reply.request, error), set)
}

/** For an expected problem: it gets no line in the log besides that of its request. */
export function sendUnlogged(reply: FastifyReply, problem: Problem, set: ErrorSet): FastifyReply {
  reply.request.problem = problem
  const challenge = challengeOf(problem, reply.request)
  if (challenge !== null) reply.header('www-authenticate', challenge)
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', String(problem.retryAfterSeconds))
  reply.code(statusOfProblem(problem, set)).header('content-type', 'application/json; charset=utf-8')
  return sendBeforeBody(reply, JSON.stringify(problemBody(problem, reply.request.id)))
}

/**
 * The problem that an error is to the caller, marked for the access log. An internal error is logged with its cause.
 */
export function recordProblem(request: FastifyRequest, error: unknown): Problem {
  const problem = problemOf(error)
  request.problem = problem
  // An outage of the storage is logged when it begins, not with every request.
  if (error instanceof StorageUnavailable || error instanceof StorageFull) return problem
  if (problem.code === 'InternalServerError' || problem.code === 'ServiceUnavailable')
    request.server.serverLog.error({ err: error, request_id: request.id }, `request failed: ${problem.message}`)
  return problem
}

const realm = 'Bearer realm="tessera"'

/** RFC 6750: without a token, the response names what is needed but no error. Null if no other token would help. */
function challengeOf({ code, neededScope }: Problem, request: FastifyRequest): string | null {
  const { headers, server, routeOptions } = request
  if (neededScope !== undefined) return `${realm}, error="insufficient_scope", scope="${neededScope}"`
  if (code !== 'Unauthorized') return null
  const error = findBearerToken(headers.authorization) === null ? '' : ', error="invalid_token"'
  return `${realm}${error}, resource_metadata="${routeOptions.config.resourceMetadataUrl ?? server.resourceMetadataUrl}"`
}

const problemBody = (problem: Problem, request_id: string) => ({ error: errorView(problem, request_id) })

/** Errors that the framework raises before an operation is reached, by their codes. */
const frameworkErrors: Record<string, [Problem['code'], string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['PayloadTooLarge', 'The body is too large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UnsupportedMediaType', 'The body must be application/json'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['BadRequest', 'The length of the body differs from Content-Length'],
  FST_ERR_BAD_URL: ['ResourceNotFound', 'There is no page at this address'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['UnsupportedMediaType', 'The body must be multipart/form-data'],
  FST_REQ_FILE_TOO_LARGE: ['PayloadTooLarge', 'The file is too large'],
  FST_PARTS_LIMIT: ['BadRequest', 'The form has too many parts'],
  FST_FILES_LIMIT: ['BadRequest', 'The form has too many files'],
  FST_FIELDS_LIMIT: ['BadRequest', 'The form has too many fields'],
  FST_PROTO_VIOLATION: ['BadRequest', 'The form has a field with a reserved name'],
}

export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const known = frameworkErrors[code ?? '']
  if (known) return new Problem(...known)
  if (error instanceof StorageFull)
    return new Problem('ServiceUnavailable', 'The storage of the server is full', { retryAfterSeconds: 60 })
  if (error instanceof StorageUnavailable)
    return new Problem('ServiceUnavailable', 'The file storage is temporarily unavailable', {
      retryAfterSeconds: 5,
    })
  if (isUnavailable(error))
    return new Problem('ServiceUnavailable', 'The service is temporarily unavailable', { retryAfterSeconds: 1 })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Problem('BadRequest', (error as Error).message)
  return new Problem('InternalServerError', 'Something went wrong on our side')
}
