// How long a restart takes until the first response, and how much memory an idle server uses.

import { setTimeout as delay } from 'node:timers/promises'
import type { Benchmark, Finding } from './benchmark.ts'
import { spreadOf } from './measure.ts'
import { type Engine, engineNames, startProduct } from './product.ts'

const idleMs = 5_000

const startBenchmark = (engine: Engine): Benchmark => ({
  group: 'start',
  name: `${engine}-start`,
  title: `Restart, ${engineNames[engine]}`,
  async run({ pace, postgresUrl }) {
    let product = await startProduct(engine, await postgresUrl())
    const seconds: number[] = []
    const megabytes: number[] = []
    for (let round = 0; round < pace.rounds; round++) {
      await product.stop()
      const startedAt = performance.now()
      product = await product.restart()
      seconds.push((performance.now() - startedAt) / 1000)
      await delay(idleMs)
      megabytes.push((await product.residentBytes()) / 1e6)
    }
    await product.drop()
    const findings: Finding[] = [
      { what: 'time to the first response', unit: 's', ...spreadOf(seconds), atMost: 2 },
      { what: 'idle memory', unit: 'MB', ...spreadOf(megabytes), atMost: 150 },
    ]
    return { sides: [], findings }
  },
})

export const sqliteStart = startBenchmark('sqlite')
export const postgresStart = startBenchmark('postgres')
