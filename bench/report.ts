// The results of a run as a table in the terminal and in docs/performance.md.

import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { type Benchmark, type Finding, isMet, type Report } from './benchmark.ts'

/** A report with the number and length of its rounds. */
export type Result = Pick<Benchmark, 'group' | 'name' | 'title'> & Report & { rounds: number; seconds: number }

export interface Machine {
  readonly date: string
  readonly processor: string
  readonly cores: number
  readonly memoryGb: number
  readonly node: string
}

export const describeMachine = (): Machine => ({
  date: new Date().toISOString().slice(0, 10),
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
})

export function printReport(title: string, { sides, findings }: Report): void {
  console.log(`\n${title}`)
  if (sides.length > 0) {
    console.log(columns(['', 'requests/s', 'CPU µs', 'p50 ms', 'p99 ms']))
    for (const side of sides) console.log(columns([side.name, ...figuresOf(side)]))
  }
  for (const one of findings) console.log(`  ${one.what}: ${figureOf(one)}${verdictOf(one)}`)
}

const columns = ([name = '', ...figures]: readonly string[]) =>
  `  ${name.padEnd(28)}${figures.map(figure => figure.padStart(12)).join('')}`

const figuresOf = ({ perSecond, cpuMicros, p50Ms, p99Ms }: Report['sides'][number]) => [
  perSecond < 100 ? perSecond.toFixed(1) : Math.round(perSecond).toLocaleString('en'),
  cpuMicros < 100 ? cpuMicros.toFixed(1) : Math.round(cpuMicros).toLocaleString('en'),
  p50Ms.toFixed(1),
  p99Ms.toFixed(1),
]

function figureOf({ median, low, high, unit }: Finding): string {
  const digits = (value: number) => (unit === 'ms' && value < 100 ? 1 : ['MB', 'kB', 'ms'].includes(unit) ? 0 : 2)
  const show = (value: number) => value.toFixed(digits(value))
  return `${show(median)}${unit && ` ${unit}`} (${show(low)} to ${show(high)})`
}

function targetOf({ atLeast, atMost, unit }: Finding): string {
  if (atLeast !== undefined) return `at least ${atLeast}`
  return atMost === undefined ? '' : `at most ${atMost}${unit && ` ${unit}`}`
}

function verdictOf(one: Finding): string {
  const target = targetOf(one)
  return target && `, target ${target}: ${isMet(one) ? 'met' : 'MISSED'}`
}

const document = join(import.meta.dirname, '../docs/performance.md')
const [begin, end] = ['<!-- table written by npm run bench -- --write -->', '<!-- end of the table -->']

/** Replaces only the text between the two markers. */
export async function writeDocument(machine: Machine, results: readonly Result[]): Promise<void> {
  const text = await readFile(document, 'utf8')
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/performance.md lacks the line ${from < 0 ? begin : end}`)
  const table = [aboutMachine(machine), [...heading, ...results.flatMap(asRows)].join('\n')].join('\n\n')
  await writeFile(document, `${text.slice(0, from + begin.length)}\n\n${table}\n\n${text.slice(to)}`)
}

const aboutMachine = ({ date, processor, cores, memoryGb, node }: Machine) =>
  `${date}: ${processor}, ${cores} cores, ${memoryGb} GB, Node ${node}; load, servers and PostgreSQL on the same cores.`

const heading = ['| Operation | Ratio | Median (lowest to highest) | Rounds | Target | |', '|---|---|---|---|---|---|']

const asRows = ({ title, rounds, seconds, findings }: Result): string[] =>
  findings.map(one => {
    const target = targetOf(one)
    const verdict = target && (isMet(one) ? 'met' : '**missed**')
    return `| ${[title, one.what, figureOf(one), `${rounds} of ${seconds} s`, target || '–', verdict].join(' | ')} |`
  })
