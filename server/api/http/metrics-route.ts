// GET /metrics: the server's measurements in the Prometheus text format, for those who may read it.

import { createHash, timingSafeEqual } from 'node:crypto'
import { Problem } from '@tessera/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findBearerToken } from '../../accounts/access/index.ts'
import { isForwarded } from './is-forwarded.ts'
import { sendProblem } from './problem-reply.ts'

export interface MetricsRouteSettings {
  /** Addresses besides loopback that may read the metrics; `*` for all. */
  readonly metricsAllow: readonly string[]
  /** If set, the metrics also require it as a bearer token. */
  readonly metricsToken: string | undefined
  readonly collect: () => Promise<string>
}

export function serveMetrics(app: FastifyInstance, settings: MetricsRouteSettings): void {
  const { metricsAllow, metricsToken, collect } = settings
  app.get('/metrics', async (request, reply) => {
    if (!canReadMetrics(request, metricsAllow))
      return sendProblem(reply, new Problem('ForbiddenError', 'METRICS_ALLOW does not list your address'), 'A')
    if (metricsToken !== undefined && !isToken(request, metricsToken))
      return sendProblem(reply, new Problem('Unauthorized', 'METRICS_TOKEN is required as a bearer token'), 'A')
    return reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').send(await collect())
  })
}

/** A forwarded request comes from another machine, even if its proxy runs on this one. */
function canReadMetrics({ ip, headers }: FastifyRequest, allow: readonly string[]): boolean {
  if (allow.includes('*')) return true
  const isLoopback = /^(127\.|::1$|::ffff:127\.)/.test(ip)
  if (isLoopback) return !isForwarded(headers)
  return allow.includes(ip)
}

/** The tokens are hashed, so that the comparison takes the same time whatever is sent. */
function isToken({ headers }: FastifyRequest, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(findBearerToken(headers.authorization) ?? ''), digest(token))
}
