// What processes know of each other's people when words cross, come late or are lost: the bus is held in the hand here, and
// delivers when it is told to.

import assert from 'node:assert/strict'
import { mock, type TestContext, test } from 'node:test'
import type { ClusterBus } from '../cluster-bus.ts'
import { House } from './live-hub.ts'
import type { LiveDomain } from './live-domain.ts'
import { Nodes } from './cluster-presence.ts'
import { newlyPresent } from './presence.ts'
import type { Member } from './room.ts'
import { Roster } from './roster.ts'

/** Between processes: what was said lies there until `deliver`, in the order it was said. */
class HeldBus {
  readonly #followers = new Map<string, Map<string, (text: string, from: string) => void>>()
  readonly #said: { from: string; channel: string; text: string }[] = []

  end(name: string): ClusterBus {
    const own = new Map<string, (text: string, from: string) => void>()
    this.#followers.set(name, own)
    return {
      name,
      paceMs: 10,
      publish: (channel, text) => void this.#said.push({ from: name, channel, text }),
      follow: (channel, act) => {
        own.set(channel, act)
        return () => own.delete(channel)
      },
      onOpen: act => act(),
      close: async () => {},
    }
  }

  /** What was said is never heard. */
  lose(): void {
    this.#said.length = 0
  }

  /** The next words, all of them where it is not said how many. */
  deliver(most = Number.POSITIVE_INFINITY): void {
    for (let count = 0; count < most; count += 1) {
      const word = this.#said.shift()
      if (!word) return
      for (const [name, channels] of this.#followers)
        if (name !== word.from) channels.get(word.channel)?.(word.text, word.from)
    }
  }
}

const hereMs = 1_000

function startNode(bus: HeldBus, name: string, more: { goneMs?: number } = {}) {
  const domain = { roster: new Roster(), readEvents: async () => [] } as unknown as LiveDomain
  const house = new House(domain, { helloMs: 0, probeMs: 0, accessMs: 0 }, {} as never)
  const nodes = new Nodes(house, bus.end(name), { hereMs, ...more })
  house.neighbours = nodes
  const open = () => house.enter({ id: 1, uid: 'A'.repeat(20), seq: 0 } as never)
  const join = (connection: string) => {
    const room = open()
    const identity = { id: connection.length, email: `${connection}@example.com`, first_name: '', last_name: '' }
    house.put(room, newlyPresent({ ...identity, connection, type: 'app' }))
    const wire = { isSlow: false, write: () => {} }
    room.members.add({ connection, wire, isLive: true, seesOriginals: true, missesPeople: false } as unknown as Member)
    return room
  }
  return { house, join, people: () => house.roster.of(1) }
}

function heldTime(t: TestContext): void {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  t.after(() => mock.timers.reset())
}

test('[LIV-12] [LIV-10] who comes to another process sees where people are, though they have not moved since', t => {
  heldTime(t)
  const bus = new HeldBus()
  const [one, other] = [startNode(bus, 'one'), startNode(bus, 'other')]
  const room = one.join('ann')
  bus.deliver()
  one.house.moved(room, 'ann', { cursor: { x: 7, y: 8 } })
  mock.timers.tick(10)
  bus.deliver()
  other.join('bob')
  bus.deliver()
  mock.timers.tick(10)
  bus.deliver()
  assert.deepEqual(other.people().find('ann')?.cursor, { x: 7, y: 8 })
})

test('[LIV-11] who leads still does when their process is heard of again', t => {
  heldTime(t)
  const bus = new HeldBus()
  const [one, other] = [startNode(bus, 'one'), startNode(bus, 'other', { goneMs: 0 })]
  const room = one.join('ann')
  other.join('bob')
  one.house.lead(room, 'ann')
  bus.deliver()
  assert.equal(other.people().leader?.connection, 'ann')
  mock.timers.tick(hereMs)
  assert.equal(other.people().find('ann'), null, 'not heard of')
  bus.deliver()
  assert.equal(other.people().leader?.connection, 'ann')
  assert.equal(one.people().leader?.connection, 'ann')
})

test('[LIV-11] processes that were cut off from each other agree on who leads once they hear each other again', t => {
  heldTime(t)
  const bus = new HeldBus()
  const [one, other] = [startNode(bus, 'one', { goneMs: 0 }), startNode(bus, 'other', { goneMs: 0 })]
  const [ours, theirs] = [one.join('ann'), other.join('bob')]
  const leaders = () => [one, other].map(({ people }) => people().leader?.connection)
  const apart = (act: () => void) => {
    mock.timers.tick(hereMs)
    act()
    bus.lose()
    mock.timers.tick(hereMs)
    bus.deliver()
    mock.timers.tick(hereMs)
    bus.deliver()
    assert.ok(one.people().find('bob') && other.people().find('ann'), 'they know each other again')
  }
  one.house.lead(ours, 'ann')
  bus.deliver()
  apart(() => {
    other.house.lead(theirs, 'bob')
    other.house.stopLeading(theirs, 'bob')
  })
  assert.deepEqual(leaders(), [undefined, undefined], 'the last word was that nobody leads')
  one.house.lead(ours, 'ann')
  bus.deliver()
  apart(() => other.house.lead(theirs, 'bob'))
  assert.deepEqual(leaders(), ['bob', 'bob'], 'the last one')
  apart(() => other.house.stopLeading(theirs, 'bob'))
  assert.deepEqual(leaders(), [undefined, undefined], 'a lead that was given up stays so')
})

test('[LIV-12] who comes while a process is getting to know the others is known to it', t => {
  heldTime(t)
  const bus = new HeldBus()
  const one = startNode(bus, 'one')
  bus.deliver()
  const other = startNode(bus, 'other')
  bus.deliver(1)
  one.join('ann')
  bus.deliver()
  assert.ok(other.people().find('ann'))
})
