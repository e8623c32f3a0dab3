// The live socket with a plain WebSocket: hello, catch-up, changes, order.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeCodes } from '@tessera/contract/live'
import { LiveSocket, liveUrl, openLive } from '../../testing/live-client.ts'
import { world } from '../../testing/world.ts'

const note = (text: string, more: object = {}) => ({ op: 'create', kind: 'note', data: { text, ...more } })

test('[LIV-1] [LIV-2] [LIV-3] a client is welcomed, gets a snapshot, and then every change in order', async () => {
  const there = await world()
  const { ann, bob, board } = there
  await ann.notes.create(board, { text: 'before' })
  await using socket = await openLive(there, ann, { as: 'browser' })
  const { welcome } = socket
  assert.deepEqual(welcome.user, { id: ann.id, email: ann.email, first_name: 'Ann', last_name: 'Tester' })
  assert.equal(welcome.role.name, 'Owner')
  assert.equal(welcome.leader, null)
  const [self] = welcome.people
  assert.deepEqual(self, {
    ...{ connection: welcome.connection, id: ann.id, type: 'browser', email: ann.email },
    ...{ first_name: 'Ann', last_name: 'Tester', leader: false, cursor: null, view: null, selection: [] },
  })
  const snapshot = await socket.next('snapshot')
  assert.deepEqual(
    [snapshot.seq, snapshot.more, snapshot.objects.map(object => (object as { text?: string }).text)],
    [welcome.seq, false, ['before']],
  )
  assert.deepEqual(snapshot.objects, (await ann.objects.list(board)).objects)

  await bob.notes.create(board, { text: 'by bob' })
  const done = await socket.change('1', [note('by ann'), note('and another')])
  assert.equal(done.type, 'done')
  const { events } = await ann.events.list(board, { after: welcome.seq })
  await socket.upTo(welcome.seq + 3)
  assert.deepEqual(socket.events, events)
  assert.deepEqual(
    events.map(event => event.note?.text),
    ['by bob', 'by ann', 'and another'],
  )
})

test('[LIV-3] [KND-12] a snapshot has the paths of connectors as they are, also right after another client got one', async () => {
  const there = await world()
  const { ann, bob, board } = there
  const { shape: a } = await ann.shapes.create(board, {})
  const { shape: b } = await ann.shapes.create(board, { x: 600 })
  await ann.connectors.create(board, {
    from: { id: a.id, anchor: 'auto' },
    to: { id: b.id, anchor: 'auto' },
  })
  for (const x of [700, 800, 900]) {
    await ann.shapes.update(board, b.id, { x })
    await using first = await openLive(there, ann)
    await ann.shapes.update(board, a.id, { x: -x })
    const { objects } = await ann.objects.list(board)
    const others = await Promise.all([ann, bob, bob].map(person => openLive(there, person)))
    for (const other of others) {
      await using socket = other
      assert.deepEqual((await socket.next('snapshot')).objects, objects)
    }
    assert.notDeepEqual((await first.next('snapshot')).objects, objects)
  }
})

test('[LIV-3] done comes after the events of the change, with the results of the operation', async () => {
  const there = await world()
  await using socket = await openLive(there, there.bob)
  const done = await socket.change('a', [note('one'), note('two')])
  assert.ok(done.type === 'done')
  const ids = done.results.map(result => ('note' in result ? result.note?.id : null))
  const events = socket.messages
    .slice(0, socket.messages.indexOf(done))
    .flatMap(one => (one.type === 'events' ? one.events : []))
  assert.deepEqual(
    events.map(event => event.note?.id),
    ids,
  )
  assert.equal(done.seq, events.at(-1)?.seq)
  const gone = await socket.change('b', [{ op: 'delete', id: ids[0] }])
  assert.deepEqual(gone.type === 'done' && gone.results, [{ id: ids[0], deleted: true }])
})

test('[LIV-2] the token may be in the header of the upgrade request', async () => {
  const { url, board, vic } = await world()
  const headers = { authorization: `bearer ${vic.token}` }
  await using socket = await new LiveSocket(liveUrl(url, board), { headers }).opened()
  socket.send({ type: 'hello' })
  assert.equal((await socket.next('welcome')).user.id, vic.id)
  socket.send({ type: 'ping' })
  await socket.next('pong')
})

test('[LIV-4] a client without access gets the error of the operations and a close code', async () => {
  const { url, board, ann, eve } = await world()
  const cases = [
    [board, 'nonsense', closeCodes.token, 'Unauthorized'],
    [board, undefined, closeCodes.token, 'Unauthorized'],
    [board, eve.token, closeCodes.noWorkspace, 'ResourceNotFound'],
    ['A'.repeat(20), ann.token, closeCodes.noWorkspace, 'ResourceNotFound'],
    ['%00', ann.token, closeCodes.noWorkspace, 'ResourceNotFound'],
  ] as const
  for (const [uid, token, code, problem] of cases) {
    await using socket = await new LiveSocket(liveUrl(url, uid)).opened()
    socket.send({ type: 'hello', token })
    assert.equal((await socket.closed).code, code)
    const [only] = socket.messages
    assert.ok(only?.type === 'error' && socket.messages.length === 1)
    assert.equal(only.error.code, problem)
  }
})
