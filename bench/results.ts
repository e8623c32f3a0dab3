// What the runs on this machine found: the latest of each benchmark, so that one run may measure a part and the table
// still shows the whole.

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Benchmark } from './benchmark.ts'
import type { Done } from './report.ts'

const folder = join(import.meta.dirname, 'results')
const file = join(folder, 'latest.json')

/** Puts these in the place of earlier ones, and returns all there are, in the order of the benchmarks. */
export async function keepResults(done: readonly Done[], benchmarks: readonly Benchmark[]): Promise<Done[]> {
  const all = new Map([...(await earlier()), ...done].map(one => [nameOf(one), one]))
  const ordered = benchmarks.flatMap(benchmark => all.get(nameOf(benchmark)) ?? [])
  await mkdir(folder, { recursive: true })
  await writeFile(file, `${JSON.stringify(ordered, null, 2)}\n`)
  return ordered
}

const nameOf = ({ group, name }: Pick<Benchmark, 'group' | 'name'>) => `${group} ${name}`

async function earlier(): Promise<Done[]> {
  try {
    const kept: unknown = JSON.parse(await readFile(file, 'utf8'))
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}
