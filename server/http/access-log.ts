// One log line per request: what was called, what came of it and how long it took. It never holds a token, a query string
// or a body. LOG_REQUESTS=0 turns it off.

import type { Problem } from '@tessera/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

declare module 'fastify' {
  interface FastifyRequest {
    /** The error that the response reports. */
    problem?: Problem
  }
  interface FastifyContextConfig {
    /** A file of the web build: its requests are logged at debug level. */
    isAsset?: true
  }
}

export function logRequests(app: FastifyInstance, log: Logger): void {
  if (!log.isLevelEnabled('info')) return
  app.addHook('onRequest', (request, reply, done) => {
    // Not onResponse: that is not called when the client disconnects before the response ends.
    reply.raw.once('close', () => logRequest(log, request, reply))
    done()
  })
}

function logRequest(log: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const { url, config } = request.routeOptions
  const { problem, claim } = request
  const line: Record<string, unknown> = {
    request_id: request.id,
    method: request.method,
    route: url ?? 'none',
    status: reply.statusCode,
    duration_ms: Math.round(reply.elapsedTime * 10) / 10,
  }
  if (url === undefined) line.path = request.url.split('?', 1)[0]?.slice(0, 200)
  if (claim) line.user_id = claim.user_id
  if (problem) {
    line.error_code = problem.code
    line.error_message = problem.message
  }
  if (!reply.raw.writableFinished) line.is_aborted = true
  if (config.isAsset) log.debug(line, 'request')
  else log.info(line, 'request')
}
