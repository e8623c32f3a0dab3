// Measures the sides of a comparison alternately, A, B, A, B …, because the speed of a machine varies: what counts is the
// ratio within a round, and the median of these ratios.

import type { LoadGenerator } from './load.ts'
import type { MeasuredServer } from './processes.ts'

export interface Side {
  readonly name: string
  readonly server: MeasuredServer
  /** As they go over the wire. */
  readonly requests: readonly string[]
}

export interface Run {
  readonly perSecond: number
  /** Processor time of the server's process per response. */
  readonly cpuMicros: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export interface Pace {
  readonly generator: LoadGenerator
  readonly rounds: number
  readonly seconds: number
}

export const connections = 50

export type Runs = Readonly<Record<string, readonly Run[]>>

export async function measure(pace: Pace, sides: readonly Side[]): Promise<Runs> {
  const runs: Record<string, Run[]> = Object.fromEntries(sides.map(({ name }) => [name, []]))
  for (const side of sides) await measureOnce(pace, side) // warm-up
  for (let round = 0; round < pace.rounds; round++) {
    for (const side of sides) runs[side.name]?.push(await measureOnce(pace, side))
  }
  return runs
}

async function measureOnce({ generator, seconds }: Pace, { server, requests }: Side): Promise<Run> {
  const before = await server.cpuMicros()
  const result = await generator.send({ port: server.port, requests, connections, seconds })
  const cpuMicros = ((await server.cpuMicros()) - before) / result.responses
  return { perSecond: result.responses / result.elapsedSeconds, cpuMicros, p50Ms: result.p50Ms, p99Ms: result.p99Ms }
}

export interface Spread {
  readonly median: number
  readonly low: number
  readonly high: number
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const median = ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2
  return { median, low: sorted[0] as number, high: sorted.at(-1) as number }
}

/** The ratio of two sides within each round. */
export const ratioOf = (runs: Runs, side: string, against: string, figure: keyof Run = 'perSecond'): Spread =>
  spreadOf((runs[side] as Run[]).map((run, round) => run[figure] / ((runs[against] as Run[])[round] as Run)[figure]))
