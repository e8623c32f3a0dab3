// Who is in the workspace, and the caller's own presence, across lost connections.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { start } from '../testing/started-live.ts'
import { until } from '../testing/until.ts'
import { OwnPresence } from './presence.ts'

test('[CLI-14] presence is merged, and sent again on the next connection', async t => {
  const { service, live, back } = await start(t)
  const presences = () => service.received.filter(one => one.type === 'presence')
  for (let x = 0; x < 100; x += 1) live.sendPresence({ cursor: { x, y: 2e9 } })
  live.sendPresence({ cursor: { x: 99, y: 2e9, laser: true } })
  live.sendPresence({ selection: ['a'], view: { x: 1, y: 2, zoom: 3 } })
  await until(() => presences().length > 0)
  const shown = { cursor: { x: 99, y: 1e9, laser: true }, selection: ['a'], view: { x: 1, y: 2, zoom: 3 } }
  assert.deepEqual(presences(), [{ type: 'presence', ...shown }])
  live.follow(7)
  live.lead(true)
  service.cut()
  await until(() => live.state === 'offline')
  await back()
  await until(() => presences().length > 1)
  assert.deepEqual(presences()[1], { type: 'presence', ...shown })
  const after = service.received.slice(service.received.findLastIndex(one => one.type === 'hello'))
  assert.deepEqual(
    after.flatMap((one): unknown[] => (one.type === 'follow' ? [one.user_id] : one.type === 'lead' ? [one.on] : [])),
    [7, true],
  )
})

test('[CLI-14] a user who takes the lead just as another gives it up leads, also after a reconnect', async t => {
  const { service, live, back } = await start(t)
  await back()
  service.deliver({ type: 'leader', user_id: 3 })
  await until(() => live.leader === 3)
  live.lead(true)
  // The service sent this before it received the request.
  service.deliver({ type: 'leader', user_id: null })
  service.deliver({ type: 'leader', user_id: 1 })
  await until(() => live.leader === 1)
  const leads = () => service.received.filter(one => one.type === 'lead').length
  service.cut()
  await until(() => leads() === 2)
  service.deliver({ type: 'leader', user_id: 1 })
  service.deliver({ type: 'leader', user_id: 3 })
  await until(() => live.leader === 3)
  service.cut()
  await until(() => live.state === 'offline')
  await back()
  assert.equal(leads(), 2, 'another user has taken it')
})

test('[CLI-14] people join, move and leave, one leads, and roles change', async t => {
  const { service, live } = await start(t)
  const person = (connection: string, x: number) => ({ connection, id: x, cursor: { x, y: 0 } })
  const names = () => [...live.people.values()].map(one => [one.connection, one.cursor?.x])
  service.deliver({ type: 'presence', people: [person('a', 1), person('b', 2)], left: [] })
  service.deliver({ type: 'presence', people: [person('b', 3)], left: ['a'] })
  service.deliver({ type: 'leader', user_id: 3 })
  await until(() => live.leader === 3)
  assert.deepEqual(names(), [['b', 3]])
  service.deliver({ type: 'presence', people: [person('c', 4)], left: [], all: true })
  service.deliver({ type: 'role', role: { name: 'Viewer' } })
  await until(() => live.role?.name === 'Viewer')
  assert.deepEqual(names(), [['c', 4]])
  service.cut()
  await until(() => live.state === 'offline')
  assert.deepEqual([names(), live.leader], [[], null])
})

test('[CLI-14] [LIV-16] in a large workspace the total is known, until everyone is', async t => {
  const { service, live } = await start(t)
  const person = (connection: string) => ({ connection, id: 1, cursor: null })
  assert.equal(live.peopleTotal, null)
  service.deliver({ type: 'presence', people: [person('a'), person('b')], left: [], all: true, total: 912 })
  await until(() => live.peopleTotal === 912)
  service.deliver({ type: 'presence', people: [person('c')], left: ['a'], total: 913 })
  await until(() => live.peopleTotal === 913)
  assert.deepEqual([...live.people.keys()], ['b', 'c'])
  service.deliver({ type: 'presence', people: [person('d')], left: [], all: true })
  await until(() => live.people.has('d'))
  assert.deepEqual([live.peopleTotal, live.people.size], [null, 1])
})

test('[CLI-14] presence is sent less often in a large workspace', t => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 })
  const sent: unknown[] = []
  const presence = new OwnPresence(message => sent.push(message) > 0)
  const move = (x: number) =>
    presence.show({ cursor: { x, y: 0 }, view: { x, y: 0, zoom: 1, width: 1e6, height: 0.5 } })
  presence.setRoomSize(1_000)
  move(1)
  t.mock.timers.tick(0)
  const view = { y: 0, zoom: 1, width: 100_000, height: 1 }
  assert.deepEqual(sent, [{ type: 'presence', cursor: { x: 1, y: 0 }, view: { x: 1, ...view } }])
  move(2)
  t.mock.timers.tick(399)
  assert.equal(sent.length, 1)
  t.mock.timers.tick(1)
  assert.equal(sent.length, 2)
  presence.setRoomSize(null)
  move(3)
  t.mock.timers.tick(35)
  assert.equal(sent.length, 3)
})
