// POST requests to user-supplied URLs at a high rate, over the same guarded connections as guarded-fetch.ts. No redirects and
// no streaming; of the response only the status, Retry-After and the first bytes are kept.

import type { Agent, Dispatcher } from 'undici'
import type { UsedConnection } from './guarded-dial.ts'
import { AddressBusy, asOutboundError, OutboundFailed } from './outbound-failed.ts'

/** A checked URL, parsed once. */
export interface PostTarget {
  readonly origin: string
  readonly path: string
}

export interface PostRequest {
  /** Alternating names and values. */
  readonly headers: string[]
  readonly body: Uint8Array
  /** The time from name resolution to the last byte. */
  readonly timeoutMs: number
  /** The response body is cut off at this length. */
  readonly maxBodyBytes: number
  readonly signal?: AbortSignal
  /** Called with the address of the connection before anything is sent. If it returns false, AddressBusy is thrown. */
  readonly mayUse?: (address: string) => boolean
}

export interface PostResponse {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly body: Uint8Array
}

/** Throws OutboundRefused or OutboundFailed. */
export type GuardedPost = (target: PostTarget, request: PostRequest) => Promise<PostResponse>

export const guardedPost =
  (agent: Agent): GuardedPost =>
  async (target, request) => {
    const connection: UsedConnection = {}
    const startedAt = performance.now()
    try {
      return await exchange(agent, target, request, connection)
    } catch (error) {
      // The receiver may just have closed a reused connection, which is not a failure: the request is retried on a new
      // one.
      if (connection.isReused !== true || !isClosed(error)) throw asOutboundError(error)
    }
    try {
      const timeoutMs = request.timeoutMs - (performance.now() - startedAt)
      return await exchange(agent, target, { ...request, timeoutMs }, {})
    } catch (error) {
      throw asOutboundError(error)
    }
  }

const isClosed = (error: unknown) =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes((error as { code?: string }).code ?? '')

const exchange = (agent: Agent, { origin, path }: PostTarget, request: PostRequest, opaque: UsedConnection) =>
  new Promise<PostResponse>((resolve, reject) => {
    const { headers, body } = request
    const exchanged = new Exchange(request, opaque, { resolve, reject })
    agent.dispatch({ origin, path, method: 'POST', headers, body, opaque } as Dispatcher.DispatchOptions, exchanged)
  })

class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: PostRequest
  readonly #connection: UsedConnection
  readonly #resolve: (response: PostResponse) => void
  readonly #reject: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  #control: Dispatcher.DispatchController | undefined
  #failure: Error | undefined
  #status = 0
  #retryAfter: string | undefined
  #chunks: Uint8Array[] = []
  #left: number

  constructor(
    request: PostRequest,
    connection: UsedConnection,
    { resolve, reject }: { resolve: (response: PostResponse) => void; reject: (error: unknown) => void },
  ) {
    this.#request = request
    this.#connection = connection
    this.#resolve = resolve
    this.#reject = reject
    this.#left = request.maxBodyBytes
    this.#timer = setTimeout(this.#onTimeout, request.timeoutMs)
    request.signal?.addEventListener('abort', this.#onAbort, { once: true })
  }

  onRequestStart(control: Dispatcher.DispatchController): void {
    this.#control = control
    const address = this.#connection.client?.address ?? ''
    if (this.#failure) control.abort(this.#failure)
    else if (this.#request.mayUse?.(address) === false) this.#fail(new AddressBusy(address))
  }

  onResponseStart(
    _control: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status
    const after = headers['retry-after']
    this.#retryAfter = typeof after === 'string' ? after : after?.[0]
  }

  onResponseData(control: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (chunk.length > 0) this.#chunks.push(chunk.subarray(0, this.#left))
    this.#left -= chunk.length
    if (this.#left >= 0) return
    this.#succeed()
    control.abort(new OutboundFailed('too-large', 'The rest of the response is not needed'))
  }

  onResponseEnd(): void {
    this.#succeed()
  }

  onResponseError(_control: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error)
  }

  #onTimeout = () => {
    const { timeoutMs } = this.#request
    this.#fail(new OutboundFailed('timeout', `No complete response within ${timeoutMs / 1000} seconds`))
  }

  #onAbort = () => this.#fail(this.#request.signal?.reason as Error)

  #succeed(): void {
    this.#end()
    const [only = nothing, ...more] = this.#chunks
    const body = more.length === 0 ? only : Buffer.concat(this.#chunks)
    this.#resolve({ status: this.#status, retryAfter: this.#retryAfter, body })
  }

  /** While the connection is being opened there is nothing to abort yet; onRequestStart aborts it then. */
  #fail(error: Error): void {
    if (this.#failure) return
    this.#failure = error
    this.#end()
    this.#reject(error)
    this.#control?.abort(error)
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#request.signal?.removeEventListener('abort', this.#onAbort)
  }
}

const nothing = new Uint8Array()
