// What a client does not read is bounded, by bytes and by frames, also if it keeps sending.

import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { Duplex } from 'node:stream'
import { test } from 'node:test'
import type { WebSocket } from 'ws'
import { SocketWriter } from './socket-writer.ts'

/** A connection whose client reads only what a test lets it read. */
function connect() {
  const unread: (() => void)[] = []
  let isClosed = false
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => void unread.push(done) })
  const terminate = () => {
    isClosed = true
  }
  const more = { OPEN: 1, readyState: 1, ping() {}, terminate }
  const webSocket = Object.assign(new EventEmitter(), more) as unknown as WebSocket
  const writer = new SocketWriter(webSocket, socket)
  const read = (frames: number) => {
    for (let count = 0; count < frames; count += 1) unread.shift()?.()
  }
  return { writer, read, isClosed: () => isClosed }
}

test('[LIM-21] many small frames that are not read close the connection long before their bytes would', () => {
  const { writer, isClosed } = connect()
  let sent = 0
  for (; sent < 100_000 && !isClosed(); sent += 1) writer.send('{"type":"pong"}')
  assert.ok(sent > 10_000 && sent < 20_000, `${sent} frames`)
})

test('[LIM-21] a client is slow with many unread frames, and not any more when it has read them', () => {
  const { writer, read } = connect()
  for (let sent = 0; sent < 3_000; sent += 1) writer.send('{"type":"pong"}')
  assert.ok(writer.isSlow)
  read(3_000)
  assert.ok(!writer.isSlow)
})

test('[LIM-21] a client that sends but does not read is closed after a few pings', () => {
  const { writer, isClosed } = connect()
  writer.send('x'.repeat(100_000))
  const closedAfter = Array.from({ length: 6 }, () => {
    writer.markAlive()
    writer.ping()
    return isClosed()
  })
  assert.deepEqual(closedAfter.slice(0, 4), [false, false, true, true])
})
