// The latest result of each benchmark on this machine, so that a run may measure some of them and the table still shows
// all.

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Benchmark } from './benchmark.ts'
import type { Result } from './report.ts'

const folder = join(import.meta.dirname, 'results')
const file = join(folder, 'latest.json')

/** Replaces earlier results of the same benchmarks, and returns all, in the order of the benchmarks. */
export async function storeResults(results: readonly Result[], benchmarks: readonly Benchmark[]): Promise<Result[]> {
  const all = new Map([...(await readResults()), ...results].map(one => [nameOf(one), one]))
  const ordered = benchmarks.flatMap(benchmark => all.get(nameOf(benchmark)) ?? [])
  await mkdir(folder, { recursive: true })
  await writeFile(file, `${JSON.stringify(ordered, null, 2)}\n`)
  return ordered
}

const nameOf = ({ group, name }: Pick<Benchmark, 'group' | 'name'>) => `${group} ${name}`

async function readResults(): Promise<Result[]> {
  try {
    const stored: unknown = JSON.parse(await readFile(file, 'utf8'))
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}
