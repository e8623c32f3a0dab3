// The runner's side of the receiver of notifications.

import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Arrivals, ReceiverOrder } from './receiver-messages.ts'

export interface BenchReceiver {
  readonly url: string
  /** Gets ready for so many, has them sent, and waits until they are there. */
  receive(order: ReceiverOrder, send: () => Promise<unknown>): Promise<Arrivals>
  stop(): void
}

interface Message {
  readonly port?: number
  readonly isReady?: boolean
  readonly arrivals?: Arrivals
}

const longestWaitMs = 120_000

export async function startReceiver(): Promise<BenchReceiver> {
  const child = fork(join(import.meta.dirname, 'receiver-process.ts'))
  const next = (isMeant: (message: Message) => boolean) =>
    new Promise<Message>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('not all notifications arrived')), longestWaitMs)
      child.on('message', function hear(message: Message) {
        if (!isMeant(message)) return
        clearTimeout(late)
        child.off('message', hear)
        resolve(message)
      })
    })
  const { port } = await next(message => message.port !== undefined)
  return {
    url: `http://127.0.0.1:${port}/hook`,
    async receive(order, send) {
      const ready = next(({ isReady }) => isReady === true)
      child.send(order)
      await ready
      const arrived = next(({ arrivals }) => arrivals !== undefined)
      await send()
      return (await arrived).arrivals as Arrivals
    },
    stop: () => child.disconnect(),
  }
}
