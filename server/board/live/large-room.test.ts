// Tests a large room over sockets: the lists of people are limited, however a client gets them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLive } from '../../testing/live-client.ts'
import { world } from '../../testing/world.ts'

test('[LIV-16] [LIV-12] a client in a large room gets the number of people, and those it sees or follows', async () => {
  const there = await world()
  const { ann, bob, vic, board } = there
  const opened = await Promise.all(
    [ann, bob, vic].flatMap(person => Array.from({ length: 36 }, () => openLive(there, person))),
  )
  await using late = await openLive(there, ann)
  assert.equal(late.welcome.total, 3)
  assert.ok(late.welcome.people.length <= 50, `${late.welcome.people.length} people`)
  assert.ok(late.welcome.people.some(({ connection }) => connection === late.welcome.connection))
  const [pointing, away] = opened.slice(-2) as [(typeof opened)[0], (typeof opened)[0]]
  const isTold = (of: typeof pointing) => late.next('presence', ({ people }) => people.some(isAt(of)))
  const isAt =
    ({ welcome }: typeof pointing) =>
    ({ connection, cursor }: { connection: string; cursor: unknown }) =>
      connection === welcome.connection && cursor !== null
  late.send({ type: 'presence', view: { x: 1_000, y: 1_000, zoom: 2, width: 800, height: 600 } })
  await late.next('presence', ({ people }) => people.some(({ view }) => view?.x === 1_000))
  away.send({ type: 'presence', cursor: { x: 9_000, y: 9_000 } })
  pointing.send({ type: 'presence', cursor: { x: 1_100, y: 1_100 } })
  await isTold(pointing)
  late.send({ type: 'presence', view: { x: 9_000, y: 9_000, zoom: 2, width: 800, height: 600 } })
  await isTold(away)
  assert.deepEqual(
    late.all('presence').flatMap(({ people }) => people.flatMap(({ view }) => (view ? [Object.keys(view)] : []))),
    late.all('presence').flatMap(({ people }) => people.flatMap(({ view }) => (view ? [['x', 'y', 'zoom']] : []))),
    'the size of a window is sent to no one',
  )
  const { total } = await ann.workspaces.listActiveUsers(board)
  assert.equal(total, 3)
  await Promise.all(opened.slice(0, 40).map(one => one.close()))
  const small = await late.next('presence', ({ all }) => all === true)
  assert.equal(small.total, undefined)
  assert.ok(small.people.length > 50, 'everyone again')
  await Promise.all(opened.slice(40).map(one => one.close()))
})
