// A process that receives notifications: it counts them and replies at once.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Arrivals, ReceiverOrder } from './receiver-messages.ts'

let order: ReceiverOrder = { count: Number.POSITIVE_INFINITY, isTimed: false }
let count = 0
let firstAt = 0
let sample = ''
let latencies: number[] = []

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    response.end()
    onNotification(chunks)
  })
})

function onNotification(chunks: readonly Buffer[]): void {
  if (sample === '' || order.isTimed) {
    const text = Buffer.concat(chunks).toString()
    const { event } = JSON.parse(text)
    if (event.type === 'TEST_HOOK') return
    sample = text
    latencies.push(Date.now() - Date.parse(event.created_at))
  }
  if (count++ === 0) firstAt = performance.now()
  if (count === order.count) report()
}

function report(): void {
  const seconds = (performance.now() - firstAt) / 1_000
  const arrivals: Arrivals = { seconds, sample, latenciesMs: latencies }
  process.send?.({ arrivals })
}

process.on('message', (next: ReceiverOrder) => {
  order = next
  count = 0
  latencies = []
  process.send?.({ isReady: true })
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
