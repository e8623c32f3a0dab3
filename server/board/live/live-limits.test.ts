// Tests that invalid, slow, silent and dead clients do not affect the others.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { closeCodes } from '@tessera/contract/live'
import { LiveSocket, liveUrl, openLive } from '../../testing/live-client.ts'
import { until } from '../../testing/until.ts'
import { type World, world, worldWith } from '../../testing/world.ts'

const note = (text: string) => ({ op: 'create', kind: 'note', data: { text } })

/** A raw TCP socket, which need not read, reply or follow the protocol. */
async function rawSocket({ url, board }: World) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13'
  const head = `GET /api/workspaces/${board}/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket`
  socket.write(`${head}\r\n${key}\r\n\r\n`)
  await once(socket, 'data')
  return socket
}

/** A masked text frame, as clients send them. */
function clientFrame(text: string): Buffer {
  const body = Buffer.from(text)
  const head = Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 255, 0, 0, 0, 0])
  return Buffer.concat([head, body])
}

const hello = ({ token }: { token: string }) => clientFrame(JSON.stringify({ type: 'hello', token, after: null }))

test('[LIV-4] an invalid message closes with 4400', async () => {
  const there = await world()
  const before = ['', 'nonsense', '[]', '7', '{}', '{"type":"change"}', { type: 'ping' }, { type: 'hello', after: -1 }]
  const after = [
    ...['{', 'null', '{"type":"__proto__"}', '{"type":"constructor"}', '{"type":"\\u0000"}', Buffer.from([1, 2])],
    ...[{ type: 'hello' }, { type: 'unknown' }, { type: 'welcome' }, { type: 'lead' }, { type: 'lead', on: 1 }],
    ...[{ type: 'follow' }, { type: 'follow', user_id: 'x' }, { type: 'change', id: 7, changes: [] }],
    ...[
      { type: 'presence', cursor: {} },
      { type: 'presence', selection: [7] },
      { type: 'presence', moving: {} },
    ],
    ...[{ type: 'presence', view: { x: 1e300, y: 0, zoom: 1 } }],
    ...[{ type: 'presence', moving: Array.from({ length: 501 }, () => ({ id: 'a' })) }],
  ]
  for (const message of before) {
    await using socket = await new LiveSocket(liveUrl(there.url, there.board)).opened()
    socket.send(message)
    assert.equal((await socket.closed).code, closeCodes.badMessage, JSON.stringify(message))
  }
  for (const message of after) {
    await using socket = await openLive(there, there.ann)
    socket.send(message)
    assert.equal((await socket.closed).code, closeCodes.badMessage, JSON.stringify(message))
    assert.equal(socket.all('error').length, 1)
  }
})

test('[LIV-4] protocol errors close with the codes of the protocol: a huge message, invalid text, invalid frames', async () => {
  const there = await world()
  await using huge = await openLive(there, there.ann)
  huge.send(JSON.stringify({ type: 'ping', more: 'x'.repeat(1_100_000) }))
  assert.equal((await huge.closed).code, 1009)
  for (const bytes of [
    Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe]),
    Buffer.from([0xff, 0xff, 0xff]),
    hello(there.ann).subarray(1),
  ]) {
    const socket = await rawSocket(there)
    socket.write(bytes)
    await once(socket, 'close')
  }
  await using fine = await openLive(there, there.ann)
  assert.equal((await fine.change('1', [note('fine')])).type, 'done')
})

test('[LIV-4] a client without hello is closed with 4408', async () => {
  const there = await worldWith({}, { timing: { helloMs: 1_500 } })
  await using greeted = await openLive(there, there.ann)
  await using silent = await new LiveSocket(liveUrl(there.url, there.board)).opened()
  assert.equal((await silent.closed).code, closeCodes.noHello)
  greeted.send({ type: 'ping' })
  await greeted.next('pong')
})

test('[LIV-4] a client that floods is closed with 4429, without effect on others', async () => {
  const there = await world()
  await using quiet = await openLive(there, there.bob)
  await using flood = await openLive(there, there.ann)
  for (let count = 0; count < 5_000; count += 1) flood.send({ type: 'presence', cursor: { x: count, y: 0 } })
  assert.equal((await flood.closed).code, closeCodes.tooMany)
  assert.equal((await quiet.change('1', [note('still here')])).type, 'done')
})

test('[LIM-1] changes count as requests: above the limit they are refused', async () => {
  const there = await worldWith({ rateLimitPerMinute: 20 })
  await using socket = await openLive(there, there.bob)
  for (let count = 0; count < 60; count += 1) socket.send({ type: 'change', id: `${count}`, changes: [note('n')] })
  const { error } = await socket.next('refused')
  assert.equal(error.code, 'TooManyRequests')
})

test('[LIV-8] a client that does not read is skipped, and gets a new snapshot when it reads again', async () => {
  // A client that does not read does not reply to pings either, so pings are rare here.
  const there = await worldWith({}, { timing: { pingMs: 600_000 } })
  const { ann, board } = there
  await using slow = await openLive(there, there.bob)
  await using quick = await openLive(there, ann)
  slow.socket.pause()
  const text = 'x'.repeat(60_000)
  const many = { changes: Array.from({ length: 15 }, () => note(text)) as never }
  const snapshots = slow.all('snapshot').length
  const rounds = 25
  for (let round = 0; round < rounds; round += 1) {
    const { results } = await ann.objects.change(board, many)
    const ids = results.map(result => (result as { note: { id: string } }).note.id)
    await ann.objects.change(board, { changes: ids.map(id => ({ op: 'delete' as const, id })) })
  }
  const last = quick.welcome.seq + rounds * 30
  await quick.upTo(last)
  slow.socket.resume()
  await slow.until(() => slow.all('snapshot').length > snapshots)
  await slow.until(() => slow.seq >= last)
  const fresh = slow.all('snapshot').at(-1)
  assert.ok(slow.events.length < rounds * 30, 'missed events are not buffered')
  const after = slow.messages.slice(slow.messages.indexOf(fresh as never))
  const numbers = after.flatMap(one => (one.type === 'events' ? one.events.map(event => event.seq) : []))
  assert.deepEqual(
    numbers,
    numbers.map((_, index) => (fresh?.seq as number) + index + 1),
  )
  await slow.next('presence', message => message.all === true)
  assert.equal((await slow.change('back', [note('back')])).type, 'done')
})

test('[LIV-8] a client that keeps sending without reading the replies is disconnected', async () => {
  const there = await world()
  const { note: long } = await there.ann.notes.create(there.board, { text: 'x'.repeat(60_000) })
  await using deaf = await openLive(there, there.bob)
  await using other = await openLive(there, there.vic)
  deaf.socket.pause()
  // The replies have 36 MB: more than the queue of the server and the buffers of the system hold.
  for (let round = 0; round < 12; round += 1) {
    const changes = Array.from({ length: 50 }, (_, index) => ({
      op: 'update',
      id: long.id,
      data: { x: round * 50 + index + 1 },
    }))
    deaf.send({ type: 'change', id: `${round}`, changes })
  }
  const { connection } = deaf.welcome
  const isGone = () =>
    other
      .all('presence')
      .some(
        ({ people, left, all }) =>
          left.includes(connection) || (all && !people.some(one => one.connection === connection)),
      )
  await other.until(isGone)
  deaf.socket.resume()
})

test('[LIV-8] a client that stops reading is disconnected', async () => {
  const there = await worldWith({}, { timing: { pingMs: 1_500 } })
  const socket = await rawSocket(there)
  socket.write(hello(there.ann))
  await using bob = await openLive(there, there.bob)
  await bob.until(messages => JSON.stringify(messages).includes(there.ann.email))
  socket.pause()
  await bob.until(messages => messages.some(one => one.type === 'presence' && one.left.length > 0))
  bob.send({ type: 'ping' })
  await bob.next('pong')
  socket.destroy()
})

test('[LIV-4] a server that shuts down replies to pending changes, then closes with 1012', async () => {
  const there = await worldWith({})
  const sockets = await Promise.all([there.ann, there.bob, there.bob].map(person => openLive(there, person)))
  const sent = sockets.flatMap((socket, who) =>
    Array.from({ length: 20 }, (_, index) => {
      socket.send({ type: 'change', id: `${who}-${index}`, changes: [note('pending')] })
      return `${who}-${index}`
    }),
  )
  await Promise.all(sockets.map(socket => socket.next('done')))
  const ended = there.app.close()
  for (const socket of sockets) assert.equal((await socket.closed).code, closeCodes.restart)
  await ended
  const confirmed = sockets.flatMap(socket => socket.all('done')).map(({ id }) => id)
  assert.equal(new Set(confirmed).size, confirmed.length)
  assert.ok(confirmed.length <= sent.length)
  // The events of every confirmed change were sent, too.
  for (const socket of sockets) {
    const sentIds = new Set(socket.events.map(event => event.note?.id))
    for (const { results } of socket.all('done'))
      for (const result of results) assert.ok(sentIds.has((result as { note: { id: string } }).note.id))
  }
  await assert.rejects(new LiveSocket(liveUrl(there.url, there.board)).opened())
})

test('[LIM-13] a user has a limited number of sockets; another one is closed with 4430 and the reason', async () => {
  const there = await worldWith({ socketsPerUser: 2 })
  const { ann, bob, url, board } = there
  await using first = await openLive(there, ann)
  await using _second = await openLive(there, ann)
  await using _other = await openLive(there, bob)
  await using third = await new LiveSocket(liveUrl(url, board)).opened()
  third.send({ type: 'hello', token: ann.token, after: null })
  const closed = await Promise.race([third.closed, third.next('welcome').then(() => null)])
  assert.ok(closed, 'it was welcome')
  const { code, reason } = closed
  assert.equal(code, closeCodes.tooManyConnections)
  assert.match(reason, /^You have 2 open connections/)
  assert.equal(third.all('error')[0]?.error.code, 'TooManyRequests')

  first.socket.close()
  await first.closed
  await until(async () => {
    await using again = await new LiveSocket(liveUrl(url, board)).opened()
    again.send({ type: 'hello', token: ann.token, after: null })
    return await Promise.race([again.next('welcome').then(() => true), again.closed.then(() => false)])
  })
})
