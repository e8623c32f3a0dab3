// Tests presence over sockets: who is present, what they do, who leads.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stateOf } from '../../testing/database-state.ts'
import { openLive } from '../../testing/live-client.ts'
import { world } from '../../testing/world.ts'

test('[LIV-10] presence is sent to all clients, and not stored', async () => {
  const there = await world()
  await using ann = await openLive(there, there.ann, { as: 'browser' })
  const before = await stateOf(there.dependencies.db)
  await using bob = await openLive(there, there.bob, { as: 'app' })
  const came = await ann.next('presence', ({ people }) => people.some(person => person.id === there.bob.id))
  assert.deepEqual(came.left, [])
  bob.send({ type: 'presence', cursor: { x: 1.5, y: -2 }, view: { x: 0, y: 0, zoom: 0.5 }, selection: ['a', 'b'] })
  bob.send({ type: 'presence', moving: [{ id: 'a', x: 3, y: 4, nonsense: true }], nonsense: 1 })
  const moved = await ann.next('presence', ({ people }) => people.some(person => person.moving !== undefined))
  const [person] = moved.people
  assert.deepEqual(person, {
    ...{ connection: bob.welcome.connection, id: there.bob.id, type: 'app', email: there.bob.email },
    ...{ first_name: 'Bob', last_name: 'Tester', leader: false, cursor: { x: 1.5, y: -2 } },
    ...{ view: { x: 0, y: 0, zoom: 0.5 }, selection: ['a', 'b'], moving: [{ id: 'a', x: 3, y: 4 }] },
  })
  bob.send({ type: 'presence', cursor: { x: 1, y: 1, laser: true, nonsense: 1 } })
  const pointing = await ann.next('presence', ({ people }) => people.some(({ cursor }) => cursor?.laser))
  assert.deepEqual(pointing.people[0]?.cursor, { x: 1, y: 1, laser: true })
  bob.send({ type: 'presence', cursor: null, moving: [] })
  bob.send({ type: 'follow', user_id: there.ann.id })
  const follows = await ann.next('presence', ({ people }) => people.some(one => one.following === there.ann.id))
  assert.deepEqual(
    follows.people.map(({ cursor, moving, selection }) => [cursor, moving, selection]),
    [[null, undefined, ['a', 'b']]],
  )
  assert.deepEqual(await stateOf(there.dependencies.db), before)
  await bob.close()
  const gone = await ann.next('presence', ({ left }) => left.length > 0)
  assert.deepEqual([gone.left, gone.people], [[bob.welcome.connection], []])
})

test('[LIV-7] a drag is shown while it lasts and is one event', async () => {
  const there = await world()
  const { note } = await there.ann.notes.create(there.board, { text: 'dragged' })
  await using ann = await openLive(there, there.ann)
  await using bob = await openLive(there, there.bob)
  await ann.next('presence', ({ people }) => people.some(person => person.id === there.bob.id))
  for (let x = 1; x <= 20; x += 1) {
    bob.send({ type: 'presence', moving: [{ id: note.id, x, y: x }] })
    await ann.next('presence', ({ people }) => people.some(({ moving }) => moving?.some(one => one.x === x)))
  }
  await bob.change('end', [{ op: 'update', id: note.id, data: { x: 20, y: 20 } }])
  bob.send({ type: 'presence', moving: [] })
  await ann.upTo(ann.welcome.seq + 1)
  const { events } = await there.ann.events.list(there.board, { after: ann.welcome.seq })
  assert.deepEqual(
    events.map(event => [event.type, event.note?.x]),
    [['NOTE_UPDATE', 20]],
  )
  assert.deepEqual(ann.events, events)
})

test('[LIV-10] [ROL-6] a user who may only read is of type viewer, and cannot show objects in motion', async () => {
  const there = await world()
  await using vic = await openLive(there, there.vic, { as: 'browser' })
  await using ann = await openLive(there, there.ann, { as: 'browser' })
  const types = ann.welcome.people.map(person => [person.id, person.type])
  assert.deepEqual(types, [
    [there.vic.id, 'viewer'],
    [there.ann.id, 'browser'],
  ])
  vic.send({ type: 'presence', cursor: { x: 7, y: 7 }, moving: [{ id: 'a', x: 1 }] })
  const { people } = await ann.next('presence', one => one.people.some(person => person.cursor?.x === 7))
  assert.deepEqual(
    people.filter(person => person.id === there.vic.id).map(({ moving }) => moving),
    [undefined],
  )
})

test('[LIV-11] one user leads at a time; leading needs the right to edit and ends with the connection', async () => {
  const there = await world()
  await using ann = await openLive(there, there.ann)
  await using vic = await openLive(there, there.vic)
  const bob = await openLive(there, there.bob)
  vic.send({ type: 'lead', on: true })
  assert.equal((await vic.next('error')).error.code, 'ForbiddenError')
  bob.send({ type: 'lead', on: true })
  await ann.next('leader', ({ user_id }) => user_id === there.bob.id)
  const led = await ann.next('presence', ({ people }) => people.some(person => person.leader))
  assert.deepEqual(
    led.people.filter(person => person.leader).map(person => person.id),
    [there.bob.id],
  )
  const late = await openLive(there, there.vic)
  assert.equal(late.welcome.leader, there.bob.id)
  await late.close()
  ann.send({ type: 'lead', on: true })
  await vic.next('leader', ({ user_id }) => user_id === there.ann.id)
  bob.send({ type: 'lead', on: false })
  const { active_users } = await there.vic.workspaces.listActiveUsers(there.board)
  assert.deepEqual(
    active_users.map(({ first_name, leader }) => [first_name, leader]),
    [
      ['Ann', true],
      ['Bob', false],
      ['Vic', false],
    ],
  )
  ann.send({ type: 'lead', on: false })
  await vic.until(() => vic.all('leader').at(-1)?.user_id === null)
  bob.send({ type: 'lead', on: true })
  await vic.until(() => vic.all('leader').at(-1)?.user_id === there.bob.id)
  await bob.close()
  await vic.until(() => vic.all('leader').at(-1)?.user_id === null)
})

test('[WSP-14] [LIV-12] active users are the connected ones, each listed once, and are counted', async () => {
  const there = await world()
  const { ann, vic, board } = there
  const count = async () => (await ann.workspaces.get(board)).workspace.properties.active_users_count
  assert.equal(await count(), 0)
  await using app = await openLive(there, ann, { as: 'app' })
  await using browser = await openLive(there, ann, { as: 'browser' })
  const viewer = await openLive(there, vic, { as: 'browser' })
  const { active_users, total } = await vic.workspaces.listActiveUsers(board)
  assert.deepEqual(active_users, [
    { id: ann.id, type: 'browser', email: ann.email, first_name: 'Ann', last_name: 'Tester', leader: false },
    { id: vic.id, type: 'viewer', email: vic.email, first_name: 'Vic', last_name: 'Tester', leader: false },
  ])
  assert.deepEqual([total, await count()], [2, 2])
  const listed = await ann.users.listWorkspaces(ann.id)
  assert.deepEqual(
    listed.workspaces.map(workspace => workspace.active_users_count),
    [2],
  )
  await viewer.close()
  await app.until(() => app.all('presence').some(({ left }) => left.includes(viewer.welcome.connection)))
  assert.equal(await count(), 1)
  assert.equal(browser.welcome.people.length, 2)
})
