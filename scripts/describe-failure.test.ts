// Tests the commands that are printed for failures.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeFailures, failedCheck, failedTest } from './describe-failure.ts'
import { type Stage, stages } from './test-stages.ts'

const sqlite = stages.find(one => one.engine === 'sqlite') as Stage

test('the command of a failed test runs that test alone', () => {
  const failure = { titles: ['group', '[LIS-7] it holds'], location: 'server/x.test.ts:12', error: '' }
  assert.equal(
    describeFailures([failedTest(sqlite, failure), failedCheck('types')]),
    `Failed:
  ✖ server on sqlite: group › [LIS-7] it holds (server/x.test.ts:12)
      npm test -- sqlite server/x.test.ts --name "group [LIS-7] it holds"
  ✖ check: types
      npm run check -- types`,
  )
})

test('a title with characters that have a meaning in a shell is quoted', () => {
  const failure = { titles: [`it's "$5"`], location: 'server/x.test.ts:1', error: '' }
  assert.ok(failedTest(sqlite, failure).command?.endsWith(`--name 'it'\\''s "$5"'`))
})

test('the command of a failed process runs all of its files', () => {
  const failure = { titles: [], location: 'server/a.test.ts server/b.test.ts', error: '' }
  assert.equal(failedTest(sqlite, failure).command, 'npm test -- sqlite server/a.test.ts server/b.test.ts')
})
