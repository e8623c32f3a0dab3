// Requests to addresses that people give us (listeners, pictures by url, web pages): only where the policy allows, within limits
// of time and size, and never with what was meant for one server sent to another.
import type { Agent, Dispatcher } from 'undici'
import { type Dialled, type DialOptions, guardedAgent } from './guarded-dial.ts'
import { type GuardedPost, guardedPost, type PostTarget } from './guarded-post.ts'
import { asOutboundError, OutboundFailed } from './outbound-failed.ts'
import { type OutboundPolicy, outboundRules } from './outbound-policy.ts'

interface GuardedRequest {
  method?: 'GET' | 'HEAD' | 'POST'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** For everything from the first look-up to the last byte, redirects included. */
  timeoutMs: number
  /** The largest body; bodies are never decompressed, so this is also what crosses the network. */
  maxBytes: number
  /** Whether a larger body is an error (the default) or ends at the limit. */
  whenLarger?: 'fail' | 'cut'
  /** With 0, the default, a redirect is an answer like any other. */
  maxRedirects?: number
}

export interface GuardedResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** To be read to its end or broken off; what is not read at all ends with the time limit. */
  body: AsyncIterable<Uint8Array>
  /** The IP address that answered. */
  address: string
  /** Where redirects led. */
  url: string
}

/** Throws OutboundRefused or OutboundFailed, also while the body is read. */
export type GuardedFetch = (url: string, request: GuardedRequest) => Promise<GuardedResponse>

export interface Outbound {
  guardedFetch: GuardedFetch
  /** Throws OutboundRefused for a url that could never be fetched, without asking the network. */
  checkUrl(url: string): void
  /** The address as `post` takes it; throws like checkUrl. */
  postTarget(url: string): PostTarget
  post: GuardedPost
  close(): Promise<void>
}

export function openOutbound(policy: OutboundPolicy, options: DialOptions = {}): Outbound {
  const rules = outboundRules(policy)
  const agent = guardedAgent(rules, options)
  return {
    checkUrl: url => void rules.checkUrl(url),
    postTarget: remembered(url => {
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

const mostTargets = 1_000

/** Checking the same few addresses time and again would cost more than signing what is sent there. */
function remembered(take: (url: string) => PostTarget): (url: string) => PostTarget {
  const known = new Map<string, PostTarget>()
  return url => {
    const before = known.get(url)
    if (before) return before
    const target = take(url)
    if (known.size >= mostTargets) known.clear()
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
    controller.abort(new OutboundFailed('timeout', `No complete answer came within ${timeoutMs / 1000} seconds`))
  }, timeoutMs)
  // As long as there is something to end, its socket keeps the process going.
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
    const dialled: Dialled = {}
    const answer = await send(agent, target, dialled, timer.signal)
    const location = maxRedirects > 0 ? redirectLocation(answer) : undefined
    if (location === undefined) return response(answer, target.url, dialled, request, timer)
    answer.body.on('error', () => {}).destroy()
    if (redirects === maxRedirects) throw new OutboundFailed('redirects', 'There were too many redirects')
    target = redirected(target, answer.statusCode, checkUrl(URL.parse(location, target.url)?.href ?? location))
  }
}

interface Target {
  url: URL
  method: 'GET' | 'HEAD' | 'POST'
  headers: Record<string, string>
  body: string | Uint8Array | undefined
}

function send(agent: Agent, { url, method, headers, body }: Target, opaque: Dialled, signal: AbortSignal) {
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

// As browsers do it: 307 and 308 repeat the request, the others ask again with GET.
function redirected(from: Target, status: number, url: URL): Target {
  const isRepeated = status === 307 || status === 308 || from.method !== 'POST'
  const dropped = [
    ...(url.origin === from.url.origin ? [] : ['authorization', 'cookie', 'proxy-authorization', 'host']),
    ...(isRepeated ? [] : ['content-type', 'content-length', 'content-encoding', 'content-language']),
  ]
  const headers = Object.fromEntries(Object.entries(from.headers).filter(([name]) => !dropped.includes(name)))
  return { url, headers, method: isRepeated ? from.method : 'GET', body: isRepeated ? from.body : undefined }
}

function response(
  answer: Dispatcher.ResponseData<unknown>,
  url: URL,
  dialled: Dialled,
  request: GuardedRequest,
  timer: Timer,
): GuardedResponse {
  const { maxBytes, whenLarger = 'fail' } = request
  if (whenLarger === 'fail' && request.method !== 'HEAD' && Number(answer.headers['content-length']) > maxBytes) {
    answer.body.on('error', () => {}).destroy()
    throw tooLarge(maxBytes)
  }
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: limitedBody(answer.body, maxBytes, whenLarger, timer),
    address: dialled.client?.address ?? '',
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
  return new OutboundFailed('too-large', `The answer is larger than ${maxBytes} bytes`)
}
