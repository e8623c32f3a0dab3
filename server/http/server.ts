// The HTTP server: what holds for every address. The operations, pages and files are added by their own files.

import { Problem } from '@tessera/contract'
import fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { newObjectId } from '../ids.ts'
import { readJson } from './json-body.ts'
import { sendProblem } from './problem-reply.ts'

export type HttpServer = FastifyInstance

export interface ServerSettings {
  readonly log: Logger
  readonly bodyLimitBytes: number
  /** Whose word counts about where a request came from; nobody's, where there are none. */
  readonly trustedProxies: readonly string[]
}

export async function openServer(settings: ServerSettings): Promise<HttpServer> {
  const { log, bodyLimitBytes, trustedProxies } = settings
  const app = fastify({
    bodyLimit: bodyLimitBytes,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: () => newObjectId(),
    // Any id may be asked for, however long: whether it can be one is told by the operation.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 65_536 },
    rewriteUrl: request => readableUrl(request.url as string),
    // A client that says nothing for so long is gone; one that drips its request is cut off.
    requestTimeout: 300_000,
    keepAliveTimeout: 72_000,
    return503OnClosing: true,
    frameworkErrors: (error, _request, reply) => {
      sendProblem(reply as never, error, 'A')
    },
  })
  app.decorate('problemLog', log)
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, readJson(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else done(new Problem('UnsupportedMediaType', 'The body must be application/json'))
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (request.headers.origin !== undefined && request.url.startsWith('/api/')) allowOrigins(reply)
    done()
  })
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, error, 'A'))
  app.options('/api/*', (_request, reply) => allowOrigins(reply).code(204).send())
  return app
}

/** A path that cannot be decoded names something that does not exist, and gets the answer of its operation. */
function readableUrl(url: string): string {
  if (!url.includes('%')) return url
  const [path = '', ...query] = url.split(/(?=[?#])/)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('')
  }
}

/** Any page may call the API: it carries tokens, never cookies, so there is nothing of a visitor's to borrow. */
function allowOrigins<Reply extends { header(name: string, value: string): Reply }>(reply: Reply): Reply {
  return reply
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
    .header('access-control-allow-headers', 'authorization, content-type, idempotency-key, if-match')
    .header(
      'access-control-expose-headers',
      'x-request-id, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset',
    )
    .header('access-control-max-age', '86400')
}
