// Responds while the server starts: probes are answered, everything else is temporarily unavailable, for browsers with
// a page that reloads itself.

import { Problem } from '@tessera/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Readiness } from '../../platform/health/index.ts'
import { Metrics } from '../../platform/metrics/index.ts'
import { serveProbes } from './health-routes.ts'
import { type PageSettings, sendErrorPage, servePageRoutes, wantsPage } from './page-routes.ts'
import { sendUnlogged } from './problem-reply.ts'
import { type HttpServer, openServer, type ServerSettings } from './server.ts'

const retryAfterSeconds = 2

/** `pages.routes` are the pages that need no database. */
export async function openStartingApp(
  settings: Omit<ServerSettings, 'metrics' | 'traces'>,
  pages: PageSettings,
  readiness: Readiness,
): Promise<HttpServer> {
  const app = await openServer({ ...settings, metrics: new Metrics(), traces: null })
  serveProbes(app, readiness)
  await servePageRoutes(app, pages)
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    const problem = new Problem('ServiceUnavailable', 'The server is starting', { retryAfterSeconds })
    if (!wantsPage(request)) sendUnlogged(reply, problem, 'A')
    else sendErrorPage(request, reply.header('refresh', String(retryAfterSeconds)), problem, pages)
  }
  app.setNotFoundHandler(refuse)
  // Responds before the body is read: it may be of any type and size.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) refuse(request, reply)
    else done()
  })
  await app.ready()
  return app
}
