// The live load, a process of its own: many WebSockets over bare connections. Of what arrives it looks for marks and for
// nothing else, so that the server is what is measured. A mark says when it was sent.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Dialect, dialectOf } from './live-dialects.ts'
import type { LiveConnection, LiveLoad, LiveResult } from './live-messages.ts'

// What comes after the first message only says that it is time to begin.
process.once('message', (load: LiveLoad) => {
  run(load).then(
    result => process.send?.({ result }),
    error => process.send?.({ error: String(error?.stack ?? error) }),
  )
})
process.on('disconnect', () => process.exit(0))

const connectAtOnce = 25
const quietMs = 1_500
const longestWaitMs = 1_000
/** `~` and microseconds since the start. */
const markLength = 14
const tilde = 126

async function run(load: LiveLoad): Promise<LiveResult> {
  const dialect = dialectOf(load.dialect)
  const latencies: number[] = []
  const sockets: Socket[] = []
  for (let start = 0; start < load.connections.length; start += connectAtOnce) {
    const some = load.connections.slice(start, start + connectAtOnce)
    const opened = some.map((one, index) => open(one, start + index < load.writers, { ...load, dialect, latencies }))
    sockets.push(...(await Promise.all(opened)))
  }
  // Until everybody has been told of everybody.
  await delay(quietMs)
  process.send?.({ isReady: true })
  await once(process, 'message')
  const startedAt = performance.now()
  const sent = await write(load, dialect, sockets)
  const perRoom = Map.groupBy(load.connections, ({ room }) => room)
  const receivers = (perRoom.values().next().value ?? []).length
  await arrived(latencies, sent * receivers)
  const elapsedSeconds = (performance.now() - startedAt) / 1000
  for (const socket of sockets) socket.destroy()
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return { sent, deliveries: latencies.length, elapsedSeconds, p50Ms: at(0.5), p99Ms: at(0.99) }
}

/** Waits for so many, or until nothing more comes. */
async function arrived(latencies: readonly number[], expected: number): Promise<void> {
  for (let [known, since] = [-1, 0]; latencies.length < expected; await delay(10)) {
    if (latencies.length !== known) [known, since] = [latencies.length, performance.now()]
    else if (performance.now() - since > longestWaitMs) return
  }
}

/** Each writer at its own moments, spread over the interval. */
async function write(load: LiveLoad, dialect: Dialect, sockets: readonly Socket[]): Promise<number> {
  const intervalMs = 1000 / load.perSecond
  const rounds = Math.round(load.seconds * load.perSecond)
  const startedAt = performance.now()
  const due = Array.from({ length: load.writers }, (_, index) => (index / load.writers) * intervalMs)
  let sent = 0
  for (let round = 0; round < rounds; ) {
    const now = performance.now() - startedAt
    let isRoundOver = true
    for (let writer = 0; writer < load.writers; writer++) {
      if (round * intervalMs + (due[writer] as number) > now) {
        isRoundOver = false
        break
      }
      if (writer < sent - round * load.writers) continue
      const connection = load.connections[writerAt(load, writer)] as LiveConnection
      const mark = `~${Math.round(performance.now() * 1000)
        .toString()
        .padStart(markLength - 1, '0')}`
      ;(sockets[writerAt(load, writer)] as Socket).write(dialect.message(mark, connection))
      sent += 1
    }
    if (isRoundOver) round += 1
    else await delay(1)
  }
  return sent
}

/** Those who write stand anywhere among the connections, so that rooms take turns. */
const writerAt = ({ connections, writers }: LiveLoad, writer: number) =>
  writers === connections.length ? (writer * 7_919) % connections.length : writer

interface Opening {
  readonly port: number
  readonly dialect: Dialect
  readonly latencies: number[]
}

async function open(
  connection: LiveConnection,
  isWriter: boolean,
  { port, dialect, latencies }: Opening,
): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const head = [
    `GET ${dialect.path(connection)} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const [first] = (await once(socket, 'data')) as [Buffer]
  if (!first.includes(' 101 ')) throw new Error(`no socket: ${first.toString('latin1', 0, 200)}`)
  await new Promise<void>((resolve, reject) => {
    let seen = first
    const look = (chunk: Buffer) => {
      seen = Buffer.concat([seen, chunk])
      if (!dialect.isReady(seen)) return
      socket.off('data', look)
      resolve()
    }
    socket.on('data', look)
    socket.on('close', () => reject(new Error(`closed: ${seen.toString('latin1').slice(-300)}`)))
    socket.on('error', reject)
    if (dialect.isReady(seen)) look(Buffer.alloc(0))
    for (const bytes of dialect.greeting(connection)) socket.write(bytes)
  })
  socket.on('data', marksIn(latencies, isWriter))
  return socket
}

/** Finds marks also where they are cut in two. One that stands in an answer too, which is for writers, counts once. */
function marksIn(latencies: number[], isWriter: boolean): (chunk: Buffer) => void {
  let rest = ''
  const seen = new Set<string>()
  const note = (mark: string, now: number) => {
    const sentAt = Number(mark.slice(1)) / 1000
    if (Number.isNaN(sentAt) || seen.has(mark)) return
    latencies.push(now - sentAt)
    if (isWriter) seen.add(mark)
  }
  return chunk => {
    const now = performance.now()
    if (rest !== '') {
      const whole = rest + chunk.toString('latin1', 0, markLength - rest.length)
      if (whole.length === markLength) note(whole, now)
      rest = whole.length === markLength ? '' : whole
    }
    for (let at = chunk.indexOf(tilde); at !== -1; at = chunk.indexOf(tilde, at + 1)) {
      const mark = chunk.toString('latin1', at, at + markLength)
      if (mark.length === markLength) note(mark, now)
      else rest = mark
    }
  }
}
