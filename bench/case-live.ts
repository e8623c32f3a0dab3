// What it costs to tell people of each other's changes: CPU of the server's process for each delivery, beside servers that
// pass on what they get and do nothing else.

import { join } from 'node:path'
import { sparePort } from '../scripts/test-servers.ts'
import { type Bench, type Benchmark, type Finding, mediansOf } from './benchmark.ts'
import { bringLiveLoad } from './live-load.ts'
import type { DialectName, LiveConnection } from './live-messages.ts'
import { installPeers } from './live-peers.ts'
import { type Run, ratioOf, spreadOf } from './measure.ts'
import { type MeasuredServer, startServer } from './processes.ts'
import { newWorkspace, type Product } from './product.ts'

interface Crowd {
  readonly rooms: number
  readonly perRoom: number
  /** All of them, or one in all. */
  readonly doAllWrite: boolean
  readonly perSecond: number
}

interface LiveSide {
  readonly name: string
  readonly server: MeasuredServer
  readonly dialect: DialectName
  connections(crowd: Crowd): Promise<readonly LiveConnection[]>
}

/** At fifty changes a second a server would be halfway compiled at the end of all rounds: who serves people runs for days. */
const forTheCompiler: Crowd = { rooms: 1, perRoom: 10, doAllWrite: true, perSecond: 50 }

const program = join(import.meta.dirname, 'live-peer-server.ts')
const [bare, framed] = ['bare ws', 'bare ws, framed once']

const oneWriter = (receivers: number): Benchmark => ({
  group: 'live',
  name: `writer-${receivers}`,
  title: `One writes 50 changes a second, ${receivers.toLocaleString('en')} receive them`,
  async run(bench) {
    const crowd = { rooms: 1, perRoom: receivers, doAllWrite: false, perSecond: 50 }
    const { sides, runs, dropped } = await measureAll(bench, crowd, 'tessera-changes')
    const p99: Finding[] =
      receivers === 1_000
        ? [
            {
              what: 'Tessera, p99 in ms',
              unit: '',
              ...spreadOf((runs.Tessera ?? []).map(run => run.p99Ms)),
              atMost: 60,
            },
          ]
        : []
    return { sides, findings: [cost(runs, framed, 1.2), cost(runs, bare), ...p99, dropped] }
  },
})

const crowded: Benchmark = {
  group: 'live',
  name: 'rooms',
  title: '20 rooms of 20 people, each sends 10 moves a second',
  async run(bench) {
    const crowd = { rooms: 20, perRoom: 20, doAllWrite: true, perSecond: 10 }
    const { sides, runs, dropped } = await measureAll(bench, crowd, 'tessera-presence')
    return { sides, findings: [cost(runs, framed, 0.5), cost(runs, bare), dropped] }
  },
}

export const liveBenchmarks: readonly Benchmark[] = [oneWriter(100), oneWriter(500), oneWriter(1_000), crowded]

const cost = (runs: Readonly<Record<string, readonly Run[]>>, against: string, atMost?: number): Finding => ({
  what: `Tessera, CPU for each delivery, of ${against}`,
  unit: '×',
  ...ratioOf(runs, 'Tessera', against, 'cpuMicros'),
  ...(atMost === undefined ? {} : { atMost }),
})

async function measureAll(bench: Bench, crowd: Crowd, dialect: DialectName) {
  await installPeers()
  const product = await bench.product('sqlite')
  const all: LiveSide[] = [
    await startPeer(framed, 'framed', 'plain'),
    { name: 'Tessera', server: product, dialect, connections: boardsOf(product) },
    await startPeer(bare, 'bare', 'plain'),
    await startPeer('socket.io', 'socket.io', 'socket.io'),
    await startPeer('Hocuspocus', 'hocuspocus', 'hocuspocus'),
  ]
  const runs: Record<string, Run[]> = Object.fromEntries(all.map(({ name }) => [name, []]))
  const missing: number[] = []
  try {
    for (const side of all) {
      await measureOnce(side, forTheCompiler, 10)
      await measureOnce(side, crowd, bench.pace.seconds)
    }
    for (let round = 0; round < bench.pace.rounds; round++) {
      for (const side of all) {
        const { run, lost } = await measureOnce(side, crowd, bench.pace.seconds)
        runs[side.name]?.push(run)
        if (side.name === 'Tessera') missing.push(lost)
      }
    }
  } finally {
    for (const { name, server } of all) if (name !== 'Tessera') await server.stop()
  }
  const dropped: Finding = { what: 'Tessera, deliveries dropped', unit: '', ...spreadOf(missing), atMost: 0 }
  return { sides: mediansOf(runs), runs, dropped }
}

async function measureOnce({ server, dialect, connections }: LiveSide, crowd: Crowd, seconds: number) {
  const all = await connections(crowd)
  const writers = crowd.doAllWrite ? all.length : 1
  const load = { port: server.port, dialect, connections: all, writers, perSecond: crowd.perSecond, seconds }
  const { sent, deliveries, elapsedSeconds, cpuMicros, p50Ms, p99Ms } = await bringLiveLoad(load, server.cpuMicros)
  return {
    run: { perSecond: deliveries / elapsedSeconds, cpuMicros: cpuMicros / deliveries, p50Ms, p99Ms },
    lost: sent * crowd.perRoom - deliveries,
  }
}

async function startPeer(name: string, kind: string, dialect: DialectName): Promise<LiveSide> {
  const port = await sparePort()
  const server = await startServer([program], { port, env: { PORT: String(port), PEER: kind, NODE_ENV: 'production' } })
  let made = 0
  const connections = async ({ rooms, perRoom }: Crowd) => {
    made += 1
    return spread(
      Array.from({ length: rooms }, (_, room) => `room-${made}-${room}`),
      perRoom,
      room => ({ room, token: '', object: '' }),
    )
  }
  return { name, server, dialect, connections }
}

/** New workspaces with a note each; everybody has a token of their own, so that nobody's rights are asked for another's. */
function boardsOf(product: Product): LiveSide['connections'] {
  const tokens: string[] = []
  return async ({ rooms, perRoom }) => {
    while (tokens.length < rooms * perRoom)
      tokens.push(
        (await product.client.tokens.create({ name: `receiver ${tokens.length}` })).token.access_token as string,
      )
    const boards = await Promise.all(
      Array.from({ length: rooms }, async (_, index) => {
        const room = await newWorkspace(product, `Live ${index}`)
        const { note } = await product.client.notes.create(room, { text: '' })
        return [room, note.id] as const
      }),
    )
    const objects = new Map(boards)
    let used = 0
    return spread([...objects.keys()], perRoom, room => ({
      room,
      token: tokens[used++] as string,
      object: objects.get(room) as string,
    }))
  }
}

const spread = (rooms: readonly string[], perRoom: number, one: (room: string) => LiveConnection) =>
  rooms.flatMap(room => Array.from({ length: perRoom }, () => one(room)))
