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
  const routeLog = routeLoggers(log)
  app.addHook('onRequest', (request, reply, done) => {
    // Not onResponse: that is not called when the client disconnects before the response ends.
    reply.raw.once('close', () => logRequest(routeLog(request), request, reply))
    done()
  })
}

/** A logger for each method and route: what all its lines have in common is serialized once. */
function routeLoggers(log: Logger): (request: FastifyRequest) => LogLine {
  const loggers = new Map<string, Map<string | undefined, LogLine>>()
  return ({ method, routeOptions: { url, config } }) => {
    const ofMethod = loggers.get(method) ?? new Map<string | undefined, LogLine>()
    loggers.set(method, ofMethod)
    const known = ofMethod.get(url)
    if (known) return known
    const child = log.child({ method, route: url ?? 'none' })
    const write: LogLine = config.isAsset
      ? fields => child.debug(fields, 'request')
      : fields => child.info(fields, 'request')
    ofMethod.set(url, write)
    return write
  }
}

type LogLine = (fields: Record<string, unknown>) => void

function logRequest(write: LogLine, request: FastifyRequest, reply: FastifyReply): void {
  const { problem, claim } = request
  const fields: Record<string, unknown> = {
    request_id: request.id,
    status: reply.statusCode,
    duration_ms: Math.round(reply.elapsedTime * 10) / 10,
  }
  if (claim) fields.user_id = claim.user_id
  if (request.is404) fields.path = request.url.split('?', 1)[0]?.slice(0, 200)
  if (problem) {
    fields.error_code = problem.code
    fields.error_message = problem.message
  }
  if (!reply.raw.writableFinished) fields.is_aborted = true
  write(fields)
}
