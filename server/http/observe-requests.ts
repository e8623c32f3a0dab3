// What is recorded about every request when it is over: its duration for the metrics, and its line in the log.

import type { Problem } from '@tessera/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics/metrics.ts'
import { disconnectedStatus } from '../metrics/request-durations.ts'
import { requestLog } from './access-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The error that the response reports. */
    problem?: Problem
  }
}

export interface RequestObservers {
  readonly metrics: Metrics
  /** Null if requests are not logged. */
  readonly log: Logger | null
}

export function observeRequests(app: FastifyInstance, { metrics, log }: RequestObservers): void {
  const writeLine = log?.isLevelEnabled('info') ? requestLog(log) : null
  const onEnd = (request: FastifyRequest, reply: FastifyReply) => {
    countRequest(metrics, request, reply)
    writeLine?.(request, reply)
  }
  app.addHook('onRequest', (request, reply, done) => {
    // Not onResponse: that is not called when the client disconnects before the response ends.
    reply.raw.once('close', () => onEnd(request, reply))
    done()
  })
}

function countRequest(metrics: Metrics, request: FastifyRequest, reply: FastifyReply): void {
  const status = reply.raw.headersSent ? reply.statusCode : disconnectedStatus
  metrics.requests.observe(request.method, request.routeOptions.url, status, reply.elapsedTime / 1_000)
  if (request.problem?.code === 'TooManyRequests') metrics.rateLimitedRequests += 1
}
