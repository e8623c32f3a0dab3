// Changes that one person sends in a row, without waiting for answers: whatever becomes of one, they happen in that order.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockWorkspaces } from '../access/access-store.ts'
import { openLive } from '../testing/live-client.ts'
import { untilHeldUp } from '../testing/lock-waiters.ts'
import { makeUnwilling } from '../testing/unwilling-database.ts'
import { worldWith } from '../testing/world.ts'

const cases = {
  'one of them has to be done again': ['unlucky'],
  'the database refuses one': ['refused', 'first'],
}

for (const [name, together] of Object.entries(cases))
  test(`[CHG-12] [LIV-6] changes sent in a row happen in that order, also where ${name}`, async () => {
    const there = await worldWith({})
    const { ann, board, parts } = there
    await makeUnwilling(parts.db)
    await using socket = await openLive(there, ann)
    const create = (text: string) => socket.change(text, [{ op: 'create', kind: 'note', data: { text } }])
    const answers = await parts.db.write(async tx => {
      await lockWorkspaces(tx, [board])
      const sent = together.map(create)
      await untilHeldUp(parts.db)
      sent.push(create('last'))
      // Answered once everything sent before it was received.
      socket.send({ type: 'ping' })
      await socket.next('pong')
      return sent
    })
    const types = (await Promise.all(answers)).map(answer => answer.type)
    const texts = [...together, 'last']
    assert.deepEqual(
      types,
      texts.map(text => (text === 'refused' ? 'refused' : 'done')),
    )
    const { events } = await ann.events.list(board)
    assert.deepEqual(
      events.map(event => event.note?.text),
      texts.filter(text => text !== 'refused'),
    )
  })
