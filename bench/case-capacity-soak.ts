// A soak: people join, move, change and leave, and programs read, for as long as `--minutes` says. It samples memory, open
// files and the delay of the event loop, and reports what grew after the first minutes.

import type { Benchmark } from './benchmark.ts'
import { finding } from './case-capacity.ts'
import { newBoards } from './live-boards.ts'
import { runLiveLoad } from './live-load.ts'
import type { LiveConnection } from './live-messages.ts'
import { type Product, startProduct } from './product.ts'

interface Sample {
  readonly megabytes: number
  readonly files: number
  readonly delayMs: number
}

/** Everyone leaves and joins again after this time. */
const turnSeconds = 10
const readsPerTurn = 200
/** The number of samples of a server that is still warming up. */
const warmUpShare = 0.25

export const soak: Benchmark = {
  group: 'capacity',
  name: 'soak',
  title: 'A soak: 100 people in 20 rooms who work, leave and come back',
  async run(bench) {
    const product = await startProduct('sqlite', await bench.postgresUrl())
    try {
      const connections = await newBoards(product)({ rooms: 20, perRoom: 5 })
      const samples: Sample[] = []
      const until = performance.now() + bench.minutes * 60_000
      while (performance.now() < until) {
        await workOneTurn(product, connections)
        samples.push(await sampleOf(product))
      }
      return { sides: [], findings: findingsOf(samples.slice(Math.floor(samples.length * warmUpShare))) }
    } finally {
      await product.drop()
    }
  },
}

async function workOneTurn(product: Product, connections: readonly LiveConnection[]): Promise<void> {
  const load = { port: product.port, connections, writers: connections.length, seconds: turnSeconds / 2 }
  await runLiveLoad({ ...load, dialect: 'tessera-changes', perSecond: 1 }, product.cpuMicros)
  await runLiveLoad({ ...load, dialect: 'tessera-presence', perSecond: 10 }, product.cpuMicros)
  for (let read = 0; read < readsPerTurn; read++)
    await product.client.objects.list(connections[read % connections.length]?.room as string)
}

const sampleOf = async (product: Product): Promise<Sample> => ({
  megabytes: (await product.residentBytes()) / 2 ** 20,
  files: await product.metric('process_open_fds'),
  delayMs: (await product.metric('nodejs_eventloop_delay_max_seconds')) * 1_000,
})

/** Compares the first third with the last: single samples go up and down with the garbage collector. */
function findingsOf(samples: readonly Sample[]) {
  const third = Math.max(1, Math.floor(samples.length / 3))
  const [first, last] = [samples.slice(0, third), samples.slice(-third)]
  const mean = (some: readonly Sample[], figure: keyof Sample) =>
    some.reduce((sum, one) => sum + one[figure], 0) / some.length
  return [
    finding('memory, last third of first', '×', mean(last, 'megabytes') / mean(first, 'megabytes'), { atMost: 1.1 }),
    finding('memory at the end', 'MB', mean(last, 'megabytes')),
    finding('open files, last third of first', '×', mean(last, 'files') / mean(first, 'files'), { atMost: 1.05 }),
    finding('longest delay of the event loop in the last third', 'ms', Math.max(...last.map(({ delayMs }) => delayMs))),
  ]
}
