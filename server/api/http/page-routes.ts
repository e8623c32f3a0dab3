// Serves the pages that the server renders, and their few JSON routes, with a strict policy: no scripts except
// our own for passkeys, only our own styles, no framing, no caching. The content of the pages comes from other folders.

import { Problem, statusOf } from '@tessera/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { rejectBadText } from '../../platform/limits/index.ts'
import type { Cookie, PageCall, PageContext, PageReply, PageRoute } from '../../platform/pages/index.ts'
import { isFromThisMachine } from './is-forwarded.ts'
import { recordProblem, sendProblem } from './problem-reply.ts'
import { readCookies } from './read-cookies.ts'
import { readLanguage } from './read-language.ts'
import { pageHeaders } from './security-headers.ts'
import { sendBeforeBody } from './unread-body.ts'

export interface PageSettings {
  readonly routes: readonly PageRoute[]
  readonly publicUrl: string
  readonly errorPage: (problem: Problem, status: number, context: PageContext) => PageReply
}

const bodyLimit = 65_536
/** Only plain names, so that the address cannot lead to another site. */
const pathWithoutSlash = /^((?:\/[\w.~-]+)+)\/(\?.*)?$/
const maxFields = 100

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
      rejectOtherMethods(scope, path, known, settings)
  })
}

/** Unknown paths: a page for browsers, the API's error for all other clients. */
export function serveNotFound(app: FastifyInstance, settings: PageSettings): void {
  app.setNotFoundHandler((request, reply) => {
    const page = wantsPage(request) ? pathWithoutSlash.exec(request.url) : null
    if (page) return reply.redirect(`${page[1]}${page[2] ?? ''}`, 308)
    const problem = recordProblem(request, new Problem('ResourceNotFound', 'There is no page at this address'))
    if (!wantsPage(request)) return sendProblem(reply, problem, 'A')
    return sendErrorPage(request, reply, problem, settings)
  })
}

export const sendErrorPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  settings: PageSettings,
): FastifyReply => send(reply, settings.errorPage(problem, statusOf(problem.code, 'A'), contextOf(request)), settings)

export const wantsPage = ({ method, url, headers }: FastifyRequest) =>
  method === 'GET' && !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html')

function serve(app: FastifyInstance, route: PageRoute, settings: PageSettings): void {
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit,
    ...(route.path.startsWith('/assets/') ? { config: { isAsset: true as const } } : {}),
    handler: async (request, reply) => send(reply, await route.run(callOf(request, settings.publicUrl)), settings),
    errorHandler: (error, request, reply) => fail(route, error, request, reply, settings),
  })
}

function rejectOtherMethods(
  app: FastifyInstance,
  url: string,
  known: readonly PageRoute[],
  settings: PageSettings,
): void {
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
      const problem = new Problem('MethodNotAllowed', `Method not allowed. Allowed: ${allow.join(', ')}`)
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
  if (route.errorFormat === 'json' && !route.fail)
    return sendProblem(reply.header('cache-control', 'no-store'), error, 'A')
  const problem = recordProblem(request, error)
  const status = statusOf(problem.code, 'A')
  const page = route.fail ? route.fail(problem, status) : settings.errorPage(problem, status, contextOf(request))
  return send(reply, page, settings)
}

/** Switching the language loads this path again, which only a GET request survives. */
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
    isFromThisMachine: isFromThisMachine(request),
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 512),
    language: readLanguage(request.headers),
    now: new Date().toISOString(),
  }
}

function readFields(text: string): URLSearchParams {
  const fields = new URLSearchParams(text)
  if (fields.size > maxFields) throw new Problem('BadRequest', 'There are too many fields')
  rejectBadText([...fields])
  return fields
}

/** Browsers send the origin of a form. A client that sends none is not a browser, so it cannot be tricked into a request. */
function isSameOrigin({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const { origin } = headers
  if (origin === undefined || origin === publicUrl) return true
  return URL.parse(origin)?.host === headers.host && headers.host !== undefined
}

function send(reply: FastifyReply, page: PageReply, { publicUrl }: PageSettings): FastifyReply {
  const formTargets = 'html' in page ? (page.formTargets ?? []) : []
  reply
    .code(page.status ?? ('redirect' in page ? 303 : 200))
    .header('cache-control', 'no-store')
    // Again, because some pages have paths of the API.
    .headers(pageHeaders)
    .header('x-frame-options', 'DENY')
    .header('content-security-policy', policy(formTargets, 'html' in page && page.hasScript === true))
    .headers(page.headers ?? {})
  if ('html' in page && page.isEmbeddable)
    reply.removeHeader('x-frame-options').header('content-security-policy', embeddablePolicyFor(reply.request))
  const isSecure = publicUrl.startsWith('https:')
  for (const cookie of page.cookies ?? []) reply.header('set-cookie', cookieText(cookie, isSecure))
  if ('redirect' in page) return reply.header('location', page.redirect).send()
  if ('file' in page) return reply.type(page.file.type).send(page.file.body)
  if ('json' in page) return sendBeforeBody(reply.type('application/json; charset=utf-8'), JSON.stringify(page.json))
  return sendBeforeBody(reply.type('text/html; charset=utf-8'), page.html.text)
}

const policy = (formTargets: readonly string[], hasScript: boolean) =>
  [
    "default-src 'none'",
    ...(hasScript ? ["script-src 'self'", "connect-src 'self'"] : []),
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
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

/**
 * In a frame the page gets its own origin. Otherwise a frame on one of our pages that leads here, directly, by a
 * redirect or in a nested frame, would share the origin of that page and could leave its sandbox.
 */
const embeddablePolicyFor = ({ headers }: FastifyRequest) =>
  ['iframe', 'frame', 'embed', 'object', 'fencedframe'].includes(String(headers['sec-fetch-dest']))
    ? `${embeddablePolicy}; ${ownSandbox}`
    : embeddablePolicy

const ownSandbox = 'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox allow-forms'

const cookieText = ({ name, value, maxAgeSeconds, isReadable }: Cookie, isSecure: boolean) =>
  [
    `${name}=${value}`,
    'Path=/',
    ...(isReadable ? [] : ['HttpOnly']),
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
  ].join('; ')
