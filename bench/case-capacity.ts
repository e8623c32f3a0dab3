// How many people a server carries: the memory of idle sockets, the cost of joining a room, and many rooms at once. One
// round each: the figures are of a server that was started for it.

import type { Bench, Benchmark, Finding } from './benchmark.ts'
import { newBoards, type Rooms } from './live-boards.ts'
import { runLiveLoad } from './live-load.ts'
import type { LiveConnection } from './live-messages.ts'
import { spreadOf } from './measure.ts'
import { type Product, startProduct } from './product.ts'

/** A person has only a few tokens, and the benchmark should not take minutes to issue them. */
const connectionsPerToken = 20
const idleCount = 10_000
const kilobyte = 1_024

export const idleSockets: Benchmark = {
  group: 'capacity',
  name: 'idle',
  title: '10,000 idle sockets, in 100 workspaces',
  run: bench =>
    onServer(bench, async product => {
      const boards = newBoards(product, connectionsPerToken)
      // Compiled code and caches do not count as memory of a socket.
      await connectAll(product, await boards({ rooms: 5, perRoom: 100 }))
      const connections = await boards({ rooms: 100, perRoom: idleCount / 100 })
      const before = await product.residentBytes()
      const { bytes, idleCpuShare } = await connectAll(product, connections, bench.pace.seconds)
      return [
        finding('memory of a socket', 'kB', (bytes - before) / idleCount / kilobyte, { atMost: 30 }),
        finding('memory of the process', 'MB', bytes / 2 ** 20),
        finding('processor, of one core, while all are idle', '', idleCpuShare, { atMost: 0.25 }),
      ]
    }),
}

const [small, large] = [100, 10_000]

export const joins: Benchmark = {
  group: 'capacity',
  name: 'join',
  title: 'Joining one room of 10,000',
  run: bench =>
    onServer(bench, async product => {
      const boards = newBoards(product, connectionsPerToken)
      await connectAll(product, await boards({ rooms: 5, perRoom: small }))
      // As many joins, of rooms of 100 and of one room.
      const inSmall = await connectAll(product, await boards({ rooms: large / small, perRoom: small }))
      const inLarge = await connectAll(product, await boards({ rooms: 1, perRoom: large }))
      return [
        finding('CPU of a join, of rooms of 100', '×', inLarge.cpuMicros / inSmall.cpuMicros, { atMost: 2 }),
        finding('CPU of 10,000 joins', 's', inLarge.cpuMicros / 1e6),
      ]
    }),
}

export const manyRooms: Benchmark = {
  group: 'capacity',
  name: 'rooms',
  title: '1,000 rooms of 5 people, each sends a move a second',
  run: bench =>
    onServer(bench, async product => {
      const rooms: Rooms = { rooms: 1_000, perRoom: 5 }
      const connections = await newBoards(product, connectionsPerToken)(rooms)
      const load = {
        port: product.port,
        dialect: 'tessera-presence',
        connections,
        writers: connections.length,
      } as const
      const result = await runLiveLoad({ ...load, perSecond: 1, seconds: bench.pace.seconds }, product.cpuMicros)
      return [
        finding('p99', 'ms', result.p99Ms),
        finding('CPU per delivery in µs', '', result.cpuMicros / result.deliveries),
        finding('deliveries dropped', '', result.sent * rooms.perRoom - result.deliveries, { atMost: 0 }),
        finding('memory of the process', 'MB', (await product.residentBytes()) / 2 ** 20),
      ]
    }),
}

async function onServer(bench: Bench, measure: (product: Product) => Promise<Finding[]>) {
  const product = await startProduct('sqlite', await bench.postgresUrl())
  try {
    return { sides: [], findings: await measure(product) }
  } finally {
    await product.drop()
  }
}

/** Connects all, and keeps them open for this many seconds. */
async function connectAll(product: Product, connections: readonly LiveConnection[], seconds = 0) {
  const before = await product.cpuMicros()
  let [cpuMicros, bytes, idleCpuShare] = [0, 0, 0]
  const load = {
    port: product.port,
    dialect: 'tessera-changes',
    connections,
    writers: 0,
    perSecond: 1,
    seconds: 0,
  } as const
  await runLiveLoad(load, product.cpuMicros, async () => {
    const joined = await product.cpuMicros()
    cpuMicros = joined - before
    const startedAt = performance.now()
    await new Promise(resolve => setTimeout(resolve, seconds * 1_000))
    bytes = await product.residentBytes()
    const elapsedMicros = (performance.now() - startedAt) * 1_000
    idleCpuShare = seconds > 0 ? ((await product.cpuMicros()) - joined) / elapsedMicros : 0
  })
  return { cpuMicros, bytes, idleCpuShare }
}

export const finding = (
  what: string,
  unit: Finding['unit'],
  value: number,
  target: Pick<Finding, 'atMost'> = {},
): Finding => ({ what, unit, ...spreadOf([value]), ...target })
