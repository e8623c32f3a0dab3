// One log line per request: what was called, the outcome and how long it took. It never contains a token, a query
// string or a body. LOG_REQUESTS=0 turns it off.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A file of the web build: its requests are logged at debug level. */
    isAsset?: true
  }
}

type WriteLine = (fields: Record<string, unknown>) => void

/** The function that logs a finished request. */
export function requestLog(log: Logger): (request: FastifyRequest, reply: FastifyReply, durationMs: number) => void {
  const routeLog = routeLoggers(log)
  return (request, reply, durationMs) => routeLog(request)(fieldsOf(request, reply, durationMs))
}

/** Caches a logger for each method and route: what all its lines have in common is serialized once. */
function routeLoggers(log: Logger): (request: FastifyRequest) => WriteLine {
  const loggers = new Map<string, Map<string | undefined, WriteLine>>()
  return ({ method, routeOptions: { url, config } }) => {
    const ofMethod = loggers.get(method) ?? new Map<string | undefined, WriteLine>()
    loggers.set(method, ofMethod)
    const known = ofMethod.get(url)
    if (known) return known
    const child = log.child({ method, route: url ?? 'none' })
    const write: WriteLine = config.isAsset
      ? fields => child.debug(fields, 'request')
      : fields => child.info(fields, 'request')
    ofMethod.set(url, write)
    return write
  }
}

function fieldsOf(request: FastifyRequest, reply: FastifyReply, durationMs: number): Record<string, unknown> {
  const { problem, claim } = request
  const fields: Record<string, unknown> = {
    request_id: request.id,
    status: reply.statusCode,
    duration_ms: Math.round(durationMs * 10) / 10,
    address: request.ip,
  }
  if (request.span) fields.trace_id = request.span.traceId
  if (claim) fields.user_id = claim.user_id
  if (request.is404) fields.path = request.url.split('?', 1)[0]?.slice(0, 200)
  if (problem) {
    fields.error_code = problem.code
    fields.error_message = problem.message
  }
  if (!reply.raw.writableFinished) fields.is_aborted = true
  return fields
}
