// Tests presence between processes when messages cross, are late or are lost. The bus of the tests delivers on request.

import assert from 'node:assert/strict'
import { mock, type TestContext, test } from 'node:test'
import type { ClusterBus } from '../../platform/bus/cluster-bus.ts'
import { ClusterPresence } from './cluster-presence.ts'
import type { LiveDomain } from './live-domain.ts'
import { LiveHub } from './live-hub.ts'
import { newParticipant } from './presence.ts'
import type { Member } from './room-member.ts'
import { Roster } from './roster.ts'

/** Queues all messages in order until `deliver`. */
class QueuedBus {
  readonly #subscribers = new Map<string, Map<string, (text: string, from: string) => void>>()
  readonly #queue: { from: string; channel: string; text: string }[] = []

  end(name: string): ClusterBus {
    const own = new Map<string, (text: string, from: string) => void>()
    this.#subscribers.set(name, own)
    return {
      name,
      batchMs: 10,
      publish: (channel, text) => void this.#queue.push({ from: name, channel, text }),
      subscribe: (channel, callback) => {
        own.set(channel, callback)
        return () => own.delete(channel)
      },
      onConnect: callback => callback(),
      close: async () => {},
    }
  }

  get queued(): readonly { readonly text: string }[] {
    return this.#queue
  }

  /** Drops all queued messages. */
  lose(): void {
    this.#queue.length = 0
  }

  /** Delivers the next messages, all by default. */
  deliver(maxCount = Number.POSITIVE_INFINITY): void {
    for (let count = 0; count < maxCount; count += 1) {
      const message = this.#queue.shift()
      if (!message) return
      for (const [name, channels] of this.#subscribers)
        if (name !== message.from) channels.get(message.channel)?.(message.text, message.from)
    }
  }
}

const heartbeatMs = 1_000

function startNode(bus: QueuedBus, name: string, more: { expiryMs?: number } = {}) {
  const domain = { roster: new Roster(), readEvents: async () => [] } as unknown as LiveDomain
  const hub = new LiveHub(domain, { helloMs: 0, pingMs: 0, accessMs: 0 }, {} as never)
  const presence = new ClusterPresence(hub, bus.end(name), { heartbeatMs, ...more })
  hub.peers = presence
  const open = () => hub.enter({ id: 1, uid: 'A'.repeat(20), seq: 0 } as never)
  const join = (connection: string) => {
    const room = open()
    const identity = { id: connection.length, email: `${connection}@example.com`, first_name: '', last_name: '' }
    hub.join(room, newParticipant({ ...identity, connection, type: 'app' }))
    const writer = { isSlow: false, write: () => {}, send: () => {} }
    room.members.add({
      connection,
      writer,
      isLive: true,
      seesOriginals: true,
      missesPresence: false,
    } as unknown as Member)
    return room
  }
  return { hub, join, people: () => hub.roster.getOrCreate(1) }
}

function freezeTime(t: TestContext): void {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  t.after(() => mock.timers.reset())
}

test('[LIV-12] [LIV-10] a user who joins at another process sees the presence of users who have not moved since', t => {
  freezeTime(t)
  const bus = new QueuedBus()
  const [one, other] = [startNode(bus, 'one'), startNode(bus, 'other')]
  const room = one.join('ann')
  bus.deliver()
  one.hub.updatePresence(room, 'ann', { cursor: { x: 7, y: 8 } })
  mock.timers.tick(10)
  bus.deliver()
  other.join('bob')
  bus.deliver()
  mock.timers.tick(10)
  bus.deliver()
  assert.deepEqual(other.people().find('ann')?.cursor, { x: 7, y: 8 })
})

test('[LIV-11] a leader still leads after their process is visible again', t => {
  freezeTime(t)
  const bus = new QueuedBus()
  const [one, other] = [startNode(bus, 'one'), startNode(bus, 'other', { expiryMs: 0 })]
  const room = one.join('ann')
  other.join('bob')
  one.hub.lead(room, 'ann')
  bus.deliver()
  assert.equal(other.people().leader?.connection, 'ann')
  mock.timers.tick(heartbeatMs)
  assert.equal(other.people().find('ann'), null, 'expired')
  bus.deliver()
  assert.equal(other.people().leader?.connection, 'ann')
  assert.equal(one.people().leader?.connection, 'ann')
})

test('[LIV-11] after a network partition the processes agree on the leader', t => {
  freezeTime(t)
  const bus = new QueuedBus()
  const [one, other] = [startNode(bus, 'one', { expiryMs: 0 }), startNode(bus, 'other', { expiryMs: 0 })]
  const [ours, theirs] = [one.join('ann'), other.join('bob')]
  const leaders = () => [one, other].map(({ people }) => people().leader?.connection)
  const partitioned = (callback: () => void) => {
    mock.timers.tick(heartbeatMs)
    callback()
    bus.lose()
    mock.timers.tick(heartbeatMs)
    bus.deliver()
    mock.timers.tick(heartbeatMs)
    bus.deliver()
    assert.ok(one.people().find('bob') && other.people().find('ann'), 'they know each other again')
  }
  one.hub.lead(ours, 'ann')
  bus.deliver()
  partitioned(() => {
    other.hub.lead(theirs, 'bob')
    other.hub.stopLeading(theirs, 'bob')
  })
  assert.deepEqual(leaders(), [undefined, undefined], 'the latest change was that no one leads')
  one.hub.lead(ours, 'ann')
  bus.deliver()
  partitioned(() => other.hub.lead(theirs, 'bob'))
  assert.deepEqual(leaders(), ['bob', 'bob'], 'the last one')
  partitioned(() => other.hub.stopLeading(theirs, 'bob'))
  assert.deepEqual(leaders(), [undefined, undefined], 'a lead that was given up stays so')
})

test('[LIV-12] a user who joins while a process loads the state of the others is known to it', t => {
  freezeTime(t)
  const bus = new QueuedBus()
  const one = startNode(bus, 'one')
  bus.deliver()
  const other = startNode(bus, 'other')
  bus.deliver(1)
  one.join('ann')
  bus.deliver()
  assert.ok(other.people().find('ann'))
})

test('[LIV-15] an agent at another process is seen, moves and leaves, and does not count as a user', t => {
  freezeTime(t)
  const bus = new QueuedBus()
  const [one, other] = [startNode(bus, 'one'), startNode(bus, 'other')]
  other.join('bob')
  bus.deliver()
  const agent = (x: number) => ({ name: 'Claude', at: { x, y: 0, width: 10, height: 10 } })
  const identity = { connection: 'agent', id: 7, email: 'ann@example.com', first_name: 'Ann', last_name: '' }
  one.hub.join({ workspace_id: 1 }, { ...newParticipant({ ...identity, type: 'app' }), agent: agent(1) })
  bus.deliver()
  assert.deepEqual(other.people().find('agent')?.agent, agent(1))
  assert.deepEqual(
    other.hub.roster.list(1).map(({ id }) => id),
    ['bob'.length],
  )
  assert.deepEqual([...other.hub.roster.count([1])], [[1, 1]])
  one.hub.updatePresence({ workspace_id: 1 }, 'agent', { agent: agent(2) })
  mock.timers.tick(10)
  bus.deliver()
  assert.deepEqual(other.people().find('agent')?.agent, agent(2))
  one.hub.leaveWithoutRoom(1, 'agent')
  bus.deliver()
  assert.equal(other.people().find('agent'), null)
})

test('[LIV-16] thousands who join at another process take a few messages, and movements are limited', t => {
  freezeTime(t)
  let ms = 0
  t.mock.method(performance, 'now', () => ms)
  const bus = new QueuedBus()
  const [one, other] = [startNode(bus, 'one'), startNode(bus, 'other')]
  other.join('bob')
  bus.deliver()
  const names = Array.from({ length: 2_000 }, (_, index) => `ann-${index}`)
  for (const name of names) one.join(name)
  mock.timers.tick(10)
  assert.ok(bus.queued.length < 30, `${bus.queued.length} messages`)
  bus.deliver()
  assert.equal(other.people().size, 2_001)
  mock.timers.tick(10)
  bus.lose()
  const room = one.join('carl')
  bus.deliver()
  ms += 10_000
  for (const name of names) one.hub.updatePresence(room, name, { cursor: { x: 1, y: 1 } })
  for (let round = 0; round < 10; round++) mock.timers.tick(10)
  assert.equal(bus.queued.length, 1, 'one message in the interval of a large room')
  assert.ok((bus.queued[0]?.text.length ?? 0) < 40_000)
  ms += 1_000
  mock.timers.tick(10)
  assert.equal(bus.queued.length, 2)
})

test('[LIV-16] a process that does not understand batches gets a message for each user', t => {
  freezeTime(t)
  const bus = new QueuedBus()
  const old = bus.end('old')
  const heard: { k: string; v: number }[] = []
  old.subscribe('nodes', text => heard.push(JSON.parse(text)))
  const one = startNode(bus, 'one')
  old.publish('nodes', JSON.stringify({ k: 'all', v: 0, people: [], leads: [] }))
  bus.deliver()
  heard.length = 0
  for (let index = 0; index < 50; index++) one.join(`ann-${index}`)
  mock.timers.tick(10)
  bus.deliver()
  const numbers = heard.filter(({ k }) => k === 'joined').map(({ v }) => v)
  assert.deepEqual(
    numbers,
    Array.from({ length: 50 }, (_, index) => index + 1),
  )
})
