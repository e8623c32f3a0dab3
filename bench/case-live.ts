// The cost of live updates: CPU time of the server process per delivery, compared with servers that only forward messages.

import { join } from 'node:path'
import { freePort } from '../scripts/test-servers.ts'
import { type Bench, type Benchmark, type Finding, mediansOf } from './benchmark.ts'
import { newBoards, type Rooms, spread } from './live-boards.ts'
import { runLiveLoad } from './live-load.ts'
import type { DialectName, LiveConnection } from './live-messages.ts'
import { installPeers } from './live-peers.ts'
import { type Run, ratioOf, spreadOf } from './measure.ts'
import { type MeasuredServer, startServer } from './processes.ts'

export interface Audience extends Rooms {
  /** All connections write, or only one. */
  readonly doAllWrite: boolean
  readonly perSecond: number
}

export interface LiveSide {
  readonly name: string
  readonly server: MeasuredServer
  readonly dialect: DialectName
  connections(audience: Audience): Promise<readonly LiveConnection[]>
}

/** Warm-up for the JIT compiler: 50 changes a second are too few, and a real server runs for days. */
export const warmUp: Audience = { rooms: 1, perRoom: 10, doAllWrite: true, perSecond: 50 }

const program = join(import.meta.dirname, 'live-peer-server.ts')
const [bare, framed] = ['bare ws', 'bare ws, framed once']

export const writerTo = (receivers: number, perSecond = 50): Audience => ({
  rooms: 1,
  perRoom: receivers,
  doAllWrite: false,
  perSecond,
})

const oneWriter = (receivers: number): Benchmark => ({
  group: 'live',
  name: `writer-${receivers}`,
  title: `One writer, 50 changes a second, ${receivers.toLocaleString('en')} receivers`,
  async run(bench) {
    const { sides, runs, dropped } = await measureAll(bench, [writerTo(receivers)], 'tessera-changes')
    const p99: Finding[] =
      receivers === 1_000
        ? [
            {
              what: 'Tessera, p99 in ms',
              unit: '',
              ...spreadOf((runs.Tessera ?? []).map(run => run.p99Ms)),
              atMost: 45,
            },
          ]
        : []
    return { sides, findings: [cost(runs, framed, 1.2), costOfFrame(runs, framed), cost(runs, bare), ...p99, dropped] }
  },
})

/** A rate that differs from 50 a second changes how many changes share a frame. */
const otherRate = (perSecond: number): Benchmark => ({
  group: 'live',
  name: `writer-1000-at-${perSecond}`,
  title: `One writer, ${perSecond} changes a second, 1,000 receivers`,
  async run(bench) {
    const { sides, runs, dropped } = await measureAll(bench, [writerTo(1_000, perSecond)], 'tessera-changes')
    return { sides, findings: [cost(runs, framed), costOfFrame(runs, framed), cost(runs, bare), dropped] }
  },
})

export const sizes = [100, 500, 1_000]

/** All room sizes are combined: in a small room alone, storing the change dominates. */
const allSizes: Benchmark = {
  group: 'live',
  name: 'writer',
  title: 'One writer, 50 changes a second, to 100, 500 and 1,000',
  async run(bench) {
    const { sides, runs, dropped } = await measureAll(bench, sizes.map(writerTo), 'tessera-changes')
    return { sides, findings: [cost(runs, framed, 1.2), cost(runs, bare), dropped] }
  },
}

const manyRooms: Benchmark = {
  group: 'live',
  name: 'rooms',
  title: '20 rooms of 20 people, each sends 10 moves a second',
  async run(bench) {
    const audience = { rooms: 20, perRoom: 20, doAllWrite: true, perSecond: 10 }
    const { sides, runs, dropped } = await measureAll(bench, [audience], 'tessera-presence')
    return { sides, findings: [cost(runs, framed, 0.5), cost(runs, bare), dropped] }
  },
}

export const liveBenchmarks: readonly Benchmark[] = [
  ...sizes.map(oneWriter),
  ...[20, 200].map(otherRate),
  allSizes,
  manyRooms,
]

/** The runs also know the CPU time for each frame that was received. */
interface LiveRun extends Run {
  readonly frameMicros: number
}
type LiveRuns = Readonly<Record<string, readonly LiveRun[]>>

const cost = (runs: LiveRuns, against: string, atMost?: number): Finding => ({
  what: `Tessera, CPU per delivery, of ${against}`,
  unit: '×',
  ...ratioOf(runs, 'Tessera', against, 'cpuMicros'),
  ...(atMost === undefined ? {} : { atMost }),
})

const costOfFrame = (runs: LiveRuns, against: string): Finding => ({
  what: `Tessera, CPU per frame, of ${against}`,
  unit: '×',
  ...spreadOf(
    (runs.Tessera as LiveRun[]).map(
      (run, round) => run.frameMicros / ((runs[against] as LiveRun[])[round] as LiveRun).frameMicros,
    ),
  ),
})

/** Several audiences are measured one after the other, and count as one. */
async function measureAll(bench: Bench, audiences: readonly Audience[], dialect: DialectName) {
  await installPeers()
  const product = await bench.product('sqlite')
  const all: LiveSide[] = [
    await startPeer(framed, 'framed', 'plain'),
    { name: 'Tessera', server: product, dialect, connections: newBoards(product) },
    await startPeer(bare, 'bare', 'plain'),
    await startPeer('socket.io', 'socket.io', 'socket.io'),
    await startPeer('Hocuspocus', 'hocuspocus', 'hocuspocus'),
  ]
  const runs: Record<string, LiveRun[]> = Object.fromEntries(all.map(({ name }) => [name, []]))
  const missing: number[] = []
  try {
    for (const side of all) {
      await measureRound(side, [warmUp], 10)
      await measureRound(side, audiences, bench.pace.seconds)
    }
    for (let round = 0; round < bench.pace.rounds; round++) {
      for (const side of all) {
        const { run, lost } = await measureRound(side, audiences, bench.pace.seconds)
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

export async function measureRound(side: LiveSide, audiences: readonly Audience[], seconds: number) {
  const results: Awaited<ReturnType<typeof measureOnce>>[] = []
  for (const audience of audiences) results.push(await measureOnce(side, audience, seconds))
  const sum = (amount: (result: (typeof results)[number]) => number) =>
    results.reduce((total, result) => total + amount(result), 0)
  const deliveries = sum(result => result.deliveries)
  return {
    run: {
      perSecond: deliveries / sum(result => result.elapsedSeconds),
      cpuMicros: sum(result => result.cpuMicros) / deliveries,
      frameMicros: sum(result => result.cpuMicros) / sum(result => result.frames),
      p50Ms: Math.max(...results.map(({ p50Ms }) => p50Ms)),
      p99Ms: Math.max(...results.map(({ p99Ms }) => p99Ms)),
    },
    lost: sum(result => result.lost),
  }
}

async function measureOnce({ server, dialect, connections }: LiveSide, audience: Audience, seconds: number) {
  const all = await connections(audience)
  const writers = audience.doAllWrite ? all.length : 1
  const load = { port: server.port, dialect, connections: all, writers, perSecond: audience.perSecond, seconds }
  const result = await runLiveLoad(load, server.cpuMicros)
  return { ...result, lost: result.sent * audience.perRoom - result.deliveries }
}

async function startPeer(name: string, kind: string, dialect: DialectName): Promise<LiveSide> {
  const port = await freePort()
  const server = await startServer([program], { port, env: { PORT: String(port), PEER: kind, NODE_ENV: 'production' } })
  let made = 0
  const connections = async ({ rooms, perRoom }: Audience) => {
    made += 1
    return spread(
      Array.from({ length: rooms }, (_, room) => `room-${made}-${room}`),
      perRoom,
      room => ({ room, token: '', object: '' }),
    )
  }
  return { name, server, dialect, connections }
}
