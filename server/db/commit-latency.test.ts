// When commits are handed to a thread.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommitLatency } from './commit-latency.ts'

const after = (...commits: [ms: number, times: number][]) => {
  const pace = new CommitLatency(3)
  for (const [ms, times] of commits) for (let count = 0; count < times; count++) pace.record(ms)
  return pace.isSlow
}

test('a disk counts as slow once its commits are, not after one that was', () => {
  assert.equal(after(), false)
  assert.equal(after([0.2, 100]), false)
  assert.equal(after([0.2, 100], [20, 1]), false)
  assert.equal(after([0.2, 100], [20, 3]), true)
  assert.equal(after([8, 20], [0.2, 100]), false)
})
