// Posting to addresses that people give us, at a rate: the lean sibling of guarded-fetch.ts over the same guarded
// connections. No redirects, nothing streamed; of the answer only the status, Retry-After and the first bytes are kept.

import type { Agent, Dispatcher } from 'undici'
import type { Dialled } from './guarded-dial.ts'
import { asOutboundError, OutboundFailed } from './outbound-failed.ts'

/** An address that may be tried, taken apart once. */
export interface PostTarget {
  readonly origin: string
  readonly path: string
}

export interface PostRequest {
  /** Names and values in turns. */
  readonly headers: string[]
  readonly body: Uint8Array
  /** For everything from the first look-up to the last byte. */
  readonly timeoutMs: number
  /** How much of the answer's body is kept; an answer with more ends there. */
  readonly keepBytes: number
  readonly signal?: AbortSignal
}

export interface PostAnswer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly body: Uint8Array
}

/** Throws OutboundRefused or OutboundFailed. */
export type GuardedPost = (target: PostTarget, request: PostRequest) => Promise<PostAnswer>

export const guardedPost =
  (agent: Agent): GuardedPost =>
  async (target, request) => {
    const dialled: Dialled = {}
    const startedAt = performance.now()
    try {
      return await exchange(agent, target, request, dialled)
    } catch (error) {
      // A kept connection may have been closed from the other side just now, which says nothing of the receiver.
      if (dialled.isKept !== true || !isClosed(error)) throw asOutboundError(error)
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

const exchange = (agent: Agent, { origin, path }: PostTarget, request: PostRequest, opaque: Dialled) =>
  new Promise<PostAnswer>((resolve, reject) => {
    const { headers, body } = request
    const exchanged = new Exchange(request, resolve, reject)
    agent.dispatch({ origin, path, method: 'POST', headers, body, opaque } as Dispatcher.DispatchOptions, exchanged)
  })

class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: PostRequest
  readonly #resolve: (answer: PostAnswer) => void
  readonly #reject: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  #control: Dispatcher.DispatchController | undefined
  #fault: Error | undefined
  #status = 0
  #retryAfter: string | undefined
  #kept: Uint8Array[] = []
  #left: number

  constructor(request: PostRequest, resolve: (answer: PostAnswer) => void, reject: (error: unknown) => void) {
    this.#request = request
    this.#resolve = resolve
    this.#reject = reject
    this.#left = request.keepBytes
    this.#timer = setTimeout(this.#late, request.timeoutMs)
    request.signal?.addEventListener('abort', this.#stop, { once: true })
  }

  onRequestStart(control: Dispatcher.DispatchController): void {
    this.#control = control
    if (this.#fault) control.abort(this.#fault)
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
    if (chunk.length > 0) this.#kept.push(chunk.subarray(0, this.#left))
    this.#left -= chunk.length
    if (this.#left >= 0) return
    this.#answer()
    control.abort(new OutboundFailed('too-large', 'The rest of the answer is of no interest'))
  }

  onResponseEnd(): void {
    this.#answer()
  }

  onResponseError(_control: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error)
  }

  #late = () => {
    const { timeoutMs } = this.#request
    this.#fail(new OutboundFailed('timeout', `No complete answer came within ${timeoutMs / 1000} seconds`))
  }

  #stop = () => this.#fail(this.#request.signal?.reason as Error)

  #answer(): void {
    this.#end()
    const [only = nothing, ...more] = this.#kept
    const body = more.length === 0 ? only : Buffer.concat(this.#kept)
    this.#resolve({ status: this.#status, retryAfter: this.#retryAfter, body })
  }

  /** While the connection is still being made there is nothing to abort; that is then done as soon as there is. */
  #fail(error: Error): void {
    if (this.#fault) return
    this.#fault = error
    this.#end()
    this.#reject(error)
    this.#control?.abort(error)
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#request.signal?.removeEventListener('abort', this.#stop)
  }
}

const nothing = new Uint8Array()
