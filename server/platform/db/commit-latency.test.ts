// Tests when commits count as slow, so that the write thread is used.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommitLatency } from './commit-latency.ts'

const after = (...commits: [ms: number, times: number][]) => {
  const pace = new CommitLatency(3)
  for (const [ms, times] of commits) for (let count = 0; count < times; count++) pace.record(ms)
  return pace.isSlow
}

test('a disk counts as slow after several slow commits, not after one', () => {
  assert.equal(after(), false)
  assert.equal(after([0.2, 100]), false)
  assert.equal(after([0.2, 100], [20, 1]), false)
  assert.equal(after([0.2, 100], [20, 3]), true)
  assert.equal(after([8, 20], [0.2, 100]), false)
})
