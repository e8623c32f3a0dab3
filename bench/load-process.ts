// The load generator, a separate process: keep-alive connections over plain sockets, one request at a time on each. It
// parses only as much of a response as it needs to find its end, so that it uses little processor time itself.

import { connect, type Socket } from 'node:net'
import { digitsFrom, type Load, type LoadResult, placeholder } from './load-messages.ts'

process.on('message', (load: Load) => {
  run(load).then(
    result => process.send?.({ result }),
    error => process.send?.({ error: String(error?.message ?? error) }),
  )
})
process.on('disconnect', () => process.exit(0))

// Never repeated within a run of the benchmarks, so that every update changes something.
let counter = digitsFrom

async function run({ port, requests, connections, seconds }: Load): Promise<LoadResult> {
  const templates = requests.map(request => request.split(placeholder))
  const startedAt = performance.now()
  const stopAt = startedAt + seconds * 1000
  const clients = Array.from({ length: connections }, (_, index) =>
    client(port, templates[index % templates.length] as string[], stopAt),
  )
  const latencies = (await Promise.all(clients)).flat().sort((a, b) => a - b)
  // Waits for the last response: requests sent before the end count, and so does the time they took.
  const elapsedSeconds = (performance.now() - startedAt) / 1000
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return { responses: latencies.length, elapsedSeconds, p50Ms: at(0.5), p99Ms: at(0.99) }
}

/** Sends requests on one connection until it is time to stop. Returns the latency of each response. */
function client(port: number, template: readonly string[], stopAt: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const latencies: number[] = []
    let sentAt = 0
    let missing = 0 // bytes of the current response
    let head = ''
    const nextRequest = requestsOf(template)
    const send = () => {
      sentAt = performance.now()
      if (sentAt >= stopAt) return end(socket, () => resolve(latencies))
      socket.write(nextRequest())
    }
    const read = (count: number) => {
      if (missing === 0) {
        head += receiveBuffer.toString('latin1', 0, count)
        const length = responseLength(head)
        if (length === null) return
        missing = length - head.length
        head = ''
      } else missing -= count
      if (missing > 0) return
      latencies.push(performance.now() - sentAt)
      send()
    }
    const callback = (count: number) => {
      try {
        read(count)
      } catch (error) {
        socket.destroy()
        reject(error)
      }
      return true
    }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: receiveBuffer, callback } })
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed a connection')))
  })
}

/** One buffer for all connections, read without streams: the bytes are inspected and dropped. */
const receiveBuffer = Buffer.alloc(262_144)

/** All requests of a connection use the same bytes: the last response has arrived before the next request is sent. */
function requestsOf(template: readonly string[]): () => Buffer {
  const bytes = Buffer.from(template.join(placeholder), 'latin1')
  let end = -placeholder.length
  const offsets = template.slice(0, -1).map(part => {
    end += placeholder.length + part.length
    return end
  })
  return () => {
    if (offsets.length > 0) {
      const digits = String(counter++)
      for (const offset of offsets) bytes.write(digits, offset, 'latin1')
    }
    return bytes
  }
}

function end(socket: Socket, done: () => void): void {
  socket.removeAllListeners('close')
  socket.on('close', done)
  socket.end()
}

/** Returns the length of head and body together, or null while the head is incomplete. */
function responseLength(text: string): number | null {
  const headLength = text.indexOf('\r\n\r\n') + 4
  if (headLength === 3) return null
  if (!text.startsWith('HTTP/1.1 2')) throw new Error(`request failed: ${text.slice(0, 1000)}`)
  const match = /\r\ncontent-length: (\d+)/i.exec(text)
  if (!match) throw new Error(`response without content-length: ${text.slice(0, headLength)}`)
  return headLength + Number(match[1])
}
