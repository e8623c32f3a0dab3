// What two mechanisms of the write path are worth: small reads and many small writes at the same time, with the mechanism
// on and off alternately in one run.

import { join } from 'node:path'
import { type Bench, type Benchmark, type Finding, mediansOf } from './benchmark.ts'
import { noteUpdates } from './case-update.ts'
import { type LoadGenerator, requestText, startLoadGenerator } from './load.ts'
import type { LoadResult } from './load-messages.ts'
import { connections, type Run, type Runs, ratioOf, spreadOf } from './measure.ts'
import type { MeasuredServer } from './processes.ts'
import { type Engine, newWorkspace, type Product, programOf, startProduct } from './product.ts'

export const writeThread: Benchmark = {
  group: 'mechanism',
  name: 'write-thread',
  title: 'The write thread on SQLite: small reads during small writes',
  run: bench => compare(bench, { engine: 'sqlite', mechanism: 'write-thread', processCounts: [1] }),
}

export const overlappingBatches: Benchmark = {
  group: 'mechanism',
  name: 'overlapping-batches',
  title: 'Overlapping batches on PostgreSQL: small reads during small writes, one process and six',
  run: bench => compare(bench, { engine: 'postgres', mechanism: 'overlapping-batches', processCounts: [1, 6] }),
}

interface Comparison {
  readonly engine: Engine
  readonly mechanism: 'write-thread' | 'overlapping-batches'
  readonly processCounts: readonly number[]
}

const readConnections = 4

interface Node {
  readonly server: MeasuredServer
  readonly writes: readonly string[]
  readonly reads: readonly string[]
}

async function compare(bench: Bench, { engine, mechanism, processCounts }: Comparison) {
  const nodeCount = Math.max(...processCounts)
  const sides = {
    on: await openSide(bench, engine, 'none', nodeCount),
    off: await openSide(bench, engine, mechanism, nodeCount),
  }
  const generators = Array.from({ length: 2 * nodeCount }, startLoadGenerator)
  const runs: Record<string, Run[]> = {}
  const findings: Finding[] = []
  try {
    for (const count of processCounts) {
      const label = nodeCount === 1 ? '' : `${count} ${count === 1 ? 'process' : 'processes'}, `
      for (let round = -1; round < bench.pace.rounds; round++)
        for (const [side, { nodes }] of Object.entries(sides)) {
          const { writes, reads } = await measureOnce(generators, nodes.slice(0, count), bench.pace.seconds)
          if (round < 0) continue // warm-up
          runs[`${label}${side}: writes`] = [...(runs[`${label}${side}: writes`] ?? []), writes]
          runs[`${label}${side}: reads`] = [...(runs[`${label}${side}: reads`] ?? []), reads]
        }
      findings.push(...findingsOf(runs, label))
    }
    return { sides: mediansOf(runs), findings }
  } finally {
    for (const generator of generators) generator.stop()
    for (const { drop } of Object.values(sides)) await drop()
  }
}

function findingsOf(runs: Runs, label: string): Finding[] {
  const ratio = (load: 'writes' | 'reads', figure: keyof Run, what: string): Finding => ({
    what: `${label}${what}, on against off`,
    unit: '×',
    ...ratioOf(runs, `${label}on: ${load}`, `${label}off: ${load}`, figure),
  })
  const latency = (side: 'on' | 'off', figure: 'p50Ms' | 'p99Ms', what: string): Finding => ({
    what: `${label}${what} of small reads, ${side}`,
    unit: 'ms',
    ...spreadOf((runs[`${label}${side}: reads`] ?? []).map(run => run[figure])),
  })
  return [
    ratio('writes', 'perSecond', 'writes per second'),
    ratio('writes', 'p99Ms', 'p99 of writes'),
    ratio('writes', 'cpuMicros', 'processor time per write'),
    latency('on', 'p50Ms', 'p50'),
    latency('off', 'p50Ms', 'p50'),
    latency('on', 'p99Ms', 'p99'),
    latency('off', 'p99Ms', 'p99'),
  ]
}

const program = ['../scripts/compile-cache.mjs', 'mechanism-server.ts'].map(path => join(import.meta.dirname, path))

async function openSide({ postgresUrl }: Bench, engine: Engine, without: string, nodeCount: number) {
  const url = engine === 'postgres' ? await postgresUrl() : ''
  // The nodes share one address, for which their tokens are valid.
  const args = ['--import', ...program, without]
  const product = await startProduct(engine, url, { PUBLIC_URL: 'http://tessera.test' }, { ...programOf(), args })
  const servers: MeasuredServer[] = [product]
  while (servers.length < nodeCount) servers.push(await product.startNode())
  const nodes = await Promise.all(servers.map(server => loadOf(product, server)))
  const drop = async () => {
    await Promise.all(servers.slice(1).map(server => server.stop()))
    await product.drop()
  }
  return { nodes, drop }
}

/** Each process writes to a workspace of its own. */
async function loadOf(product: Product, server: MeasuredServer): Promise<Node> {
  const uid = await newWorkspace(product, 'Written to and read')
  const reads = [requestText('GET', `/api/workspaces/${uid}`, { token: product.token })]
  return { server, writes: await noteUpdates(product, uid), reads }
}

async function measureOnce(generators: readonly LoadGenerator[], nodes: readonly Node[], seconds: number) {
  const cpuMicros = async () => sumOf(await Promise.all(nodes.map(({ server }) => server.cpuMicros())))
  const share = (all: number) => Math.ceil(all / nodes.length)
  const before = await cpuMicros()
  const results = await Promise.all(
    nodes.flatMap(({ server: { port }, writes, reads }, index) => [
      sendTo(generators[2 * index], { port, requests: writes, connections: share(connections), seconds }),
      sendTo(generators[2 * index + 1], { port, requests: reads, connections: share(readConnections), seconds }),
    ]),
  )
  const used = (await cpuMicros()) - before
  const [writes, reads] = [0, 1].map(kind => results.filter((_, index) => index % 2 === kind)) as [
    LoadResult[],
    LoadResult[],
  ]
  // The processor time is that of both, so it counts per write.
  return { writes: runOf(writes, used), reads: runOf(reads, 0) }
}

const sendTo = (generator: LoadGenerator | undefined, load: Parameters<LoadGenerator['send']>[0]) =>
  (generator as LoadGenerator).send(load)

/** Of several processes, the latency is that of the slowest. */
function runOf(results: readonly LoadResult[], usedMicros: number): Run {
  return {
    perSecond: sumOf(results.map(({ responses, elapsedSeconds }) => responses / elapsedSeconds)),
    cpuMicros: usedMicros / sumOf(results.map(({ responses }) => responses)),
    p50Ms: Math.max(...results.map(({ p50Ms }) => p50Ms)),
    p99Ms: Math.max(...results.map(({ p99Ms }) => p99Ms)),
  }
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
