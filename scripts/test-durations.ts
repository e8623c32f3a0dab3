// Records how long each test file took in the last run that contained it, per stage: the longest start first, files are
// spread over processes by it, and the remaining time is estimated from it.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot, readProjectFile } from './project-files.ts'
import type { Duration } from './run-test-files.ts'

export type FileCost = { ms: number; tests: number }
type ProcessCost = { durations: Duration[]; testsIn: Map<string, number>; ms: number }
type Costs = Record<string, FileCost>

const recordFile = join(projectRoot, 'node_modules/.cache/test-durations.json')

/** The time of a test, if its file was never run. */
const usualMs = 400

export class TestDurations {
  readonly #file: string
  readonly #costs: Costs

  constructor(file = recordFile) {
    this.#file = file
    this.#costs = readCosts(file)
  }

  /** Without a record, it is estimated from the number of tests that the file seems to contain. */
  expected(stage: string, path: string): FileCost {
    const known = this.#costs[keyOf(stage, path)]
    if (known) return known
    const tests = readProjectFile(path).match(/\btest\(/g)?.length ?? 1
    return { ms: tests * usualMs, tests }
  }

  /** Of the files of one process: the time that no test took, for loading, counts for each in proportion. */
  record(stage: string, { durations, testsIn, ms }: ProcessCost): void {
    const testsMs = durations.reduce((sum, one) => sum + one.ms, 0)
    for (const [file, ofFile] of Map.groupBy(durations, one => one.file)) {
      const share = ofFile.reduce((sum, one) => sum + one.ms, 0) / testsMs
      this.#costs[keyOf(stage, file)] = { ms: Math.round(share * ms), tests: testsIn.get(file) ?? 1 }
    }
  }

  save(): void {
    mkdirSync(dirname(this.#file), { recursive: true })
    writeFileSync(this.#file, JSON.stringify(this.#costs, null, 1))
  }
}

/** The files as one group per process, balanced; the longest group first. A long file is alone. */
export function fileGroups(files: string[], filesPerProcess: number, expectedMs: (path: string) => number): string[][] {
  const groups = Array.from({ length: Math.ceil(files.length / filesPerProcess) }, () => ({
    ms: 0,
    files: [] as string[],
  }))
  const longestFirst = files.map(path => ({ path, ms: expectedMs(path) })).sort((a, b) => b.ms - a.ms)
  for (const { path, ms } of longestFirst) {
    const shortest = groups.reduce((least, group) => (group.ms < least.ms ? group : least))
    shortest.ms += ms
    shortest.files.push(path)
  }
  return groups.sort((a, b) => b.ms - a.ms).map(group => group.files)
}

function readCosts(file: string): Costs {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // There was no previous run, or it was interrupted while it wrote.
    return {}
  }
}

function keyOf(stage: string, path: string): string {
  return `${stage}: ${path}`
}
