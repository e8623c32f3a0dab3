// A local webhook receiver: records notifications, responds as configured, and lets a test wait for notifications.

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { after } from 'node:test'
import { maxWaitMs } from './until.ts'

export interface Notification {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: whatever was sent
  readonly body: any
}

export interface Receiver {
  readonly url: string
  readonly server: Server
  readonly received: readonly Notification[]
  /** The response to all later requests. */
  respond: (notification: Notification, response: ServerResponse, request: IncomingMessage) => void
  /** Returns all notifications except TEST_HOOKs, once there are `count` of them. */
  events(count: number): Promise<Notification[]>
  /** Returns all notifications, once they match the expectation. */
  until(isExpected: (received: readonly Notification[]) => boolean): Promise<readonly Notification[]>
}

const closers: (() => void)[] = []
after(() => {
  for (const close of closers) close()
})

export async function receiver(
  respond: Receiver['respond'] = (_, response) => response.end(),
  address = '127.0.0.1',
): Promise<Receiver> {
  const received: Notification[] = []
  let notifyWaiting = () => {}
  const listener: RequestListener = (request, response) => {
    readText(request).then(text => {
      const notification = { path: request.url ?? '', headers: request.headers as never, text, body: parsed(text) }
      received.push(notification)
      made.respond(notification, response, request)
      notifyWaiting()
    })
  }
  const server = createServer({ keepAliveTimeout: 60_000 }, listener)
  await new Promise<void>(resolve => server.listen(0, address, resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const made: Receiver = {
    url: `http://${address}:${(server.address() as AddressInfo).port}/hook`,
    server,
    received,
    respond: respond,
    async events(count) {
      const isEvent = ({ body }: Notification) => body?.event?.type !== 'TEST_HOOK'
      return (await made.until(all => all.filter(isEvent).length >= count)).filter(isEvent)
    },
    async until(isExpected) {
      const deadline = Date.now() + maxWaitMs
      while (!isExpected(received)) {
        if (Date.now() > deadline) throw new Error(`what came is ${JSON.stringify(received.map(one => one.body))}`)
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, 100)
          notifyWaiting = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      return received
    },
  }
  return made
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const seqsOf = (notifications: readonly Notification[]): number[] =>
  notifications.map(({ body }) => body.event.seq)
export const typesOf = (notifications: readonly Notification[]): string[] =>
  notifications.map(({ body }) => body.event.type)
