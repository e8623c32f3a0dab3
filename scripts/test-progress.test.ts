// Tests the progress messages while the tests run.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestProgress } from './test-progress.ts'

function start(isTerminal = false) {
  const time = { now: 0 }
  const written: string[] = []
  const write = (text: string) => void written.push(text)
  const progress = new TestProgress({ write, isTerminal, workers: 2, now: () => time.now })
  progress.add('unit', 'a', { ms: 120_000, tests: 2 })
  progress.add('unit', 'b', { ms: 120_000, tests: 4 })
  progress.add('e2e', 'c', { ms: 240_000, tests: 8 })
  return { time, written, progress }
}

test('before anything has run, the recorded times are divided among the workers', () => {
  assert.equal(start().progress.line(), 'about 4 min left')
})

test('the stages that run are named with their counts', () => {
  const { time, progress } = start()
  time.now = 30_000
  progress.testEnded('unit', 'a')
  assert.equal(progress.line(), 'unit: 1 of 6, about 4 min left')
  progress.testEnded('e2e', 'c')
  assert.equal(progress.line(), 'unit: 1 of 6, e2e: 1 of 8, about 3 min left')
})

test('a file that has ended counts as done, with any number of tests', () => {
  const { time, progress } = start()
  time.now = 120_000
  progress.testEnded('unit', 'b')
  for (const path of ['a', 'b']) progress.fileEnded('unit', path)
  assert.equal(progress.line(), 'about 2 min left')
  progress.fileEnded('e2e', 'c')
  assert.equal(progress.line(), 'less than a minute left')
})

test('the estimate follows the speed of this run', () => {
  const { time, progress } = start()
  time.now = 240_000
  for (const path of ['a', 'b']) progress.fileEnded('unit', path)
  assert.equal(progress.line(), 'about 3 min left')
})

test('on a terminal, printed text replaces the line', () => {
  const terminal = start(true)
  terminal.progress.print('── unit')
  assert.deepEqual(terminal.written, ['\r\x1b[2K── unit\n'])
  const file = start(false)
  file.progress.print('── unit')
  assert.deepEqual(file.written, ['── unit\n'])
})
