// A test stage as tasks that run at any time and in any order. The stage is reported when its last task has ended. If a
// task cannot run at all, the stage fails once; other stages are not affected.

import type { TestCounts } from './check.ts'
import type { Output } from './ordered-output.ts'

export type Task = () => Promise<TestCounts>

type StageReport = { name: string; unit: string; output: Output; onError: (error: string) => void }

/** `counts` is complete after every task was called once. */
export function stageTasks(works: Task[], { name, unit, output, onError }: StageReport) {
  const counts: TestCounts = { passed: 0, failed: 0, skipped: 0 }
  let startedAt: number | undefined
  let remaining = works.length
  let hasFailed = false
  const fail = (error: string) => {
    if (hasFailed) return
    hasFailed = true
    counts.failed += 1
    onError(error)
    output.write(`  ✖ ${indent(error).trimStart()}\n`)
  }
  const end = (startedAt: number) => {
    output.write(summary(unit, counts, (performance.now() - startedAt) / 1000))
    output.end()
  }
  output.write(`\n── ${name}`)
  if (!remaining) {
    output.write('  no test files, skipped')
    output.end()
  }
  const tasks = works.map(work => async () => {
    startedAt ??= performance.now()
    try {
      addCounts(counts, await work())
    } catch (error) {
      fail((error instanceof Error ? error.message : String(error)).trimEnd())
    }
    remaining -= 1
    if (!remaining) end(startedAt)
  })
  return { tasks, counts }
}

export function addCounts(to: TestCounts, more: TestCounts): void {
  for (const key of ['passed', 'failed', 'skipped'] as const) to[key] += more[key]
}

export function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '    ')
}

function summary(unit: string, { passed, failed, skipped }: TestCounts, seconds: number): string {
  const all = passed + failed + skipped
  return `  ${failed ? `${failed} of ${all} ${unit} failed` : `${unit}: ${all}`}, ${seconds.toFixed(1)} s`
}
