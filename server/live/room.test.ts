// How a room comes by the events it tells: from the commits it hears of, and from the log where those leave a gap.

import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import type { EventText } from '../events/event-text.ts'
import { newlyPresent, People } from './presence.ts'
import { type Member, Room } from './room.ts'

const event = (seq: number): EventText => ({
  seq,
  type: 'NOTE_CREATE',
  full: `{"seq":${seq}}`,
  plain: `{"seq":${seq}}`,
})

/** A room where everything up to number 3 was told, over a log of these events; `reads` are the numbers it read after. */
function roomOver(log: readonly EventText[]) {
  const reads: number[] = []
  const told: number[] = []
  const room = new Room({
    workspace_id: 1,
    uid: 'A'.repeat(20),
    seq: 3,
    people: new People(),
    readEvents: async after => {
      reads.push(after)
      return log.filter(one => one.seq > after)
    },
    onEvents: () => {},
    onFault: error => assert.fail(String(error)),
  })
  const wire = { isSlow: false, write: (frame: Buffer) => told.push(...seqsIn(frame)) }
  room.members.add({ wire, isLive: true, seesOriginals: true, missesPeople: false } as unknown as Member)
  return { room, reads, told }
}

const seqsIn = (frame: Buffer) => [...frame.toString().matchAll(/"seq":(\d+)/g)].map(match => Number(match[1]))

const heard = (room: Room) => new Promise<number>(resolve => room.afterHeard(resolve))

test('[LIV-3] what is heard of in order is told without a look at the log', async () => {
  const { room, reads, told } = roomOver([])
  room.hear(() => [event(4), event(5)])
  room.hear(() => [event(6)])
  assert.equal(await heard(room), 6)
  assert.deepEqual(told, [4, 5, 6])
  assert.equal(await heard(room), 6)
  assert.deepEqual(reads, [])
  room.close()
})

test('[LIV-3] where something in between was committed elsewhere, the log tells all of it in order', async () => {
  const { room, reads, told } = roomOver([4, 5, 6, 7].map(event))
  room.hear(() => [event(4)])
  room.hear(() => [event(6), event(7)])
  assert.equal(await heard(room), 7)
  assert.deepEqual(told, [4, 5, 6, 7])
  assert.deepEqual(reads, [3])
  room.close()
})

test('[LIV-3] what is not known to the last detail is read, and nothing is told twice', async () => {
  const { room, reads, told } = roomOver([4, 5].map(event))
  room.hear(() => null)
  room.hear(() => [event(5)])
  assert.equal(await heard(room), 5)
  room.hear(() => [event(5)])
  await heard(room)
  assert.deepEqual(told, [4, 5])
  assert.deepEqual(reads, [3, 5])
  room.close()
})

test('a large commit is told in several messages', async () => {
  const { room, told } = roomOver([])
  const many = Array.from({ length: 1_200 }, (_, index) => event(4 + index))
  room.hear(() => many)
  assert.equal(await heard(room), 1_203)
  assert.deepEqual(
    told,
    many.map(one => one.seq),
  )
  room.close()
})

test('[LIV-4] whoever waits for events in a room that was closed meanwhile waits no longer', async () => {
  const { room } = roomOver([event(4)])
  room.wake()
  room.close()
  assert.equal(await heard(room), 3)
  assert.equal(await new Promise<number>(resolve => room.afterEvents(resolve)), 3)
})

/** A room of so many people, with a clock that stands still until it is told to go on. */
function roomOf(size: number) {
  let ms = 1_000
  const people = new People()
  for (let id = 0; id < size; id++)
    people.put(
      newlyPresent({
        connection: `c${id}`,
        id,
        email: `${id}@example.com`,
        first_name: '',
        last_name: '',
        type: 'app',
      }),
    )
  const nothing = { readEvents: async () => [], onEvents: () => {}, onFault: () => {} }
  const room = new Room({ workspace_id: 1, uid: 'A'.repeat(20), seq: 0, people, ...nothing, now: () => ms })
  const begun: string[] = []
  const change = (name: string) => void room.turnToChange().then(() => begun.push(name))
  const pass = async (by: number) => {
    ms += by
    mock.timers.tick(by)
    await new Promise(resolve => setImmediate(resolve))
  }
  return { room, begun, change, pass }
}

test('[LIV-14] in company the changes of a moment are carried out together, and one alone at once', async t => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const { room, begun, change, pass } = roomOf(11)
  change('a')
  await pass(0)
  assert.deepEqual(begun, ['a'])
  await pass(10)
  change('b')
  await pass(10)
  change('c')
  assert.deepEqual(begun, ['a'])
  await pass(12)
  assert.deepEqual(begun, ['a', 'b', 'c'])
  await pass(100)
  change('d')
  await pass(0)
  assert.deepEqual(begun, ['a', 'b', 'c', 'd'])
  room.close()
})

test('[LIV-14] among few, every change is carried out as it comes', async () => {
  const { room, begun, change } = roomOf(10)
  for (const name of ['a', 'b', 'c']) change(name)
  await new Promise(resolve => setImmediate(resolve))
  assert.deepEqual(begun, ['a', 'b', 'c'])
  room.close()
})
