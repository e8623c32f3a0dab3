// Requests to user-supplied URLs (listeners, images by url, web pages): only to hosts that the policy allows, with limits of
// time and size, and without sending credentials to another host after a redirect.
import type { Agent, Dispatcher } from 'undici'
import { type DialOptions, guardedAgent, type UsedConnection } from './guarded-dial.ts'
import { type GuardedPost, guardedPost, type PostTarget } from './guarded-post.ts'
import { asOutboundError, OutboundFailed } from './outbound-failed.ts'
import { type OutboundPolicy, outboundRules } from './outbound-policy.ts'

interface GuardedRequest {
  method?: 'GET' | 'HEAD' | 'POST'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** The time from name resolution to the last byte, redirects included. */
  timeoutMs: number
  /** The maximum body size. Bodies are never decompressed, so it also limits the traffic. */
  maxBytes: number
  /** Whether a larger body is an error (the default) or is cut off at the limit. */
  whenLarger?: 'fail' | 'cut'
  /** With 0, the default, a redirect is a response like any other. */
  maxRedirects?: number
}

export interface GuardedResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** The caller must read or cancel it; an unread body is aborted by the time limit. */
  body: AsyncIterable<Uint8Array>
  /** The IP address of the server. */
  address: string
  /** The final URL after redirects. */
  url: string
}

/** Throws OutboundRefused or OutboundFailed, also while the body is read. */
export type GuardedFetch = (url: string, request: GuardedRequest) => Promise<GuardedResponse>

export interface Outbound {
  guardedFetch: GuardedFetch
  /** Throws OutboundRefused for a URL that could never be fetched, without network access. */
  checkUrl(url: string): void
  /** The target for `post`; throws like checkUrl. */
  postTarget(url: string): PostTarget
  post: GuardedPost
  close(): Promise<void>
}

export function openOutbound(policy: OutboundPolicy, options: DialOptions = {}): Outbound {
  const rules = outboundRules(policy)
  const agent = guardedAgent(rules, options)
  return {
    checkUrl: url => void rules.checkUrl(url),
    postTarget: cacheTargets(url => {
      const { origin, pathname, search } = rules.checkUrl(url)
      return { origin, path: pathname + search }
    }),
    post: guardedPost(agent),
    close: () => agent.destroy(),
    async guardedFetch(url, request) {
      const timer = startTimer(request.timeoutMs)
      try {
        return await follow(agent, rules.checkUrl, url, request, timer)
      } catch (error) {
        timer.stop()
        throw asOutboundError(error)
      }
    },
  }
}

const maxTargets = 1_000

/** Checking a URL costs more than signing a notification, and listeners have few URLs. */
function cacheTargets(parse: (url: string) => PostTarget): (url: string) => PostTarget {
  const known = new Map<string, PostTarget>()
  return url => {
    const before = known.get(url)
    if (before) return before
    const target = parse(url)
    if (known.size >= maxTargets) known.clear()
    known.set(url, target)
    return target
  }
}

interface Timer {
  signal: AbortSignal
  stop(): void
}

function startTimer(timeoutMs: number): Timer {
  const controller = new AbortController()
  const timeout = setTimeout(() => {
    controller.abort(new OutboundFailed('timeout', `No complete response within ${timeoutMs / 1000} seconds`))
  }, timeoutMs)
  // While a request is open, its socket keeps the process running.
  timeout.unref()
  return { signal: controller.signal, stop: () => clearTimeout(timeout) }
}

async function follow(
  agent: Agent,
  checkUrl: (url: string) => URL,
  start: string,
  request: GuardedRequest,
  timer: Timer,
): Promise<GuardedResponse> {
  const { maxRedirects = 0 } = request
  let target: Target = { url: checkUrl(start), method: request.method ?? 'GET', headers: {}, body: request.body }
  for (const [name, value] of Object.entries(request.headers ?? {})) target.headers[name.toLowerCase()] = value
  for (let redirects = 0; ; redirects++) {
    const connection: UsedConnection = {}
    const received = await send(agent, target, connection, timer.signal)
    const location = maxRedirects > 0 ? redirectLocation(received) : undefined
    if (location === undefined) return response(received, target.url, connection, request, timer)
    received.body.on('error', () => {}).destroy()
    if (redirects === maxRedirects) throw new OutboundFailed('redirects', 'There were too many redirects')
    target = redirect(target, received.statusCode, checkUrl(URL.parse(location, target.url)?.href ?? location))
  }
}

interface Target {
  url: URL
  method: 'GET' | 'HEAD' | 'POST'
  headers: Record<string, string>
  body: string | Uint8Array | undefined
}

function send(agent: Agent, { url, method, headers, body }: Target, opaque: UsedConnection, signal: AbortSignal) {
  return agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: { 'user-agent': 'Tessera', 'accept-encoding': 'identity', ...headers },
    body: body ?? null,
    signal,
    opaque,
  })
}

function redirectLocation({ statusCode, headers }: Dispatcher.ResponseData<unknown>): string | undefined {
  const isRedirect = [301, 302, 303, 307, 308].includes(statusCode)
  return isRedirect && typeof headers.location === 'string' ? headers.location : undefined
}

// Follows browsers: 307 and 308 repeat the request, the others continue with GET.
function redirect(from: Target, status: number, url: URL): Target {
  const isRepeated = status === 307 || status === 308 || from.method !== 'POST'
  const dropped = [
    ...(url.origin === from.url.origin ? [] : ['authorization', 'cookie', 'proxy-authorization', 'host']),
    ...(isRepeated ? [] : ['content-type', 'content-length', 'content-encoding', 'content-language']),
  ]
  const headers = Object.fromEntries(Object.entries(from.headers).filter(([name]) => !dropped.includes(name)))
  return { url, headers, method: isRepeated ? from.method : 'GET', body: isRepeated ? from.body : undefined }
}

function response(
  received: Dispatcher.ResponseData<unknown>,
  url: URL,
  connection: UsedConnection,
  request: GuardedRequest,
  timer: Timer,
): GuardedResponse {
  const { maxBytes, whenLarger = 'fail' } = request
  if (whenLarger === 'fail' && request.method !== 'HEAD' && Number(received.headers['content-length']) > maxBytes) {
    received.body.on('error', () => {}).destroy()
    throw tooLarge(maxBytes)
  }
  return {
    status: received.statusCode,
    headers: received.headers,
    body: limitedBody(received.body, maxBytes, whenLarger, timer),
    address: connection.client?.address ?? '',
    url: url.href,
  }
}

async function* limitedBody(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  whenLarger: 'fail' | 'cut',
  timer: Timer,
): AsyncGenerator<Uint8Array> {
  let left = maxBytes
  try {
    for await (const chunk of body) {
      if (chunk.length > left) {
        if (whenLarger === 'fail') throw tooLarge(maxBytes)
        yield chunk.subarray(0, left)
        return
      }
      left -= chunk.length
      yield chunk
    }
  } catch (error) {
    throw asOutboundError(error)
  } finally {
    timer.stop()
  }
}

function tooLarge(maxBytes: number): OutboundFailed {
  return new OutboundFailed('too-large', `The response is larger than ${maxBytes} bytes`)
}
