// Local HTTP servers and assertions for tests of outgoing requests.
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import type { DialOptions } from '../platform/outbound/guarded-dial.ts'
import { type GuardedResponse, type Outbound, openOutbound } from '../platform/outbound/guarded-fetch.ts'
import { OutboundFailed, type OutboundFailureReason } from '../platform/outbound/outbound-failed.ts'
import { type OutboundPolicy, OutboundRefused } from '../platform/outbound/outbound-policy.ts'

export const limits = { timeoutMs: 60_000, maxBytes: 100_000 }
export const local: OutboundPolicy = { allowPrivate: true, allow: [] }

export function echo(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    const { method, url, headers } = request
    const body = Buffer.concat(chunks).toString()
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ method, url, headers, body }))
  })
}

export function redirectTo(status: number, location: string): RequestListener {
  return (_request, response) => response.writeHead(status, { location }).end()
}

export interface Listening {
  server: Server
  port: number
  origin: string
  outbound: Outbound
}

export function withServer<T>(
  handler: RequestListener,
  body: (listening: Listening) => Promise<T>,
  dialing: DialOptions = {},
): Promise<T> {
  return withListening(createServer(handler), body, dialing)
}

export async function withListening<T>(
  server: Server,
  body: (listening: Listening) => Promise<T>,
  dialing: DialOptions = {},
): Promise<T> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const outbound = openOutbound(local, dialing)
  try {
    return await body({ server, port, origin: `http://127.0.0.1:${port}`, outbound })
  } finally {
    await outbound.close()
    await new Promise(resolve => server.close(resolve))
  }
}

export async function withOutbound(
  policy: OutboundPolicy,
  options: DialOptions,
  body: (outbound: Outbound) => Promise<void>,
) {
  const outbound = openOutbound(policy, options)
  try {
    await body(outbound)
  } finally {
    await outbound.close()
  }
}

// A connection can be reused one turn of the event loop after its response has ended.
export function aTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(() => setImmediate(resolve)))
}

export function ip(address: string): { address: string; family: number } {
  return { address, family: 4 }
}

export async function bytes(response: GuardedResponse): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of response.body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export async function text(response: GuardedResponse): Promise<string> {
  return String(await bytes(response))
}

export async function refuses(fetched: Promise<unknown>): Promise<OutboundRefused> {
  const error = await fetched.then(
    () => assert.fail('should be refused'),
    error => error,
  )
  assert.ok(error instanceof OutboundRefused, String(error))
  return error
}

export async function fails(fetched: Promise<unknown>, reason: OutboundFailureReason): Promise<OutboundFailed> {
  const error = await fetched.then(
    () => assert.fail('should fail'),
    error => error,
  )
  assert.ok(error instanceof OutboundFailed, String(error))
  assert.equal(error.reason, reason, error.message)
  return error
}
