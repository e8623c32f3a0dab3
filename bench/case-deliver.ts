// Deliveries to listeners: signed, durable deliveries to a receiver on this machine, beside a bare loop and BullMQ doing the
// same work; and the cost of listeners for writers.

import { setTimeout as delay } from 'node:timers/promises'
import { freePort, startRedis } from '../scripts/test-servers.ts'
import type { Bench, Benchmark, Finding } from './benchmark.ts'
import { createRequest } from './case-create.ts'
import { requestText } from './load.ts'
import { placeholder } from './load-messages.ts'
import { connections, spreadOf } from './measure.ts'
import { type Engine, engineNames, newWorkspace, type Product } from './product.ts'
import { type BenchReceiver, startReceiver } from './receiver.ts'
import { installBullmq, startSender } from './sender.ts'

const listenerCount = 50
const eventsEach = 600
const all = listenerCount * eventsEach
/** BullMQ is slower, so it gets fewer. */
const ofBullmq = all / 5
const engines: readonly Engine[] = ['sqlite', 'postgres']

export const deliver: Benchmark = {
  group: 'deliver',
  name: 'rate',
  title: `Signed, durable deliveries, ${listenerCount} listeners`,
  async run(bench) {
    const receiver = await startReceiver()
    const redis = await startRedis()
    const sender = startSender()
    const bullmqPath = await installBullmq()
    const products = await Promise.all(
      engines.map(async engine => await boardWithListeners(await bench.product(engine), receiver.url)),
    )
    const { sample } = await receiver.receive({ count: all, isTimed: false }, () =>
      (products[0] as BoardWithListeners).replay(),
    )
    const common = { url: receiver.url, body: sample, concurrency: listenerCount, redisUrl: redis.url, bullmqPath }
    const sides: Record<string, { count: number; send: () => Promise<unknown> }> = {
      'bare loop': { count: all, send: () => sender.send({ how: 'loop', ...common, count: all }) },
      SQLite: { count: all, send: () => (products[0] as BoardWithListeners).replay() },
      BullMQ: { count: ofBullmq, send: () => sender.send({ how: 'bullmq', ...common, count: ofBullmq }) },
      PostgreSQL: { count: all, send: () => (products[1] as BoardWithListeners).replay() },
    }
    const rates = await inRounds(bench, sides, async ({ count, send }) => {
      const { seconds } = await receiver.receive({ count, isTimed: false }, send)
      await Promise.all(products.map(one => untilDelivered(one.product)))
      return count / seconds
    })
    sender.stop()
    receiver.stop()
    await redis.stop()
    const of = (side: string, other: string, atLeast?: number) => ratio(rates, side, other, atLeast)
    return {
      sides: [],
      findings: [
        ...Object.entries(rates).map(([what, list]) => ({
          what: `${what}, deliveries/s`,
          unit: '' as const,
          ...spreadOf(list),
        })),
        of('SQLite', 'bare loop', 0.6),
        of('PostgreSQL', 'bare loop', 0.6),
        of('SQLite', 'BullMQ', 2),
        of('PostgreSQL', 'BullMQ', 2),
      ],
    }
  },
}

export const createWithListener: Benchmark = {
  group: 'deliver',
  name: 'write',
  title: 'Create a note in a workspace with a listener',
  async run(bench) {
    const receiver = await startReceiver()
    const findings: Finding[] = []
    for (const engine of engines) {
      const product = await bench.product(engine)
      const board = await newWorkspace(product, 'With a listener')
      await product.client.listeners.create({ workspaceId: board, url: receiver.url, eventTypes: ['ALL'] })
      const body = { text: `Text of note ${placeholder}`, x: 120, y: -340, backgroundColor: 'Gold' }
      const withListener = requestText('POST', `/api/workspaces/${board}/notes`, { token: product.token, body })
      const alone = await createRequest(product)
      const load = (request: string) => ({
        port: product.port,
        requests: [request],
        connections,
        seconds: bench.pace.seconds,
      })
      const rates = await inRounds(bench, { 'with a listener': withListener, 'without one': alone }, async request => {
        const { responses, elapsedSeconds } = await bench.pace.generator.send(load(request))
        await untilDelivered(product)
        return responses / elapsedSeconds
      })
      const found = ratio(rates, 'with a listener', 'without one', 0.85)
      findings.push({ ...found, what: `${engineNames[engine]}, ${found.what}` })
    }
    receiver.stop()
    return { sides: [], findings }
  },
}

const changesPerSecond = 500

export const firstAttempt: Benchmark = {
  group: 'deliver',
  name: 'first',
  title: `The first attempt at ${changesPerSecond} changes a second`,
  async run(bench) {
    const receiver = await startReceiver()
    const findings: Finding[] = []
    for (const engine of engines) {
      const product = await bench.product(engine)
      const board = await newWorkspace(product, 'First attempt')
      await product.client.listeners.create({ workspaceId: board, url: receiver.url, eventTypes: ['ALL'] })
      const seconds: number[] = []
      for (let round = 0; round < bench.pace.rounds; round++)
        seconds.push(await percentile95(bench, receiver, product, board))
      findings.push({ what: `${engineNames[engine]}, 95 % start within`, unit: 's', ...spreadOf(seconds), atMost: 1 })
    }
    receiver.stop()
    return { sides: [], findings }
  },
}

async function percentile95(
  { pace }: Bench,
  receiver: BenchReceiver,
  { client }: Product,
  board: string,
): Promise<number> {
  const count = changesPerSecond * pace.seconds
  const write = async () => {
    const written: Promise<unknown>[] = []
    const startedAt = performance.now()
    for (let made = 0; made < count; ) {
      const due = Math.min(count, Math.ceil(((performance.now() - startedAt) / 1_000) * changesPerSecond))
      for (; made < due; made++) written.push(client.notes.create(board, { text: `note ${made}` }))
      await delay(2)
    }
    await Promise.all(written)
  }
  const { latenciesMs } = await receiver.receive({ count, isTimed: true }, write)
  const sorted = [...latenciesMs].sort((a, b) => a - b)
  return (sorted[Math.floor(sorted.length * 0.95)] as number) / 1_000
}

const pendingCount = 10_000

export const deadReceiver: Benchmark = {
  group: 'deliver',
  name: 'dead',
  title: `Deliveries while ${pendingCount.toLocaleString('en')} events are pending for a dead receiver`,
  async run(bench) {
    const receiver = await startReceiver()
    const findings: Finding[] = []
    for (const engine of engines) {
      const product = await bench.product(engine)
      const others = await boardWithListeners(product, receiver.url)
      const dead = await newWorkspace(product, 'Dead receiver')
      const url = `http://127.0.0.1:${await freePort()}/`
      const { id } = await product.client.listeners.create({ workspaceId: dead, url, eventTypes: ['ALL'] })
      await fill(product, dead, pendingCount)
      const status = (value: 'ACTIVE' | 'IN_ACTIVE') => product.client.listeners.update(id, { status: value })
      const rates = await inRounds(
        bench,
        { 'with a dead receiver': 'ACTIVE', 'without one': 'IN_ACTIVE' } as const,
        async value => {
          await status(value)
          const { seconds } = await receiver.receive({ count: all, isTimed: false }, () => others.replay())
          return all / seconds
        },
      )
      await product.client.listeners.delete(id)
      const found = ratio(rates, 'with a dead receiver', 'without one', 0.9)
      findings.push({ ...found, what: `${engineNames[engine]}, ${found.what}` })
    }
    receiver.stop()
    return { sides: [], findings }
  },
}

interface BoardWithListeners {
  readonly product: Product
  /** Delivers every event again to every listener. */
  replay(): Promise<unknown>
}

async function boardWithListeners(product: Product, url: string): Promise<BoardWithListeners> {
  const board = await newWorkspace(product, 'Deliveries')
  await fill(product, board, eventsEach)
  const made = Array.from({ length: listenerCount }, () =>
    product.client.listeners.create({ workspaceId: board, url, eventTypes: ['ALL'] }),
  )
  const ids = (await Promise.all(made)).map(({ id }) => id)
  await delay(1_000) // the TEST_HOOKs are not counted
  return { product, replay: () => Promise.all(ids.map(id => product.client.listeners.replay(id, { after_seq: 0 }))) }
}

async function fill({ client }: Product, board: string, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1_000) {
    const data = (index: number) => ({ text: `What note ${made + index} says`, x: index * 10, y: index * 20 })
    const length = Math.min(1_000, count - made)
    const changes = Array.from({ length }, (_, index) => ({ op: 'create', kind: 'note', data: data(index) }) as const)
    await client.objects.change(board, { changes })
  }
}

/** Waits until nothing is pending and the progress is stored. */
async function untilDelivered({ port }: Product): Promise<void> {
  for (;;) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    if (/^tessera_listener_events_waiting 0$/m.test(text)) return
    await delay(100)
  }
}

/** Alternates the sides, in alternating order so that none profits from warm-up; the first round is not counted. */
async function inRounds<S>({ pace }: Bench, sides: Readonly<Record<string, S>>, measure: (side: S) => Promise<number>) {
  const rates: Record<string, number[]> = Object.fromEntries(Object.keys(sides).map(name => [name, []]))
  for (let round = 0; round <= pace.rounds; round++)
    for (const [name, side] of inOrderOf(Object.entries(sides), round)) {
      const rate = await measure(side)
      if (round > 0) rates[name]?.push(rate)
    }
  return rates
}

function ratio(
  rates: Readonly<Record<string, readonly number[]>>,
  side: string,
  other: string,
  atLeast?: number,
): Finding {
  const values = (rates[side] ?? []).map((rate, round) => rate / (rates[other]?.[round] as number))
  return { what: `${side}, of ${other}`, unit: '', ...spreadOf(values), ...(atLeast === undefined ? {} : { atLeast }) }
}

const inOrderOf = <T>(list: readonly T[], round: number): readonly T[] => (round % 2 === 0 ? list : list.toReversed())
