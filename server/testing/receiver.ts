// A receiver of notifications on this machine: remembers what it was sent, answers as it is told, and lets a test wait
// for what is to come.

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { after } from 'node:test'
import { longestMs } from './until.ts'

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
  /** How it answers from now on. */
  answer: (notification: Notification, response: ServerResponse, request: IncomingMessage) => void
  /** All there is once there are so many, TEST_HOOKs left out. */
  events(count: number): Promise<Notification[]>
  /** All there is, once it is as it should be. */
  until(isAsMeant: (received: readonly Notification[]) => boolean): Promise<readonly Notification[]>
}

const closers: (() => void)[] = []
after(() => {
  for (const close of closers) close()
})

export async function receiver(answer: Receiver['answer'] = (_, response) => response.end()): Promise<Receiver> {
  const received: Notification[] = []
  let tell = () => {}
  const listener: RequestListener = (request, response) => {
    readText(request).then(text => {
      const notification = { path: request.url ?? '', headers: request.headers as never, text, body: parsed(text) }
      received.push(notification)
      made.answer(notification, response, request)
      tell()
    })
  }
  const server = createServer({ keepAliveTimeout: 60_000 }, listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const made: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    server,
    received,
    answer,
    async events(count) {
      const isEvent = ({ body }: Notification) => body?.event?.type !== 'TEST_HOOK'
      return (await made.until(all => all.filter(isEvent).length >= count)).filter(isEvent)
    },
    async until(isAsMeant) {
      const deadline = Date.now() + longestMs
      while (!isAsMeant(received)) {
        if (Date.now() > deadline) throw new Error(`what came is ${JSON.stringify(received.map(one => one.body))}`)
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, 100)
          tell = () => {
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
