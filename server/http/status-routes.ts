// Prometheus metrics, for operators and their monitoring.

import { createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Problem } from '@tessera/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findBearerToken } from '../access/bearer-token.ts'
import { isForwarded } from './is-forwarded.ts'
import { sendProblem } from './problem-reply.ts'

export interface StatusSettings {
  /** Addresses besides loopback that may read the metrics; `*` for all. */
  readonly metricsAllow: readonly string[]
  /** If set, the metrics also require it as a bearer token. */
  readonly metricsToken: string | undefined
  /** Lines of metrics from other parts of the server. */
  readonly collectMetrics?: () => Promise<readonly string[]>
}

export function serveStatus(app: FastifyInstance, settings: StatusSettings): void {
  const { metricsAllow, metricsToken, collectMetrics = async () => [] } = settings
  // Metrics matter most when something is broken, so one that cannot be read does not take the others along.
  const collect = async (request: FastifyRequest) => {
    try {
      return await collectMetrics()
    } catch (error) {
      const { id: request_id } = request
      app.serverLog.error({ err: error, request_id }, 'failed to read job and delivery metrics; /metrics omits them')
      return []
    }
  }
  const counts = countReplies(app)
  const delay = monitorEventLoopDelay({ resolution: 100 })
  delay.enable()
  app.addHook('onClose', async () => delay.disable())
  app.get('/metrics', async (request, reply) => {
    if (!canReadMetrics(request, metricsAllow))
      return sendProblem(reply, new Problem('ForbiddenError', 'METRICS_ALLOW does not list your address'), 'A')
    if (metricsToken !== undefined && !isToken(request, metricsToken))
      return sendProblem(reply, new Problem('Unauthorized', 'METRICS_TOKEN is required as a bearer token'), 'A')
    return reply
      .header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
      .send([...processMetrics(counts, delay.percentile(99) / 1e9), ...(await collect(request)), ''].join('\n'))
  })
}

/** A forwarded request comes from another machine, even if its proxy runs on this one. */
function canReadMetrics({ ip, headers }: FastifyRequest, allow: readonly string[]): boolean {
  if (allow.includes('*')) return true
  const isLoopback = /^(127\.|::1$|::ffff:127\.)/.test(ip)
  if (isLoopback) return !isForwarded(headers)
  return allow.includes(ip)
}

/** Hashed, so that the comparison takes the same time whatever is sent. */
function isToken({ headers }: FastifyRequest, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(findBearerToken(headers.authorization) ?? ''), digest(token))
}

/** How many responses each route sent, by method and status. */
function countReplies(app: FastifyInstance): ReplyCounts {
  const counts = new Map<string, Map<string, number[]>>()
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const ofRoute = getOrAdd(counts, request.routeOptions.url ?? 'none', () => new Map<string, number[]>())
    const ofMethod = getOrAdd(ofRoute, request.method, () => [])
    ofMethod[statusCode] = (ofMethod[statusCode] ?? 0) + 1
    done()
  })
  return counts
}

/** By route, method and status. */
type ReplyCounts = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>

function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}

function* replyMetrics(counts: ReplyCounts): Iterable<string> {
  for (const [route, methods] of counts)
    for (const [method, statuses] of methods)
      for (const [status, count] of Object.entries(statuses))
        yield `tessera_replies_total{method="${method}",route="${route}",status="${status}"} ${count}`
}

function processMetrics(counts: ReplyCounts, delaySeconds: number): string[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    '# HELP tessera_replies_total Responses by method, route and status.',
    '# TYPE tessera_replies_total counter',
    ...replyMetrics(counts),
    '# HELP process_resident_memory_bytes Resident memory of the process.',
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${rss}`,
    '# HELP nodejs_heap_used_bytes Memory used by JavaScript objects.',
    '# TYPE nodejs_heap_used_bytes gauge',
    `nodejs_heap_used_bytes ${heapUsed}`,
    '# HELP process_cpu_seconds_total User and system CPU time of the process.',
    '# TYPE process_cpu_seconds_total counter',
    `process_cpu_seconds_total ${(user + system) / 1e6}`,
    '# HELP nodejs_eventloop_delay_p99_seconds 99th percentile of the event loop delay since the start.',
    '# TYPE nodejs_eventloop_delay_p99_seconds gauge',
    `nodejs_eventloop_delay_p99_seconds ${delaySeconds}`,
  ]
}
