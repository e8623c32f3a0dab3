// A small HTTP server: it records what arrives and responds as a test says, including faults of the network. It knows
// none of the service's rules.

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { type Client, type ConnectOptions, connect } from '@tessera/client'

export interface ReceivedRequest {
  readonly method: string
  /** The path as it was sent, without the query. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

/**
 * An object is sent as JSON, a string unchanged; `drop` breaks the connection, `cut` breaks it halfway, `hang` sends
 * nothing.
 */
export interface ScriptedResponse {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: object | string
}

export type Answers = (request: ReceivedRequest, count: number) => ScriptedResponse | 'drop' | 'cut' | 'hang'

export interface Wire {
  readonly url: string
  readonly received: readonly ReceivedRequest[]
  readonly client: Client
}

/** Starts a server for the time of a test, and connects to it. */
export async function startWire(
  t: TestContext,
  answers: Answers = () => ok(),
  options: Partial<ConnectOptions> = {},
): Promise<Wire> {
  const received: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const one = await receive(request)
    received.push(one)
    answer(response, answers(one, received.length))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    return new Promise(resolve => server.close(resolve))
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, received, client: connect({ url, token: 'secret', ...options }) }
}

export const ok = (body: object = { message: 'done' }): ScriptedResponse => ({ body })

export const refusal = (
  status: number,
  code: string,
  more: { headers?: ScriptedResponse['headers']; error?: object } = {},
): ScriptedResponse => ({
  status,
  headers: more.headers ?? {},
  body: { error: { code, message: `because of ${code}`, request_id: 'request-1', ...more.error } },
})

export const json = ({ bytes }: ReceivedRequest) => JSON.parse(bytes.toString())

/** Parsed with the platform's own parser. */
export const form = ({ bytes, headers }: ReceivedRequest): Promise<FormData> =>
  new Response(new Uint8Array(bytes), { headers: { 'Content-Type': headers['content-type'] ?? '' } }).formData()

async function receive(request: IncomingMessage): Promise<ReceivedRequest> {
  const [path, query] = (request.url ?? '').split('?')
  return {
    method: request.method ?? '',
    path: path ?? '',
    query: Object.fromEntries(new URLSearchParams(query)),
    headers: request.headers,
    bytes: await buffer(request),
  }
}

function answer(response: ServerResponse, reply: ReturnType<Answers>) {
  if (reply === 'hang') return
  if (reply === 'drop') return response.destroy()
  if (reply === 'cut') {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 })
    return response.write('{"message":', () => response.destroy())
  }
  const isText = typeof reply.body === 'string'
  response.writeHead(reply.status ?? 200, {
    'Content-Type': isText ? 'text/html' : 'application/json',
    ...reply.headers,
  })
  response.end(isText ? reply.body : JSON.stringify(reply.body))
}
