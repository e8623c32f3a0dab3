// A benchmark and its report.

import type { BareServer } from './bare.ts'
import type { PreparedProduct } from './fixtures.ts'
import type { Pace, Run, Runs, Spread } from './measure.ts'
import { ratioOf, spreadOf } from './measure.ts'
import type { Engine } from './product.ts'

export interface Benchmark {
  /** `npm run bench -- api create` runs the one of that group and name. */
  readonly group:
    | 'api'
    | 'live'
    | 'size'
    | 'start'
    | 'canvas'
    | 'deliver'
    | 'document'
    | 'picture'
    | 'import'
    | 'capacity'
    | 'mechanism'
  readonly name: string
  readonly title: string
  run(bench: Bench): Promise<Report>
}

/** The resources that the benchmarks of a run share. Each server is started when it is first needed. */
export interface Bench {
  readonly pace: Pace
  /** How long the soak lasts. */
  readonly minutes: number
  /** Whether other products are installed and measured, too. */
  readonly hasPeers: boolean
  readonly postgresUrl: () => Promise<string>
  readonly product: (engine: Engine) => Promise<PreparedProduct>
  readonly bare: () => Promise<BareServer>
}

export interface Report {
  /** Medians over the rounds. Empty if the benchmark does not send requests. */
  readonly sides: readonly ({ readonly name: string } & Run)[]
  readonly findings: readonly Finding[]
}

/** One measured figure, with its target if it has one. */
export interface Finding extends Spread {
  readonly what: string
  readonly unit: '' | '×' | 'MB' | 'kB' | 's' | 'ms'
  readonly atLeast?: number
  readonly atMost?: number
}

export const isMet = ({ median, atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY }: Finding) =>
  median >= atLeast && median <= atMost

/** The throughput of a side as a fraction of another's. */
export const shareOf = (runs: Runs, side: string, against: string, atLeast?: number): Finding => ({
  what: `${side}, of ${against}`,
  unit: '',
  ...ratioOf(runs, side, against),
  ...(atLeast === undefined ? {} : { atLeast }),
})

export const mediansOf = (runs: Runs): Report['sides'] =>
  Object.entries(runs).map(([name, all]) => {
    const median = (figure: keyof Run) => spreadOf(all.map(run => run[figure])).median
    return {
      name,
      perSecond: median('perSecond'),
      cpuMicros: median('cpuMicros'),
      p50Ms: median('p50Ms'),
      p99Ms: median('p99Ms'),
    }
  })
