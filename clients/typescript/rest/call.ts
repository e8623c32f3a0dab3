// One call: its attempts over the connection, each with the current token, until there is a final response.

import type { CallableOperation } from './call-table.ts'
import { ConnectionError, TesseraError } from './errors.ts'
import { type ReceivedResponse, readResponse } from './read-response.ts'
import { type PreparedRequest, prepareRequest } from './request.ts'
import { pause, pauseAfter } from './retries.ts'

/** An access token, or a function that returns one. After a 401 it is called once more with the refused token. */
export type TokenSource = string | ((refused: string | null) => string | null | Promise<string | null>)

export interface Connection {
  readonly base: string
  readonly token: TokenSource | null
  readonly fetch: typeof fetch
  readonly retries: number
  readonly timeoutMs: number
  readonly userAgent: string | undefined
}

export async function call(connection: Connection, operation: CallableOperation, args: readonly unknown[]) {
  const request = prepareRequest(connection.base, operation, args)
  const { signal, ifMatch } = request.options
  const rules = {
    isKeyed: operation.repeat === 'keyed',
    // With If-Match, a second run would fail with a conflict that the first run caused itself.
    isRepeatable: ifMatch === undefined && operation.repeat !== 'never',
  }
  for (let retry = 0; ; retry += 1) {
    try {
      return await tryOnce(connection, operation, request)
    } catch (failure) {
      const pauseMs = retry < connection.retries ? pauseAfter(failure, retry, rules) : null
      if (pauseMs === null) throw failure
      await pause(pauseMs, signal)
    }
  }
}

async function tryOnce(
  connection: Connection,
  operation: CallableOperation,
  request: PreparedRequest,
): Promise<unknown> {
  const { token } = connection
  if (typeof token !== 'function') return exchange(connection, operation, request, token)
  const first = await token(null)
  try {
    return await exchange(connection, operation, request, first)
  } catch (failure) {
    if (!(failure instanceof TesseraError) || failure.status !== 401) throw failure
    const second = await token(first)
    if (second === first) throw failure
    return exchange(connection, operation, request, second)
  }
}

async function exchange(
  connection: Connection,
  operation: CallableOperation,
  request: PreparedRequest,
  token: string | null,
) {
  const headers = new Headers(request.headers)
  if (token && !headers.has('Authorization')) headers.set('Authorization', bearer(token))
  if (connection.userAgent && !headers.has('User-Agent')) headers.set('User-Agent', connection.userAgent)
  return readResponse(operation.id, await send(connection, operation, request, headers))
}

const bearer = (token: string) => (/^bearer /i.test(token) ? token : `Bearer ${token}`)

async function send(
  connection: Connection,
  operation: CallableOperation,
  { url, method, body, options }: PreparedRequest,
  headers: Headers,
): Promise<ReceivedResponse> {
  const timeoutMs = options.timeoutMs ?? connection.timeoutMs + uploadMs(body)
  const limit = limitTime(timeoutMs, options.signal)
  try {
    const response = await connection.fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: limit.signal,
      ...(body === undefined ? {} : { body }),
    })
    const { status } = response
    // An error is JSON in any case.
    if (operation.content && response.ok) return { status, headers: response.headers, file: await response.blob() }
    return { status, headers: response.headers, text: await response.text() }
  } catch (cause) {
    options.signal?.throwIfAborted()
    const isTimeout = limit.signal.aborted
    const what = isTimeout ? `no response within ${timeoutMs} ms` : reasonOf(cause)
    throw new ConnectionError(`${method} ${url}: ${what}`, { operation: operation.id, isTimeout, cause })
  } finally {
    limit.end()
  }
}

/** The extra time for a file: what it needs at 100 kilobytes per second. */
const uploadMs = (body: string | Blob | undefined) => (body instanceof Blob ? Math.ceil(body.size / 100) : 0)

// Not AbortSignal.any and AbortSignal.timeout: they keep a long-lived signal of the caller referenced after the call.
function limitTime(timeoutMs: number, signal: AbortSignal | undefined) {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = timeoutMs <= maxTimerMs ? setTimeout(abort, timeoutMs) : undefined
  signal?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    },
  }
}

/** A timer set for longer fires at once. */
const maxTimerMs = 2 ** 31 - 1

// fetch only reports that it failed; the reason is in the cause.
function reasonOf(failure: unknown): string {
  const { message, cause } = failure as { message?: string; cause?: { message?: string; code?: string } }
  return cause?.message || cause?.code || message || String(failure)
}
