// Tests presence in large rooms: which people each member is sent, and how little data that takes. Without sockets.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { LivePerson, ServerMessage } from '@tessera/contract/live'
import { peopleFields } from './paged-presence.ts'
import { newParticipant, Presence, type PresenceState } from './presence.ts'
import { type Viewport, viewportOf } from './presence-page.ts'
import { Room } from './room.ts'
import type { Member } from './room-member.ts'

interface Reader extends Member {
  /** All messages that were sent to the member. */
  readonly messages: ServerMessage[]
  bytes: number
  viewport: Viewport | null
  /** The people it knows, as a client would. */
  readonly people: Map<string, LivePerson>
  total: number | undefined
}

/** A room with a clock that `tick` advances by enough for one presence message. */
function openRoom(t: TestContext) {
  let ms = 1_000
  t.mock.method(performance, 'now', () => ms)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const presence = new Presence()
  const nothing = {
    readEvents: async () => [],
    onEvents: () => {},
    onError: (error: unknown) => assert.fail(String(error)),
  }
  const room = new Room({ workspace_id: 1, uid: 'A'.repeat(20), seq: 0, presence, ...nothing })
  t.after(() => room.close())
  const readers = new Map<number, Reader>()
  const join = (id: number, state: Partial<PresenceState> = {}) => {
    const reader = newReader(`c${id}`)
    const name = { email: `${id}@example.com`, first_name: 'Person', last_name: `${id}` }
    presence.put({ ...newParticipant({ connection: reader.connection, id, ...name, type: 'browser' }), ...state })
    receive(reader, `{"type":"welcome",${peopleFields(presence, reader)}}`)
    room.members.add(reader)
    readers.set(id, reader)
    return reader
  }
  const leave = (id: number) => {
    room.members.delete(readers.get(id) as Reader)
    presence.remove(`c${id}`)
  }
  const tick = async () => {
    ms += 20_000
    t.mock.timers.tick(20_000)
    // Members are served in slices.
    for (let turn = 0; turn < 50; turn++) await new Promise(resolve => setImmediate(resolve))
  }
  return { presence, readers, join, leave, tick }
}

function newReader(connection: string): Reader {
  const reader = { connection, messages: [], bytes: 0, viewport: null, page: null, people: new Map(), total: undefined }
  const write = (frame: Buffer) => receive(member, frame.subarray(frame.indexOf('{')).toString(), frame.length)
  const writer = { isSlow: false, write, send: (text: string) => receive(member, text) }
  const member = { ...reader, writer, isLive: true, seesOriginals: true, missesPresence: false } as unknown as Reader
  return member
}

function receive(reader: Reader, text: string, length = text.length): void {
  const message = JSON.parse(text) as ServerMessage
  reader.messages.push(message)
  reader.bytes += length
  if (message.type !== 'welcome' && message.type !== 'presence') return
  if (message.type === 'presence' && message.all) reader.people.clear()
  for (const person of message.people) reader.people.set(person.connection, person)
  if (message.type === 'presence') for (const connection of message.left) reader.people.delete(connection)
  reader.total = message.total
}

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index)
const screen = (x: number, y: number) => viewportOf({ x, y, zoom: 1, width: 1_000, height: 800 })

test('[LIV-16] joining a room of any size costs the same', async t => {
  const { join, tick } = openRoom(t)
  for (const id of ids(1_000)) join(id)
  await tick()
  const early = join(1_001)
  for (const id of ids(9_000, 2_000)) join(id)
  const late = join(20_000)
  assert.ok(late.bytes < early.bytes * 1.1, `${late.bytes} bytes, and ${early.bytes} in a room of a tenth`)
  assert.ok(late.people.size <= 50)
  assert.equal(late.total, 10_002)
  assert.ok(late.people.has('c20000'), 'itself included')
})

test('[LIV-16] 10,000 people who join are one short message to those present', async t => {
  const { readers, join, tick } = openRoom(t)
  for (const id of ids(200)) join(id)
  await tick()
  const before = [...readers.values()].map(({ bytes, messages }) => ({ bytes, count: messages.length }))
  for (const id of ids(10_000, 1_000)) join(id)
  await tick()
  for (const [index, id] of ids(200).entries()) {
    const { bytes, messages, total } = readers.get(id) as Reader
    assert.equal(messages.length - (before[index]?.count ?? 0), 1)
    assert.ok(bytes - (before[index]?.bytes ?? 0) < 100)
    assert.equal(total, 10_200)
  }
})

test('[LIV-16] in a large room people are sent those in view, regardless of where the others move', async t => {
  const { presence, join, tick } = openRoom(t)
  const ann = join(1)
  ann.viewport = screen(0, 0)
  for (const id of ids(300, 1_000)) join(id)
  await tick()
  for (const id of ids(100, 1_000)) presence.update(`c${id}`, { cursor: { x: 50_000, y: id } })
  presence.update('c1200', { cursor: { x: 400, y: -300 } })
  presence.update('c1201', { selection: ['note'], view: { x: 10, y: 10, zoom: 1 } })
  await tick()
  assert.deepEqual(ann.people.get('c1200')?.cursor, { x: 400, y: -300 })
  assert.ok(ann.people.has('c1201'), 'a user without a pointer who has something selected')
  presence.update('c1200', { cursor: { x: 90_000, y: 0 } })
  await tick()
  assert.notDeepEqual(ann.people.get('c1200')?.cursor, { x: 400, y: -300 }, 'no cursor stays behind')
  ann.viewport = screen(50_000, 1_010)
  presence.update('c1', { view: { x: 50_000, y: 1_010, zoom: 1 } })
  await tick()
  const inView = [...ann.people.values()].filter(({ cursor }) => cursor?.x === 50_000)
  assert.ok(inView.length > 40, `${inView.length} of those in view`)
  assert.ok(ann.people.size <= 50)
  assert.ok(ann.people.has('c1'), 'oneself is always there')
})

test('[LIV-16] the leader, the followed person and agents are always shown', async t => {
  const { presence, join, tick } = openRoom(t)
  const ann = join(1)
  ann.viewport = screen(0, 0)
  for (const id of ids(200, 1_000)) join(id, { cursor: { x: 0, y: 0 } })
  for (const id of [11, 12, 13]) join(id)
  await tick()
  assert.equal(ann.people.size, 50)
  presence.setLead('c11', true)
  presence.update('c1', { following: 12 })
  const agent = { name: 'Helper', at: null }
  const identity = { connection: 'agent', id: 13, email: '', first_name: '', last_name: '' }
  presence.put({ ...newParticipant({ ...identity, type: 'app' }), agent })
  await tick()
  for (const connection of ['c11', 'c12', 'agent']) assert.ok(ann.people.has(connection), connection)
  assert.equal(ann.people.get('c11')?.leader, true)
  assert.ok(ann.messages.some(message => message.type === 'leader' && message.user_id === 11))
  assert.equal(ann.people.size, 50)
  assert.equal(ann.total, 204, 'agents are no people')
})

test('[LIV-16] a room that becomes large, and small again, updates its members at once', async t => {
  const { readers, join, leave, tick } = openRoom(t)
  for (const id of ids(100)) join(id)
  await tick()
  const ann = readers.get(1) as Reader
  assert.deepEqual([ann.people.size, ann.total], [100, undefined])
  join(100)
  await tick()
  assert.deepEqual([ann.people.size, ann.total], [50, 101])
  for (const id of ids(15, 80)) leave(id)
  await tick()
  assert.deepEqual([ann.people.size <= 50, ann.total], [true, 86], 'it does not go back and forth')
  for (const id of ids(10, 60)) leave(id)
  await tick()
  assert.deepEqual([ann.people.size, ann.total], [76, undefined])
  leave(50)
  await tick()
  assert.deepEqual([ann.people.size, ann.people.has('c50')], [75, false])
})

test('[LIV-16] those who leave a large room leave the pages', async t => {
  const { presence, readers, join, leave, tick } = openRoom(t)
  const ann = join(1)
  ann.viewport = screen(0, 0)
  for (const id of ids(150, 1_000)) join(id)
  await tick()
  presence.update('c1100', { cursor: { x: 1, y: 1 } })
  await tick()
  assert.ok(ann.people.has('c1100'))
  leave(1_100)
  await tick()
  assert.ok(!ann.people.has('c1100'))
  for (const { people, connection } of [...readers.values()].filter(one => one.connection !== 'c1100'))
    assert.ok(!people.has('c1100'), connection)
})
