// Serves the pages that the server renders, and the few JSON addresses beside them, with the headers that keep them safe:
// no script at all, styles of ours alone, no frames, nothing kept in caches. What they say is decided elsewhere.

import { Problem, statusOf } from '@tessera/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Cookie, PageCall, PageContext, PageReply, PageRoute } from '../page.ts'
import { refuseBadText } from './json-body.ts'
import { problemOf, sendProblem } from './problem-reply.ts'
import { readCookies } from './read-cookies.ts'
import { readLanguage } from './read-language.ts'

export interface PageSettings {
  readonly routes: readonly PageRoute[]
  readonly publicUrl: string
  readonly failurePage: (problem: Problem, status: number, context: PageContext) => PageReply
}

const bodyLimit = 65_536
const mostFields = 100

export async function servePageRoutes(app: FastifyInstance, settings: PageSettings): Promise<void> {
  await app.register(async scope => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      (_, body, done) => {
        try {
          done(null, readFields(body as string))
        } catch (error) {
          done(error as Error)
        }
      },
    )
    for (const route of settings.routes) serve(scope, route, settings)
    for (const [path, known] of Map.groupBy(settings.routes, route => route.path))
      refuseOthers(scope, path, known, settings)
  })
}

/** Where nothing is: a page for who reads pages, and the error of the operations for everybody else. */
export function serveNothing(app: FastifyInstance, settings: PageSettings): void {
  app.setNotFoundHandler((request, reply) => {
    const problem = new Problem('ResourceNotFound', 'There is no such address')
    if (!wantsPage(request)) return sendProblem(reply, problem, 'A')
    return send(reply, settings.failurePage(problem, 404, contextOf(request)), settings)
  })
}

const wantsPage = ({ method, url, headers }: FastifyRequest) =>
  method === 'GET' && !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html')

function serve(app: FastifyInstance, route: PageRoute, settings: PageSettings): void {
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit,
    handler: async (request, reply) => send(reply, await route.run(callOf(request, settings.publicUrl)), settings),
    errorHandler: (error, request, reply) => fail(route, error, request, reply, settings),
  })
}

function refuseOthers(app: FastifyInstance, url: string, known: readonly PageRoute[], settings: PageSettings): void {
  const methods: HTTPMethods[] = known.map(route => route.method)
  const allow = methods.includes('GET') ? [...methods, 'HEAD'] : methods
  const first = known[0] as PageRoute
  const others = (['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const).filter(method => !methods.includes(method))
  app.route({
    method: others,
    url,
    bodyLimit,
    handler: (request, reply) => {
      reply.header('allow', allow.join(', '))
      const problem = new Problem('MethodNotAllowed', `This address takes ${allow.join(', ')}`)
      return fail(first, problem, request, reply, settings)
    },
    errorHandler: (error, request, reply) => fail(first, error, request, reply, settings),
  })
}

function fail(
  route: PageRoute,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  settings: PageSettings,
): FastifyReply {
  if (route.speaks === 'json' && !route.fail) return sendProblem(reply.header('cache-control', 'no-store'), error, 'A')
  const problem = problemOf(error)
  if (['InternalServerError', 'ServiceUnavailable'].includes(problem.code))
    reply.server.problemLog.error({ err: error, request_id: request.id }, problem.message)
  const status = statusOf(problem.code, 'A')
  const answer = route.fail ? route.fail(problem, status) : settings.failurePage(problem, status, contextOf(request))
  return send(reply, answer, settings)
}

/** What was sent is not shown again at the address it was sent to. */
const contextOf = (request: FastifyRequest): PageContext => ({
  language: readLanguage(request.headers),
  url: request.method === 'GET' ? request.url : '/',
})

function callOf(request: FastifyRequest, publicUrl: string): PageCall {
  const at = request.url.indexOf('?')
  const isForm = request.body instanceof URLSearchParams
  return {
    url: request.url,
    query: readFields(at < 0 ? '' : request.url.slice(at + 1)),
    form: isForm ? (request.body as URLSearchParams) : new URLSearchParams(),
    json: isForm ? undefined : request.body,
    cookies: readCookies(request.headers.cookie),
    headers: request.headers as PageCall['headers'],
    isSameOrigin: isSameOrigin(request, publicUrl),
    address: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 512),
    language: readLanguage(request.headers),
    now: new Date().toISOString(),
  }
}

function readFields(text: string): URLSearchParams {
  const fields = new URLSearchParams(text)
  if (fields.size > mostFields) throw new Problem('BadRequest', 'There are too many fields')
  refuseBadText([...fields])
  return fields
}

/** Browsers say where a form was sent from; what says nothing is no browser, or not one that could be led astray. */
function isSameOrigin({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const { origin } = headers
  if (origin === undefined || origin === publicUrl) return true
  return URL.parse(origin)?.host === headers.host && headers.host !== undefined
}

function send(reply: FastifyReply, answer: PageReply, { publicUrl }: PageSettings): FastifyReply {
  const formTargets = 'html' in answer ? (answer.formTargets ?? []) : []
  reply
    .code(answer.status ?? ('redirect' in answer ? 303 : 200))
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('x-frame-options', 'DENY')
    // Not no-referrer: browsers would then not say either where a form comes from.
    .header('referrer-policy', 'same-origin')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('content-security-policy', policy(formTargets))
    .headers(answer.headers ?? {})
  if ('html' in answer && answer.isEmbeddable)
    reply.removeHeader('x-frame-options').header('content-security-policy', embeddablePolicy)
  const isSecure = publicUrl.startsWith('https:')
  if (isSecure) reply.header('strict-transport-security', 'max-age=31536000')
  for (const cookie of answer.cookies ?? []) reply.header('set-cookie', cookieText(cookie, isSecure))
  if ('redirect' in answer) return reply.header('location', answer.redirect).send()
  if ('json' in answer) return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.json))
  if ('file' in answer) return reply.type(answer.file.type).send(answer.file.body)
  return reply.type('text/html; charset=utf-8').send(answer.html.text)
}

const policy = (formTargets: readonly string[]) =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const embeddablePolicy = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ')

const cookieText = ({ name, value, maxAgeSeconds, isReadable }: Cookie, isSecure: boolean) =>
  [
    `${name}=${value}`,
    'Path=/',
    ...(isReadable ? [] : ['HttpOnly']),
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
  ].join('; ')
