// The process that generates the live load: many WebSockets over raw TCP connections. It only searches incoming data for marks,
// so that the server is the bottleneck. A mark is the time at which it was sent.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Dialect, dialectOf } from './live-dialects.ts'
import type { LiveConnection, LiveLoad, LiveResult } from './live-messages.ts'

// The second message is the signal to start.
process.once('message', (load: LiveLoad) => {
  run(load).then(
    result => process.send?.({ result }),
    error => process.send?.({ error: String(error?.stack ?? error) }),
  )
})
process.on('disconnect', () => process.exit(0))

const connectBatch = 25
const quietMs = 1_500
const maxWaitMs = 1_000
/** `~` and microseconds since the start. */
const markLength = 14
const tilde = 126

async function run(load: LiveLoad): Promise<LiveResult> {
  const dialect = dialectOf(load.dialect)
  const latencies: number[] = []
  const frames = { count: 0 }
  const sockets: Socket[] = []
  for (let start = 0; start < load.connections.length; start += connectBatch) {
    const some = load.connections.slice(start, start + connectBatch)
    const opened = some.map((one, index) =>
      open(one, start + index < load.writers, { ...load, dialect, latencies, frames }),
    )
    sockets.push(...(await Promise.all(opened)))
  }
  // Waits until all presence messages of the joins have been sent.
  await delay(quietMs)
  process.send?.({ isReady: true })
  await once(process, 'message')
  const startedAt = performance.now()
  frames.count = 0
  const sent = await write(load, dialect, sockets)
  const perRoom = Map.groupBy(load.connections, ({ room }) => room)
  const receivers = (perRoom.values().next().value ?? []).length
  await waitUntilArrived(latencies, sent * receivers)
  const elapsedSeconds = (performance.now() - startedAt) / 1000
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return { sent, deliveries: latencies.length, frames: frames.count, elapsedSeconds, p50Ms: at(0.5), p99Ms: at(0.99) }
}

/** Waits for the expected number, or until nothing more arrives. */
async function waitUntilArrived(latencies: readonly number[], expected: number): Promise<void> {
  for (let [known, since] = [-1, 0]; latencies.length < expected; await delay(10)) {
    if (latencies.length !== known) [known, since] = [latencies.length, performance.now()]
    else if (performance.now() - since > maxWaitMs) return
  }
}

/**
 * Each writer waits for half to one and a half of the interval, at random, so that it does not keep step with the ticks of a
 * server. The writers start spread over the interval.
 */
async function write(load: LiveLoad, dialect: Dialect, sockets: readonly Socket[]): Promise<number> {
  const intervalMs = 1000 / load.perSecond
  const total = Math.round(load.seconds * load.perSecond) * load.writers
  const startedAt = performance.now()
  const due = Array.from({ length: load.writers }, (_, index) => (index / load.writers) * intervalMs)
  let sent = 0
  for (; sent < total; await delay(1)) {
    const now = performance.now() - startedAt
    for (let writer = 0; writer < load.writers && sent < total; writer++) {
      if ((due[writer] as number) > now) continue
      due[writer] = (due[writer] as number) + intervalMs * (0.5 + Math.random())
      const connection = load.connections[writerAt(load, writer)] as LiveConnection
      const mark = `~${Math.round(performance.now() * 1000)
        .toString()
        .padStart(markLength - 1, '0')}`
      ;(sockets[writerAt(load, writer)] as Socket).write(dialect.message(mark, connection))
      sent += 1
    }
  }
  return sent
}

/** Writers are spread over the connections, so that rooms alternate. */
const writerAt = ({ connections, writers }: LiveLoad, writer: number) =>
  writers === connections.length ? (writer * 7_919) % connections.length : writer

interface Opening {
  readonly port: number
  readonly dialect: Dialect
  readonly latencies: number[]
  /** The frames that all sockets have received. */
  readonly frames: { count: number }
}

const endOfUpgrade = '\r\n\r\n'

/** Shared by all sockets: data is scanned and dropped, without streams. */
const readBuffer = Buffer.alloc(262_144)

function open(connection: LiveConnection, isWriter: boolean, opening: Opening): Promise<Socket> {
  const { port, dialect, latencies, frames } = opening
  return new Promise((resolve, reject) => {
    let seen = Buffer.alloc(0)
    let onData = (chunk: Buffer) => {
      const isFirst = seen.length === 0
      seen = Buffer.concat([seen, chunk])
      if (isFirst && !seen.includes(' 101 ')) return reject(new Error(`no socket: ${seen.toString('latin1', 0, 200)}`))
      if (isFirst) for (const bytes of dialect.greeting(connection)) socket.write(bytes)
      if (!dialect.isReady(seen)) return
      const findMarks = marksIn(latencies, isWriter)
      const countFrames = framesIn(frames)
      countFrames(seen.subarray(seen.indexOf(endOfUpgrade) + endOfUpgrade.length))
      onData = bytes => {
        countFrames(bytes)
        findMarks(bytes)
      }
      resolve(socket)
    }
    const callback = (count: number) => {
      onData(readBuffer.subarray(0, count))
      return true
    }
    const socket = connect({
      port: connection.port ?? port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: readBuffer, callback },
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`closed: ${seen.toString('latin1').slice(-300)}`)))
    socket.write(upgradeOf(dialect.path(connection)))
  })
}

const upgradeOf = (path: string) =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '\r\n',
  ].join('\r\n')

/** Finds marks, also across chunks. A writer also gets its mark in the reply, which does not count. */
function marksIn(latencies: number[], isWriter: boolean): (chunk: Buffer) => void {
  let rest: Buffer | null = null
  const seen = new Set<number>()
  const record = (sentAtMicros: number, now: number) => {
    if (Number.isNaN(sentAtMicros) || seen.has(sentAtMicros)) return
    latencies.push(now - sentAtMicros / 1000)
    if (isWriter) seen.add(sentAtMicros)
  }
  return chunk => {
    const now = performance.now()
    const bytes: Buffer = rest ? Buffer.concat([rest, chunk]) : chunk
    rest = null
    // Checked byte by byte: a frame header may contain the same byte.
    for (let at = bytes.indexOf(tilde); at !== -1; at = bytes.indexOf(tilde, at + 1)) {
      if (at + markLength <= bytes.length) record(numberAt(bytes, at + 1), now)
      else rest ??= Buffer.from(bytes.subarray(at))
    }
  }
}

/** Returns the number of a mark, or NaN if it has other characters. */
function numberAt(bytes: Buffer, start: number): number {
  let value = 0
  for (let at = start; at < start + markLength - 1; at++) {
    const digit = (bytes[at] as number) - 48
    if (digit < 0 || digit > 9) return Number.NaN
    value = value * 10 + digit
  }
  return value
}

/** Counts the frames of a server, which are not masked, also across chunks. */
function framesIn(frames: { count: number }): (chunk: Buffer) => void {
  /** Bytes of the payload that have not arrived, and the head of a frame that is not complete. */
  let missing = 0
  let head: Buffer | null = null
  return chunk => {
    const bytes: Buffer = head ? Buffer.concat([head, chunk]) : chunk
    head = null
    let at = missing
    while (at < bytes.length) {
      const end = endOfFrame(bytes, at)
      if (end === null) {
        head = Buffer.from(bytes.subarray(at))
        at = bytes.length
        break
      }
      frames.count += 1
      at = end
    }
    missing = at - bytes.length
  }
}

/** Returns where the frame at `at` ends, or null if its head is not complete. */
function endOfFrame(bytes: Buffer, at: number): number | null {
  if (bytes.length < at + 2) return null
  const short = (bytes[at + 1] as number) & 127
  if (short < 126) return at + 2 + short
  if (short === 126) return bytes.length < at + 4 ? null : at + 4 + bytes.readUInt16BE(at + 2)
  return bytes.length < at + 10 ? null : at + 10 + Number(bytes.readBigUInt64BE(at + 2))
}
