// How soon a server answers that was there before, and how much memory it holds when nobody asks it anything.

import { setTimeout as delay } from 'node:timers/promises'
import type { Benchmark, Finding } from './benchmark.ts'
import { spreadOf } from './measure.ts'
import { type Engine, engineNames, startProduct } from './product.ts'

const quietMs = 5_000

const starting = (engine: Engine): Benchmark => ({
  group: 'start',
  name: `${engine}-start`,
  title: `A second start, ${engineNames[engine]}`,
  async run({ pace, postgresUrl }) {
    let product = await startProduct(engine, await postgresUrl())
    const seconds: number[] = []
    const megabytes: number[] = []
    for (let round = 0; round < pace.rounds; round++) {
      await product.stop()
      const startedAt = performance.now()
      product = await product.restart()
      seconds.push((performance.now() - startedAt) / 1000)
      await delay(quietMs)
      megabytes.push((await product.residentBytes()) / 1e6)
    }
    await product.drop()
    const findings: Finding[] = [
      { what: 'to the first answer', unit: 's', ...spreadOf(seconds), atMost: 2 },
      { what: 'memory at rest', unit: 'MB', ...spreadOf(megabytes), atMost: 150 },
    ]
    return { sides: [], findings }
  },
})

export const sqliteStart = starting('sqlite')
export const postgresStart = starting('postgres')
