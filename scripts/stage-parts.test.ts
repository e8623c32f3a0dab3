// What is reported of stages whose parts run side by side, also when one of them cannot run.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inOrder } from './in-order.ts'
import { inTurns } from './in-turns.ts'
import { stageParts, type Work } from './stage-parts.ts'

const well: Work = async () => ({ passed: 2, failed: 0, skipped: 1 })
const cannotStart: Work = async () => {
  throw new Error('no server\nto be had')
}

async function report(stages: Record<string, Work[]>) {
  const heard: string[] = []
  const faults: string[] = []
  const voices = inOrder(text => heard.push(text.replace(/[\d.]+ s$/, '')))
  const made = Object.entries(stages).map(([name, works]) =>
    stageParts(works, {
      name,
      what: 'tests',
      voice: voices.next(),
      onFault: fault => faults.push(`${name}: ${fault}`),
    }),
  )
  await inTurns(
    made.flatMap(({ parts }) => parts),
    part => part(),
  )
  return { heard, faults, tallies: made.map(({ tally }) => tally) }
}

test('a stage is told with what its parts came to, and one without parts as passed over', async () => {
  const { heard, tallies } = await report({ unit: [well, well], none: [] })
  assert.deepEqual(heard, ['\n── unit', '  tests: 6, ', '\n── none', '  no test files, passed over'])
  assert.deepEqual(tallies, [
    { passed: 4, failed: 0, skipped: 2 },
    { passed: 0, failed: 0, skipped: 0 },
  ])
})

test('where a stage cannot run, that is told once, and what comes after it is run and told as ever', async () => {
  const { heard, faults, tallies } = await report({ server: [cannotStart, cannotStart, cannotStart], e2e: [well] })
  assert.deepEqual(heard, [
    '\n── server',
    '  ✖ no server\n    to be had\n',
    '  1 of 1 tests failed, ',
    '\n── e2e',
    '  tests: 3, ',
  ])
  assert.deepEqual(faults, ['server: no server\nto be had'])
  assert.deepEqual(
    tallies.map(({ failed }) => failed),
    [1, 0],
  )
})
