// Starts and controls the process that receives notifications.

import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Arrivals, ReceiverOrder } from './receiver-messages.ts'

export interface BenchReceiver {
  readonly url: string
  /** Prepares the receiver, calls `send`, and waits until all notifications have arrived. */
  receive(order: ReceiverOrder, send: () => Promise<unknown>): Promise<Arrivals>
  stop(): void
}

interface Message {
  readonly port?: number
  readonly isReady?: boolean
  readonly arrivals?: Arrivals
}

const timeoutMs = 120_000

export async function startReceiver(): Promise<BenchReceiver> {
  const child = fork(join(import.meta.dirname, 'receiver-process.ts'))
  const next = (matches: (message: Message) => boolean) =>
    new Promise<Message>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('not all notifications arrived')), timeoutMs)
      child.on('message', function onMessage(message: Message) {
        if (!matches(message)) return
        clearTimeout(timer)
        child.off('message', onMessage)
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
