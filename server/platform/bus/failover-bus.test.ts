// Tests two buses combined into one: which messages arrive while each process decides for itself whether the first of
// them works.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BusCallback, BusSubscriptions, type ClusterBus } from './cluster-bus.ts'
import { openFailoverBus } from './failover-bus.ts'

/** A network that delivers at once, except to and from disconnected processes. */
class Network {
  readonly cutOff = new Set<string>()
  readonly sent: string[] = []
  readonly #ends = new Map<string, BusSubscriptions>()

  end(name: string, batchMs: number): ClusterBus {
    const subscriptions = new BusSubscriptions()
    this.#ends.set(name, subscriptions)
    return {
      name,
      batchMs,
      publish: (channel, text) => this.#publish(name, channel, text),
      subscribe: (channel: string, callback: BusCallback) => {
        subscriptions.add(channel, callback)
        return () => void subscriptions.remove(channel, callback)
      },
      onConnect: callback => callback(),
      close: async () => {},
    }
  }

  #publish(from: string, channel: string, text: string): void {
    this.sent.push(text)
    if (this.cutOff.has(from)) return
    for (const [name, subscriptions] of this.#ends)
      if (name !== from && !this.cutOff.has(name)) subscriptions.dispatch(channel, text, from)
  }
}

function cluster(...names: string[]) {
  const redis = new Network()
  const postgres = new Network()
  const nodes = names.map(name => {
    const listeners: ((isHealthy: boolean) => void)[] = []
    const health = {
      isHealthy: true,
      onChange: (listener: (isHealthy: boolean) => void) => void listeners.push(listener),
    }
    const bus = openFailoverBus({ primary: redis.end(name, 33), fallback: postgres.end(name, 100), health })
    const received: string[] = []
    const unsubscribe = bus.subscribe('w1', (text, from) => received.push(`${from}: ${text}`))
    let connects = 0
    bus.onConnect(() => {
      connects += 1
    })
    return {
      bus,
      unsubscribe,
      received: () => received.splice(0),
      connects: () => connects,
      /** The process loses Redis, and notices it now or later. */
      cut: () => redis.cutOff.add(name),
      notice(isHealthy: boolean) {
        if (isHealthy) redis.cutOff.delete(name)
        health.isHealthy = isHealthy
        for (const listener of listeners) listener(isHealthy)
      },
    }
  })
  return { redis, postgres, nodes: nodes as [Node, Node, Node] }
  type Node = (typeof nodes)[number]
}

test('[CLU-10] while Redis works, nothing is sent over PostgreSQL', () => {
  const { postgres, nodes } = cluster('a', 'b', 'c')
  const [a, b, c] = nodes
  a.bus.publish('w1', '{"n":1}')
  assert.deepEqual([a.received(), b.received(), c.received()], [[], ['a: {"n":1}'], ['a: {"n":1}']])
  assert.deepEqual(postgres.sent, [])
  assert.equal(a.bus.batchMs, 33)
})

test('[CLU-10] without Redis everything is sent over PostgreSQL, once', () => {
  const { nodes } = cluster('a', 'b', 'c')
  for (const node of nodes) node.cut()
  for (const node of nodes) node.notice(false)
  const [a, b, c] = nodes
  a.bus.publish('w1', 'x')
  a.bus.publish('w2', 'not subscribed')
  assert.deepEqual([a.received(), b.received(), c.received()], [[], ['a: x'], ['a: x']])
  assert.equal(a.bus.batchMs, 100)
})

test('[CLU-11] a process that alone has lost Redis receives and sends messages, and none arrives twice', () => {
  const { nodes } = cluster('a', 'b', 'c')
  const [a, b, c] = nodes
  a.cut()
  a.notice(false)
  a.bus.publish('w1', 'from a')
  b.bus.publish('w1', 'from b')
  assert.deepEqual(a.received(), ['b: from b'])
  assert.deepEqual(b.received(), ['a: from a'])
  assert.deepEqual(c.received(), ['a: from a', 'b: from b'])
})

test('[CLU-11] a process that has reconnected to Redis sends over Redis only', () => {
  const { postgres, nodes } = cluster('a', 'b', 'c')
  const [a, b] = nodes
  a.cut()
  a.notice(false)
  a.notice(true)
  postgres.sent.length = 0
  a.bus.publish('w1', '1')
  b.bus.publish('w1', '2')
  assert.deepEqual([a.received(), b.received()], [['b: 2'], ['a: 1']])
  assert.deepEqual(postgres.sent, [])
})

test('[CLU-12] after each switch the callers exchange their state again, and a reply arrives', () => {
  const { nodes } = cluster('a', 'b', 'c')
  const [a, b] = nodes
  assert.equal(a.connects(), 1)
  b.bus.subscribe('nodes', () => b.bus.publish('w1', 'state of b'))
  a.bus.onConnect(() => a.bus.publish('nodes', 'ask'))
  a.received()
  a.cut()
  a.notice(false)
  assert.equal(a.connects(), 2)
  assert.deepEqual(a.received(), ['b: state of b'])
  a.notice(true)
  assert.equal(a.connects(), 3)
  assert.deepEqual(a.received(), ['b: state of b'])
})

test('a channel is received until it is unsubscribed, on both buses', () => {
  const { nodes } = cluster('a', 'b', 'c')
  const [a, b] = nodes
  b.unsubscribe()
  a.bus.publish('w1', '1')
  a.cut()
  a.notice(false)
  a.bus.publish('w1', '2')
  assert.deepEqual(b.received(), [])
})
