// The scopes of a token over the live socket.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeCodes } from '@tessera/contract/live'
import { stateOf } from '../../testing/database-state.ts'
import { LiveSocket, liveUrl, openLive } from '../../testing/live-client.ts'
import { withPersonalToken } from '../../testing/token-holders.ts'
import { world } from '../../testing/world.ts'

const note = { op: 'create', kind: 'note', data: { text: 'new' } }

test('[TOK-4] joining needs read', async () => {
  const there = await world()
  const writer = await withPersonalToken(there, there.ann, { scope: 'comment write admin' })
  await using live = await new LiveSocket(liveUrl(there.url, there.board)).opened()
  live.send({ type: 'hello', token: writer.token })
  assert.equal((await live.next('error')).error.message, 'This needs a token with the scope read')
  assert.equal((await live.closed).code, closeCodes.notAllowed)
})

test('[TOK-4] with read alone, presence is shared and nothing is changed, moved or led', async () => {
  const there = await world()
  const reader = await withPersonalToken(there, there.ann, { scope: 'read' })
  const before = await stateOf(there.dependencies.db)
  await using bob = await openLive(there, there.bob)
  await using live = await openLive(there, reader)
  const reply = await live.change('1', [note])
  assert.equal(reply.type === 'refused' && reply.error.message, 'This needs a token with the scope write')
  live.send({ type: 'lead', on: true })
  const { error } = await live.next('error')
  assert.equal(error.code, 'ForbiddenError')
  const moving = [{ id: 'f'.repeat(24), x: 1, y: 1 }]
  live.send({ type: 'presence', cursor: { x: 7, y: 7 }, moving })
  const seen = await bob.until(messages =>
    messages
      .flatMap(one => (one.type === 'presence' ? one.people : []))
      .find(person => person.id === there.ann.id && person.cursor?.x === 7),
  )
  assert.deepEqual(seen.moving ?? [], [])
  assert.deepEqual(await stateOf(there.dependencies.db), before)
})

test('[TOK-4] with read and write, changes go through', async () => {
  const there = await world()
  const writer = await withPersonalToken(there, there.ann, { scope: 'read write' })
  await using live = await openLive(there, writer)
  assert.equal((await live.change('1', [note])).type, 'done')
})
