// `npm test -- --slowest` ends with the files and the tests that took the longest, per stage. Stages overlap, so times
// depend on what else ran; a file's time is that of its tests, without loading.

import type { Duration } from './run-test-files.ts'

type TimedTest = Duration & { stage: string }

const listed = 25

export function slowestTests(durations: readonly TimedTest[]): string {
  const files = new Map<string, number>()
  for (const { stage, file, ms } of durations) {
    const key = `${stage}: ${file}`
    files.set(key, (files.get(key) ?? 0) + ms)
  }
  const tests = durations.map(({ stage, file, title, ms }): [string, number] => [`${stage}: ${file} › ${title}`, ms])
  return `Slowest files:\n${table([...files])}\n\nSlowest tests:\n${table(tests)}`
}

function table(rows: [string, number][]): string {
  const slowest = rows.sort(([, a], [, b]) => b - a).slice(0, listed)
  return slowest.map(([name, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`).join('\n')
}
