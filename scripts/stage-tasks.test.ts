// Tests the reports of stages whose tasks run concurrently, including one that cannot run.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderedOutput } from './ordered-output.ts'
import { runConcurrently } from './run-concurrently.ts'
import { stageTasks, type Task } from './stage-tasks.ts'

const passes: Task = async () => ({ passed: 2, failed: 0, skipped: 1 })
const cannotStart: Task = async () => {
  throw new Error('no server\navailable')
}

async function report(stages: Record<string, Task[]>) {
  const printed: string[] = []
  const errors: string[] = []
  const outputs = orderedOutput(text => printed.push(text.replace(/[\d.]+ s$/, '')))
  const started = Object.entries(stages).map(([name, works]) =>
    stageTasks(works, {
      name,
      unit: 'tests',
      output: outputs.open(),
      onError: error => errors.push(`${name}: ${error}`),
    }),
  )
  await runConcurrently(
    started.flatMap(({ tasks }) => tasks),
    task => task(),
  )
  return { printed, errors, counts: started.map(one => one.counts) }
}

test('a stage is reported with the counts of its tasks, and one without tasks as skipped', async () => {
  const { printed, counts } = await report({ unit: [passes, passes], none: [] })
  assert.deepEqual(printed, ['\n── unit', '  tests: 6, ', '\n── none', '  no test files, skipped'])
  assert.deepEqual(counts, [
    { passed: 4, failed: 0, skipped: 2 },
    { passed: 0, failed: 0, skipped: 0 },
  ])
})

test('a stage that cannot run is reported once, and the stages after it run as usual', async () => {
  const { printed, errors, counts } = await report({ server: [cannotStart, cannotStart, cannotStart], e2e: [passes] })
  assert.deepEqual(printed, [
    '\n── server',
    '  ✖ no server\n    available\n',
    '  1 of 1 tests failed, ',
    '\n── e2e',
    '  tests: 3, ',
  ])
  assert.deepEqual(errors, ['server: no server\navailable'])
  assert.deepEqual(
    counts.map(({ failed }) => failed),
    [1, 0],
  )
})
