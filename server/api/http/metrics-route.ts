// GET /metrics: the server's measurements in the Prometheus text format, for those who may read it.

import { createHash, timingSafeEqual } from 'node:crypto'
import { Problem } from '@tessera/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findBearerToken } from '../../accounts/access/index.ts'
import { isForwarded, isFromThisMachine, isLoopbackAddress } from './is-forwarded.ts'
import { sendProblem } from './problem-reply.ts'
import { trustedAddresses } from './trusted-addresses.ts'

export interface MetricsRouteSettings {
  /** Addresses and networks besides loopback that may read the metrics; `*` for all. */
  readonly metricsAllow: readonly string[]
  /** If set, the metrics also require it as a bearer token. */
  readonly metricsToken: string | undefined
  readonly collect: () => Promise<string>
}

export function serveMetrics(app: FastifyInstance, settings: MetricsRouteSettings): void {
  const { metricsAllow, metricsToken, collect } = settings
  const canRead = readersOf(metricsAllow)
  app.get('/metrics', async (request, reply) => {
    if (!canRead(request))
      return sendProblem(reply, new Problem('ForbiddenError', 'METRICS_ALLOW does not list your address'), 'A')
    if (metricsToken !== undefined && !isToken(request, metricsToken))
      return sendProblem(reply, new Problem('Unauthorized', 'METRICS_TOKEN is required as a bearer token'), 'A')
    return reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').send(await collect())
  })
}

function readersOf(allow: readonly string[]): (request: FastifyRequest) => boolean {
  if (allow.includes('*')) return () => true
  const isListed = trustedAddresses(allow)
  return request => {
    const { ip, headers, socket } = request
    if (isLoopbackAddress(ip)) return isFromThisMachine(request)
    // A forwarded request with the address of the connection came through a proxy that TRUSTED_PROXIES does not list.
    if (ip === socket.remoteAddress && isForwarded(headers)) return false
    return isListed(ip)
  }
}

/** The tokens are hashed, so that the comparison takes the same time whatever is sent. */
function isToken({ headers }: FastifyRequest, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(findBearerToken(headers.authorization) ?? ''), digest(token))
}
