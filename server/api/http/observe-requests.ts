// Records every finished request: its duration for the metrics, its line in the log and, with tracing, its span.

import type { Problem } from '@tessera/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { disconnectedStatus, type Metrics } from '../../platform/metrics/index.ts'
import { type Span, type Traces, withinSpan } from '../../platform/traces/index.ts'
import { requestLog } from './access-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The error that the response reports. */
    problem?: Problem
    /** Undefined without tracing. */
    span?: Span | undefined
  }
}

export interface RequestObservers {
  readonly metrics: Metrics
  /** Null if requests are not logged. */
  readonly log: Logger | null
  readonly traces: Traces | null
}

export function observeRequests(app: FastifyInstance, { metrics, log, traces }: RequestObservers): void {
  const writeLine = log?.isLevelEnabled('info') ? requestLog(log) : null
  const onEnd = (request: FastifyRequest, reply: FastifyReply, durationMs: number) => {
    countRequest(metrics, request, reply, durationMs)
    writeLine?.(request, reply, durationMs)
    if (request.span) endSpan(request.span, request, reply)
  }
  app.addHook('onRequest', (request, reply, done) => {
    // reply.elapsedTime is not used: Fastify measures only with a logger of its own, an onResponse hook or a time
    // limit.
    const startedAt = performance.now()
    // onResponse is not used: it is not called when the client disconnects before the response ends.
    reply.raw.once('close', () => onEnd(request, reply, performance.now() - startedAt))
    done()
  })
  if (traces) traceRequests(app, traces)
}

function traceRequests(app: FastifyInstance, traces: Traces): void {
  app.decorateRequest('span', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers
    request.span = traces.start(request.method, {
      kind: 'server',
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    })
    withinSpan(request.span, done)
  })
  // The context is set again: the body was read by events of the connection, which are outside of the request's
  // context.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) withinSpan(request.span, done)
    else done()
  })
}

/** The template of the route, or `none`. The names of assets contain a hash: each build would add a series per file. */
function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  return url?.startsWith('/assets/') ? '/assets/*' : (url ?? 'none')
}

/** Records the route, not the path: a path may contain a secret. */
function endSpan(span: Span, request: FastifyRequest, reply: FastifyReply): void {
  const { method, id } = request
  const route = routeOf(request)
  const status = statusOf(reply)
  span.setName(`${method} ${route}`)
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'tessera.request_id': id,
  })
  if (status >= 500) span.fail(request.problem?.code ?? `status ${status}`)
  span.end()
}

const statusOf = (reply: FastifyReply) => (reply.raw.headersSent ? reply.statusCode : disconnectedStatus)

function countRequest(metrics: Metrics, request: FastifyRequest, reply: FastifyReply, durationMs: number): void {
  metrics.requests.observe(request.method, routeOf(request), statusOf(reply), durationMs / 1_000)
  if (request.problem?.code === 'TooManyRequests') metrics.rateLimitedRequests += 1
}
