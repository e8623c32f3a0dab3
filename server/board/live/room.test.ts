// Tests the events of a room: from local commits, and from the log if those leave a gap.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { EventText } from '../events/event-text.ts'
import { newParticipant, Presence } from './presence.ts'
import { Room } from './room.ts'
import type { Member } from './room-member.ts'

const event = (seq: number): EventText => ({
  seq,
  type: 'NOTE_CREATE',
  full: `{"seq":${seq}}`,
  plain: `{"seq":${seq}}`,
})

/** A room that has broadcast up to seq 3, over a log of these events; `reads` contains the seqs after which it read. */
function roomOver(log: readonly EventText[]) {
  const reads: number[] = []
  const sent: number[] = []
  const room = new Room({
    workspace_id: 1,
    uid: 'A'.repeat(20),
    seq: 3,
    presence: new Presence(),
    readEvents: async after => {
      reads.push(after)
      return log.filter(one => one.seq > after)
    },
    onEvents: () => {},
    onError: error => assert.fail(String(error)),
  })
  const writer = { isSlow: false, write: (frame: Buffer) => sent.push(...seqsIn(frame)) }
  room.members.add({ writer, isLive: true, seesOriginals: true, missesPresence: false } as unknown as Member)
  return { room, reads, sent }
}

const seqsIn = (frame: Buffer) => [...frame.toString().matchAll(/"seq":(\d+)/g)].map(match => Number(match[1]))

const broadcast = (room: Room) => new Promise<number>(resolve => room.afterLocalEvents(resolve))

test('[LIV-3] commits in order are broadcast without reading the log', async () => {
  const { room, reads, sent } = roomOver([])
  room.onCommit(() => [event(4), event(5)])
  room.onCommit(() => [event(6)])
  assert.equal(await broadcast(room), 6)
  assert.deepEqual(sent, [4, 5, 6])
  assert.equal(await broadcast(room), 6)
  assert.deepEqual(reads, [])
  room.close()
})

test('[LIV-3] after a commit of another process in between, all events are read from the log in order', async () => {
  const { room, reads, sent } = roomOver([4, 5, 6, 7].map(event))
  room.onCommit(() => [event(4)])
  room.onCommit(() => [event(6), event(7)])
  assert.equal(await broadcast(room), 7)
  assert.deepEqual(sent, [4, 5, 6, 7])
  assert.deepEqual(reads, [3])
  room.close()
})

test('[LIV-3] events without text are read from the log, and none is sent twice', async () => {
  const { room, reads, sent } = roomOver([4, 5].map(event))
  room.onCommit(() => null)
  room.onCommit(() => [event(5)])
  assert.equal(await broadcast(room), 5)
  room.onCommit(() => [event(5)])
  await broadcast(room)
  assert.deepEqual(sent, [4, 5])
  assert.deepEqual(reads, [3, 5])
  room.close()
})

test('a large commit is sent in several messages', async () => {
  const { room, sent } = roomOver([])
  const many = Array.from({ length: 1_200 }, (_, index) => event(4 + index))
  room.onCommit(() => many)
  assert.equal(await broadcast(room), 1_203)
  assert.deepEqual(
    sent,
    many.map(one => one.seq),
  )
  room.close()
})

test('[LIV-4] a callback that waits for events of a closed room is called', async () => {
  const { room } = roomOver([event(4)])
  room.wake()
  room.close()
  assert.equal(await broadcast(room), 3)
  assert.equal(await new Promise<number>(resolve => room.afterEvents(resolve)), 3)
})

/** A room with `size` participants and a clock that `pass` advances. */
function roomOf(size: number, t: TestContext) {
  let ms = 1_000
  t.mock.method(performance, 'now', () => ms)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const presence = new Presence()
  for (let id = 0; id < size; id++)
    presence.put(
      newParticipant({
        connection: `c${id}`,
        id,
        email: `${id}@example.com`,
        first_name: '',
        last_name: '',
        type: 'app',
      }),
    )
  const nothing = { readEvents: async () => [], onEvents: () => {}, onError: () => {} }
  const room = new Room({ workspace_id: 1, uid: 'A'.repeat(20), seq: 0, presence, ...nothing })
  const started: string[] = []
  const change = (name: string) => void room.waitForChangeBatch().then(() => started.push(name))
  const pass = async (by: number) => {
    ms += by
    t.mock.timers.tick(by)
    await new Promise(resolve => setImmediate(resolve))
  }
  return { room, started, change, pass }
}

test('[LIV-14] above 10 connections changes are applied in batches, and a single one at once', async t => {
  const { room, started, change, pass } = roomOf(11, t)
  change('a')
  await pass(0)
  assert.deepEqual(started, ['a'])
  await pass(10)
  change('b')
  await pass(10)
  change('c')
  assert.deepEqual(started, ['a'])
  await pass(12)
  assert.deepEqual(started, ['a', 'b', 'c'])
  await pass(100)
  change('d')
  await pass(0)
  assert.deepEqual(started, ['a', 'b', 'c', 'd'])
  room.close()
})

test('[LIV-14] the last of a thousand members gets a change sooner, and thousands share larger batches', async t => {
  for (const [size, waitMs] of [
    [500, 32],
    [1_000, 24],
    [10_000, 200],
  ] as const) {
    const { room, started, change, pass } = roomOf(11, t)
    const writer = { isSlow: false, write: () => {} }
    for (let id = 0; id < size; id++) room.members.add({ writer, isLive: true } as unknown as Member)
    change('a')
    await pass(0)
    change('b')
    await pass(waitMs - 2)
    assert.deepEqual(started, ['a'], `${size} members`)
    await pass(2)
    assert.deepEqual(started, ['a', 'b'], `${size} members`)
    room.close()
    t.mock.reset()
    t.mock.timers.reset()
  }
})

test('[LIV-14] in a small room every change is applied at once', async t => {
  const { room, started, change } = roomOf(10, t)
  for (const name of ['a', 'b', 'c']) change(name)
  await new Promise(resolve => setImmediate(resolve))
  assert.deepEqual(started, ['a', 'b', 'c'])
  room.close()
})
