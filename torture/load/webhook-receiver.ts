// Receives the notifications of every board, and checks their signatures and that each listener gets the events in
// order.

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { Violations } from '../violations.ts'

export interface WebhookReceiver {
  url(board: string): string
  /** Notifications of this board are signed with this secret. */
  expect(board: string, secret: string): void
  /** The ids of the events that arrived, by seq. */
  received(board: string): ReadonlyMap<number, string>
  /** The seq of the first event that came. */
  firstOf(board: string): number
  readonly count: number
  close(): void
}

interface Listener {
  readonly webhook: Webhook
  readonly ids: Map<number, string>
  first: number
  last: number
}

export async function startWebhookReceiver(violations: Violations): Promise<WebhookReceiver> {
  const listeners = new Map<string, Listener>()
  let count = 0
  const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
    const text = await readText(request)
    const listener = listeners.get((request.url ?? '').slice(1))
    if (listener) accept(listener, text, request)
    count += 1
    response.end()
  })
  const accept = (listener: Listener, text: string, { headers, url }: IncomingMessage) => {
    try {
      listener.webhook.verify(text, headers as Record<string, string>)
    } catch (error) {
      violations.add('webhooks', `${url}: the signature is wrong: ${(error as Error).message}`)
    }
    const { seq, id } = JSON.parse(text).event as { seq: number; id: string }
    // The id of a TEST_HOOK.
    if (seq === 0) return
    if (listener.last > 0 && seq > listener.last + 1)
      violations.add('webhooks', `${url}: event ${seq} came after ${listener.last}`)
    if ((listener.ids.get(seq) ?? id) !== id) violations.add('webhooks', `${url}: event ${seq} came with two ids`)
    listener.ids.set(seq, id)
    listener.first = Math.min(listener.first, seq)
    listener.last = Math.max(listener.last, seq)
  }
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: board => `http://127.0.0.1:${port}/${board}`,
    expect: (board, secret) =>
      void listeners.set(board, {
        webhook: new Webhook(secret),
        ids: new Map(),
        first: Number.POSITIVE_INFINITY,
        last: 0,
      }),
    received: board => listeners.get(board)?.ids ?? new Map(),
    firstOf: board => listeners.get(board)?.first ?? 0,
    get count() {
      return count
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
