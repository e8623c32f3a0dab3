// Passes MCP messages on to a server over HTTP, each in a request of its own. The server keeps no session, so a lost
// connection costs only the request that was under way; one that could not be sent is sent again.

import { readEventData } from './event-data.ts'

export interface McpBridgeOptions {
  readonly endpoint: string
  /** Gets another token after the server refused one. */
  readonly token: (refused?: string | null) => Promise<string>
  /** Sends a message to the agent. */
  readonly send: (message: unknown) => void
  readonly log: (text: string) => void
  readonly fetch?: typeof fetch
  /** The delay between attempts to reach the server. */
  readonly pauseMs?: number
}

interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
}

const attempts = 5
const versionKey = 'io.modelcontextprotocol/protocolVersion'
/** The JSON-RPC codes for a message that is not JSON, and for errors of a server. */
const parseError = -32_700
const serverError = -32_000

export class McpBridge {
  readonly #options: McpBridgeOptions
  readonly #pending = new Map<string | number, AbortController>()
  readonly #running = new Set<Promise<void>>()
  /** The revision that `initialize` agreed on; later revisions name theirs in every message. */
  #version: string | undefined

  constructor(options: McpBridgeOptions) {
    this.#options = options
  }

  receive(line: string): void {
    if (line.trim() === '') return
    const message = parse(line)
    if (message === null) {
      this.#options.send({ jsonrpc: '2.0', id: null, error: { code: parseError, message: 'Not a JSON object' } })
      return
    }
    if (message.method === 'notifications/cancelled') {
      // The server treats the end of the request as a cancellation.
      this.#pending.get(message.params?.requestId as string | number)?.abort()
      return
    }
    const run = this.#forward(message, line).finally(() => this.#running.delete(run))
    this.#running.add(run)
  }

  /** Resolves once every message has its response. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running)
  }

  close(): void {
    for (const controller of this.#pending.values()) controller.abort()
  }

  async #forward(message: Message, body: string): Promise<void> {
    const { id } = message
    const controller = new AbortController()
    if (id !== undefined) this.#pending.set(id, controller)
    try {
      const response = await this.#post(message, body, controller.signal)
      await this.#answer(message, response)
    } catch (error) {
      if (!controller.signal.aborted) this.#fail(message, reasonOf(error))
    } finally {
      if (id !== undefined) this.#pending.delete(id)
    }
  }

  async #post(message: Message, body: string, signal: AbortSignal): Promise<Response> {
    const { endpoint, token, fetch: send = fetch } = this.#options
    let current = await token(null)
    for (let attempt = 1, hasRenewed = false; ; attempt += 1) {
      const headers = { ...this.#headersOf(message), authorization: `Bearer ${current}` }
      try {
        const response = await send(endpoint, { method: 'POST', headers, body, signal, redirect: 'error' })
        if (response.status !== 401 || hasRenewed) return response
        hasRenewed = true
        const next = await token(current)
        if (next === current) return response
        current = next
      } catch (error) {
        if (signal.aborted || attempt === attempts || !wasNotSent(error)) throw error
        this.#options.log(`${endpoint} cannot be reached (${reasonOf(error)}); trying again`)
        await pause((this.#options.pauseMs ?? 1_000) * attempt, signal)
      }
    }
  }

  /** HTTP requires some fields of the message in headers, too. */
  #headersOf({ method, params }: Message): Record<string, string> {
    const meta = params?._meta as Readonly<Record<string, unknown>> | undefined
    const version = typeof meta?.[versionKey] === 'string' ? meta[versionKey] : this.#version
    const named = params?.name ?? params?.uri ?? params?.taskId
    return {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(version === undefined ? {} : { 'mcp-protocol-version': version }),
      ...(method === undefined ? {} : { 'mcp-method': method }),
      ...(typeof named === 'string' && method !== 'initialize' ? { 'mcp-name': headerValue(named) } : {}),
    }
  }

  async #answer(message: Message, response: Response): Promise<void> {
    const type = response.headers.get('content-type') ?? ''
    if (type.startsWith('text/event-stream') && response.body) {
      for await (const data of readEventData(response.body)) this.#pass(message, JSON.parse(data))
      return
    }
    const text = await response.text()
    const reply = type.startsWith('application/json') ? parse(text) : null
    if (reply && 'jsonrpc' in reply) return this.#pass(message, reply)
    if (!response.ok) this.#fail(message, refusalOf(response, reply))
  }

  #pass(message: Message, reply: unknown): void {
    const { result } = reply as { result?: { protocolVersion?: string } }
    if (message.method === 'initialize' && result?.protocolVersion) this.#version = result.protocolVersion
    this.#options.send(reply)
  }

  #fail({ id }: Message, reason: string): void {
    this.#options.log(reason)
    if (id !== undefined) this.#options.send({ jsonrpc: '2.0', id, error: { code: serverError, message: reason } })
  }
}

function parse(text: string): Message | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** Only these errors mean that the server has not received the request. */
const wasNotSent = (error: unknown) =>
  ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH'].includes(
    String((error as { cause?: { code?: string } }).cause?.code),
  )

function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } }
  return cause?.message || cause?.code || message || String(error)
}

function refusalOf(response: Response, reply: object | null): string {
  const scope = /scope="([^"]+)"/.exec(response.headers.get('www-authenticate') ?? '')?.[1]
  if (response.status === 403 && scope) return `The token lacks a scope. Required: ${scope}`
  const problem = (reply as { error?: { message?: string } } | null)?.error?.message
  return problem ?? `The server responded with status ${response.status}`
}

/** Values other than plain text are sent as base64, with a marker. */
const headerValue = (value: string) =>
  /^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(value) && !value.startsWith('=?base64?')
    ? value
    : `=?base64?${Buffer.from(value).toString('base64')}?=`

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true })
  })
