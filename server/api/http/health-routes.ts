// Health of this node, for proxies, orchestrators and monitoring.

import { Problem } from '@tessera/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type CheckName, checkNames, type Readiness, type ReadinessReport } from '../../platform/health/index.ts'
import { sendProblem } from './problem-reply.ts'

const retryAfterSeconds = 2

/** `ping` throws if the database does not respond. */
export function serveHealth(app: FastifyInstance, ping: () => Promise<void>, readiness: Readiness): void {
  app.get('/health', async (request, reply) => {
    try {
      await ping()
      return { ok: true }
    } catch (error) {
      app.serverLog.error({ err: error, request_id: request.id }, 'health check failed: the database does not respond')
      const problem = new Problem('ServiceUnavailable', 'The database does not respond', { retryAfterSeconds: 5 })
      return sendProblem(reply, problem, 'A')
    }
  })
  serveProbes(app, readiness)
}

/** The probes that need no database. */
export function serveProbes(app: FastifyInstance, readiness: Readiness): void {
  app.get('/health/live', async () => ({ ok: true }))
  app.get('/health/ready', async (request, reply) => {
    const exclude = readExclude(request.query as Record<string, unknown>)
    return sendReport(reply, await readiness.check(exclude))
  })
}

function sendReport(reply: FastifyReply, report: ReadinessReport): FastifyReply {
  reply.header('cache-control', 'no-store')
  if (!report.ready) reply.code(503).header('retry-after', String(retryAfterSeconds))
  return reply.send(report)
}

/** `?exclude=storage,disk` or `?exclude=storage&exclude=disk`. */
function readExclude({ exclude = [] }: Record<string, unknown>): ReadonlySet<CheckName> {
  const names = [exclude].flat().flatMap(text => String(text).split(','))
  const unknown = names.find(name => !checkNames.includes(name as CheckName))
  if (unknown !== undefined) throw new Problem('BadRequest', `exclude must be one or more of ${checkNames.join(', ')}`)
  return new Set(names as CheckName[])
}
