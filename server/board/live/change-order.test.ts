// Tests that changes of one client sent without waiting for replies are applied in order, whatever the outcome of each.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockWorkspaces } from '../../accounts/access/access-store.ts'
import { untilBlocked } from '../../testing/blocked-transactions.ts'
import { makeDatabaseFail } from '../../testing/failing-database.ts'
import { openLive } from '../../testing/live-client.ts'
import { worldWith } from '../../testing/world.ts'

const cases = {
  'one of them has to be done again': ['unlucky'],
  'the database refuses one': ['refused', 'first'],
}

for (const [name, together] of Object.entries(cases))
  test(`[CHG-12] [LIV-6] changes sent in a row are applied in that order, also if ${name}`, async () => {
    const there = await worldWith({})
    const { ann, board, dependencies } = there
    await makeDatabaseFail(dependencies.db)
    await using socket = await openLive(there, ann)
    const create = (text: string) => socket.change(text, [{ op: 'create', kind: 'note', data: { text } }])
    const replies = await dependencies.db.write(async tx => {
      await lockWorkspaces(tx, [board])
      const sent = together.map(create)
      await untilBlocked(dependencies.db)
      sent.push(create('last'))
      // The reply comes after everything that was sent before it was received.
      socket.send({ type: 'ping' })
      await socket.next('pong')
      return sent
    })
    const types = (await Promise.all(replies)).map(reply => reply.type)
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
