// For those who run the service: whether it is well, and its figures.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Problem } from '@tessera/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendProblem } from './problem-reply.ts'

export interface StatusSettings {
  readonly ping: () => Promise<void>
  /** Addresses besides loopback that may read the figures; `*` for all. */
  readonly metricsAllow: readonly string[]
  /** Lines of figures that other parts add. */
  readonly figures?: () => Promise<readonly string[]>
}

export function serveStatus(app: FastifyInstance, { ping, metricsAllow, figures: more }: StatusSettings): void {
  app.get('/health', async (request, reply) => {
    try {
      await ping()
      return { ok: true }
    } catch (error) {
      app.problemLog.error({ err: error, request_id: request.id }, 'the database does not answer')
      const away = new Problem('ServiceUnavailable', 'The database does not answer', { retryAfterSeconds: 5 })
      return sendProblem(reply, away, 'A')
    }
  })

  // Figures are asked for when things go wrong: what cannot be read is left out.
  const readMore = async ({ log }: FastifyRequest) => {
    try {
      return (await more?.()) ?? []
    } catch (error) {
      log.error({ err: error }, 'some figures cannot be read')
      return []
    }
  }
  const counts = countReplies(app)
  const delay = monitorEventLoopDelay({ resolution: 100 })
  delay.enable()
  app.addHook('onClose', async () => delay.disable())
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request.ip, metricsAllow))
      return sendProblem(reply, new Problem('ForbiddenError', 'Only for this machine'), 'A')
    return reply
      .header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
      .send([...figures(counts, delay.percentile(99) / 1e9), ...(await readMore(request)), ''].join('\n'))
  })
}

const mayRead = (address: string, allow: readonly string[]) =>
  /^(127\.|::1$|::ffff:127\.)/.test(address) || allow.includes('*') || allow.includes(address)

/** How often each route answered with each status. */
function countReplies(app: FastifyInstance): ReplyCounts {
  const counts = new Map<string, Map<string, number[]>>()
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const ofRoute = entryOf(counts, request.routeOptions.url ?? 'none', () => new Map<string, number[]>())
    const ofMethod = entryOf(ofRoute, request.method, () => [])
    ofMethod[statusCode] = (ofMethod[statusCode] ?? 0) + 1
    done()
  })
  return counts
}

/** By route, method and status. */
type ReplyCounts = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

function* replyFigures(counts: ReplyCounts): Iterable<string> {
  for (const [route, methods] of counts)
    for (const [method, statuses] of methods)
      for (const [status, count] of Object.entries(statuses))
        yield `tessera_replies_total{method="${method}",route="${route}",status="${status}"} ${count}`
}

function figures(counts: ReplyCounts, delaySeconds: number): string[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    '# HELP tessera_replies_total Replies by route and status.',
    '# TYPE tessera_replies_total counter',
    ...replyFigures(counts),
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${rss}`,
    '# TYPE nodejs_heap_used_bytes gauge',
    `nodejs_heap_used_bytes ${heapUsed}`,
    '# TYPE process_cpu_seconds_total counter',
    `process_cpu_seconds_total ${(user + system) / 1e6}`,
    '# TYPE nodejs_eventloop_delay_p99_seconds gauge',
    `nodejs_eventloop_delay_p99_seconds ${delaySeconds}`,
  ]
}
