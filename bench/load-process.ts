// The load generator, a process of its own: keep-alive connections over bare sockets, one request at a time on each.
// It parses no more of an answer than where it ends, so that the server is what is measured.

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
  // Until the last answer: what was asked for before the end counts, and so does the time it took.
  const elapsedSeconds = (performance.now() - startedAt) / 1000
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return { answers: latencies.length, elapsedSeconds, p50Ms: at(0.5), p99Ms: at(0.99) }
}

/** One connection, until it is time to stop: how long each answer took. */
function client(port: number, template: readonly string[], stopAt: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const latencies: number[] = []
    let sentAt = 0
    let missing = 0 // bytes of the answer at hand
    let head = ''
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const send = () => {
      sentAt = performance.now()
      if (sentAt >= stopAt) return end(socket, () => resolve(latencies))
      socket.write(template.length === 1 ? (template[0] as string) : template.join(String(counter++)), 'latin1')
    }
    const read = (chunk: Buffer) => {
      if (missing === 0) {
        head += chunk.toString('latin1')
        const length = answerLength(head)
        if (length === null) return
        missing = length - head.length
        head = ''
      } else missing -= chunk.length
      if (missing > 0) return
      latencies.push(performance.now() - sentAt)
      send()
    }
    socket.on('connect', send)
    socket.on('data', (chunk: Buffer) => {
      try {
        read(chunk)
      } catch (error) {
        socket.destroy()
        reject(error)
      }
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed a connection')))
  })
}

function end(socket: Socket, done: () => void): void {
  socket.removeAllListeners('close')
  socket.on('close', done)
  socket.end()
}

/** Of head and body together; null while the head is not whole. */
function answerLength(text: string): number | null {
  const headLength = text.indexOf('\r\n\r\n') + 4
  if (headLength === 3) return null
  if (!text.startsWith('HTTP/1.1 2')) throw new Error(`an answer was not well: ${text.slice(0, 1000)}`)
  const match = /\r\ncontent-length: (\d+)/i.exec(text)
  if (!match) throw new Error(`an answer has no content-length: ${text.slice(0, headLength)}`)
  return headLength + Number(match[1])
}
