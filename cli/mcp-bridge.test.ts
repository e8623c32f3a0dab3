import assert from 'node:assert/strict'
import { ReadableStream } from 'node:stream/web'
import { test } from 'node:test'
import { McpBridge } from './mcp-bridge.ts'

type Respond = (init: RequestInit & { headers: Record<string, string>; body: string }) => Promise<Response>

/** A bridge to a server that responds with these, one after the other. */
function bridgeTo(...responds: Respond[]) {
  const sent: Record<string, unknown>[] = []
  const requests: { headers: Record<string, string>; body: string }[] = []
  const refused: (string | null | undefined)[] = []
  const bridge = new McpBridge({
    endpoint: 'http://board.example/mcp',
    token: async last => {
      refused.push(last)
      return last ? `${last}+` : 'first'
    },
    send: message => sent.push(message as Record<string, unknown>),
    log: () => {},
    pauseMs: 0,
    fetch: async (_url, init) => {
      const request = init as Parameters<Respond>[0]
      requests.push(request)
      return await (responds.shift() as Respond)(request)
    },
  })
  const ask = async (...messages: object[]) => {
    for (const message of messages) bridge.receive(JSON.stringify(message))
    await bridge.idle()
  }
  return { bridge, sent, requests, refused, ask }
}

const json = (body: object, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
const done = async () => json({ jsonrpc: '2.0', id: 1, result: {} })
const lost = (code: string) => async () => {
  throw new TypeError('fetch failed', { cause: { code } })
}
const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'look' } }

test('[MCP-31] what a message says is in the headers of its request', async () => {
  const { requests, ask } = bridgeTo(
    async () => json({ jsonrpc: '2.0', id: 0, result: { protocolVersion: '2025-11-25' } }),
    done,
    done,
  )
  await ask({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} })
  await ask(call)
  const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
  await ask({ ...call, params: { name: 'ä', _meta: meta } })
  const seen = requests.map(({ headers }) => [
    headers['mcp-protocol-version'],
    headers['mcp-method'],
    headers['mcp-name'],
  ])
  assert.deepEqual(seen, [
    [undefined, 'initialize', undefined],
    ['2025-11-25', 'tools/call', 'look'],
    ['2026-07-28', 'tools/call', '=?base64?w6Q=?='],
  ])
})

test('[MCP-31] a server that is not there yet is asked again', async () => {
  const { sent, requests, ask } = bridgeTo(lost('ECONNREFUSED'), lost('ENOTFOUND'), done)
  await ask(call)
  assert.equal(requests.length, 3)
  assert.deepEqual(sent, [{ jsonrpc: '2.0', id: 1, result: {} }])
})

test('[MCP-31] a request whose answer was lost is not repeated, because it may have happened', async () => {
  const { sent, requests, ask } = bridgeTo(lost('ECONNRESET'))
  await ask(call)
  assert.equal(requests.length, 1)
  assert.deepEqual(sent, [{ jsonrpc: '2.0', id: 1, error: { code: -32_000, message: 'ECONNRESET' } }])
})

test('[MCP-31] a refused token is renewed once', async () => {
  const refuse = async () => json({ error: { code: 'Unauthorized', message: 'no' } }, 401)
  const renewed = bridgeTo(refuse, done)
  await renewed.ask(call)
  assert.deepEqual(
    renewed.requests.map(({ headers }) => headers.authorization),
    ['Bearer first', 'Bearer first+'],
  )
  const ended = bridgeTo(refuse, refuse)
  await ended.ask(call)
  assert.deepEqual(ended.sent, [{ jsonrpc: '2.0', id: 1, error: { code: -32_000, message: 'no' } }])
})

test('[MCP-31] events of a stream are passed on one by one', async () => {
  const text =
    'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n: alive\n\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n'
  const chunks = [text.slice(0, 40), text.slice(40)].map(part => new TextEncoder().encode(part))
  const { sent, ask } = bridgeTo(
    async () =>
      new Response(ReadableStream.from(chunks) as never, { headers: { 'content-type': 'text/event-stream' } }),
  )
  await ask(call)
  assert.deepEqual(
    sent.map(one => one.method ?? one.id),
    ['notifications/progress', 1],
  )
})

test('[MCP-31] a missing scope is named, and a line that is no message is an error', async () => {
  const challenge = { 'www-authenticate': 'Bearer error="insufficient_scope", scope="write read"' }
  const { bridge, sent, ask } = bridgeTo(async () => json({}, 403, challenge))
  await ask(call)
  bridge.receive('{"half')
  assert.deepEqual(
    sent.map(({ error }) => error),
    [
      { code: -32_000, message: 'The token lacks a scope. Required: write read' },
      { code: -32_700, message: 'Not a JSON object' },
    ],
  )
})

test('[MCP-31] a cancelled request is ended and gets no answer', async () => {
  const started = Promise.withResolvers<void>()
  const { bridge, sent } = bridgeTo(
    ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')))
        started.resolve()
      }),
  )
  bridge.receive(JSON.stringify(call))
  await started.promise
  bridge.receive(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }))
  await bridge.idle()
  assert.deepEqual(sent, [])
})
