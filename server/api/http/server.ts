// The HTTP server: limits, body parsing, error handling, security headers and CORS for every route. Routes are added by their own files.

import { Problem } from '@tessera/contract'
import fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { readJson } from '../../platform/limits/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { Traces } from '../../platform/traces/index.ts'
import { chargeBody } from './apply-allowance.ts'
import { isCanonicalPath } from './canonical-path.ts'
import { observeRequests } from './observe-requests.ts'
import { sendProblem } from './problem-reply.ts'
import { warnAboutProxies } from './proxy-warning.ts'
import { requestIds } from './request-id.ts'
import { securityHeaders } from './security-headers.ts'

export type HttpServer = FastifyInstance

export interface ServerSettings {
  readonly log: Logger
  readonly bodyLimitBytes: number
  /** Whether each request gets a line in the log. */
  readonly isLoggingRequests: boolean
  /** The proxies whose X-Forwarded-For header is trusted. */
  readonly trustedProxies: readonly string[]
  readonly publicUrl: string
  readonly metrics: Metrics
  readonly traces: Traces | null
}

export const connectionTimeouts = {
  /** Cuts off clients that send their request byte by byte. */
  requestTimeout: 300_000,
  /** Longer than the usual 60 seconds of proxies, so that it is the proxy that closes an idle connection. */
  keepAliveTimeout: 72_000,
}

export async function openServer(settings: ServerSettings): Promise<HttpServer> {
  const { log, bodyLimitBytes, isLoggingRequests, trustedProxies, publicUrl, metrics, traces } = settings
  const addSecurityHeaders = securityHeaders(publicUrl)
  const app = fastify({
    bodyLimit: bodyLimitBytes,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: requestIds(trustedProxies) as never,
    // An id of any length reaches its operation, which responds as for any id that does not exist.
    routerOptions: { maxParamLength: 65_536 },
    rewriteUrl: request => readableUrl(request.url as string),
    ...connectionTimeouts,
    // Requests that arrive on open connections while the server closes are served.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      addSecurityHeaders(reply as never, request.url)
      sendProblem(reply as never, error, 'A')
    },
  })
  app.decorate('serverLog', log)
  app.decorate('resourceMetadataUrl', `${publicUrl}/.well-known/oauth-protected-resource/api`)
  app.decorateRequest('problem', undefined)
  observeRequests(app, { metrics, log: isLoggingRequests ? log : null, traces })
  warnAboutProxies(app, trustedProxies, log)
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // The address is unknown, so the body is neither parsed nor charged for.
    if (request.is404) return done(null, undefined)
    try {
      chargeBody(request, body.length)
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
    addSecurityHeaders(reply, request.url)
    if (request.headers.origin !== undefined && request.url.startsWith('/api/')) allowOrigins(reply)
    if (isCanonicalPath(request.url, request.routeOptions.url ?? '')) done()
    else reply.callNotFound()
  })
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, error, 'A'))
  app.options('/api/*', (_request, reply) => allowOrigins(reply).code(204).send())
  return app
}

/**
 * The URL without an origin, which RFC 9112 allows. A path that cannot be decoded is passed on literally, so that its
 * operation responds with its own 404.
 */
function readableUrl(target: string): string {
  const url = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*\/?/i, '/')
  if (!url.includes('%')) return url
  const [path = '', ...query] = url.split(/(?=[?#])/)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('')
  }
}

/** Any origin may call the API: it accepts tokens and no cookies, so a page cannot act with a visitor's session. */
function allowOrigins<Reply extends { header(name: string, value: string): Reply }>(reply: Reply): Reply {
  return reply
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
    .header('access-control-allow-headers', 'authorization, content-type, idempotency-key, if-match, if-none-match')
    .header(
      'access-control-expose-headers',
      'x-request-id, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset, etag, content-disposition',
    )
    .header('access-control-max-age', '86400')
}
