// `npm run torture -- --minutes 10 --seed 7 --engine postgres`: runs a cluster or a server under faults and checks its
// guarantees. `--faults 1000` ends after that many faults. `--plan 50` only prints the first faults of the seed.

import { parseArgs } from 'node:util'
import { describeFault, type Engine, planFaults } from './fault-plan.ts'
import { runTorture } from './run-torture.ts'

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'postgres' },
    minutes: { type: 'string' },
    faults: { type: 'string' },
    seed: { type: 'string' },
    plan: { type: 'string' },
  },
})
const engine = readEngine(values.engine)
const seed = readNumber('seed', values.seed) ?? Date.now() % 1_000_000
const planned = readNumber('plan', values.plan)
if (planned !== undefined) printPlan(planned)
else await run()

async function run(): Promise<void> {
  const maxFaults = readNumber('faults', values.faults)
  const minutes = readNumber('minutes', values.minutes) ?? (maxFaults === undefined ? 5 : undefined)
  const { violations, summary } = await runTorture({
    engine,
    seed,
    ...(maxFaults === undefined ? {} : { maxFaults }),
    ...(minutes === undefined ? {} : { maxMs: minutes * 60_000 }),
    print: line => console.log(line),
  })
  for (const violation of violations) console.log(`✖ ${violation}`)
  for (const line of summary) console.log(line)
  process.exit(violations.length ? 1 : 0)
}

function printPlan(count: number): void {
  for (const fault of planFaults(engine, seed).take(count)) console.log(describeFault(fault))
}

function readEngine(text: string): Engine {
  if (text === 'postgres' || text === 'sqlite') return text
  throw new Error('--engine is postgres or sqlite')
}

function readNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (!(number >= 0)) throw new Error(`--${name} is a number`)
  return number
}
