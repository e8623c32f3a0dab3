// When changes are handed to a thread.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WriteLoad } from './write-load.ts'

const after = (...batches: [changes: number, times: number, areCommitsSlow?: boolean][]) => {
  const load = new WriteLoad({ startAt: 6, stopBelow: 2 })
  for (const [changes, times, areCommitsSlow = false] of batches)
    for (let count = 0; count < times; count++) load.record(changes, areCommitsSlow)
  return load.isHigh
}

test('many changes at a time are worth a thread, a few are not, and one long list is not many', () => {
  assert.equal(after([1, 1_000]), false)
  assert.equal(after([5, 1_000]), false)
  assert.equal(after([20, 10]), true)
  assert.equal(after([1, 100], [2_000, 1]), false)
})

test('once it pays it goes on until there are hardly any', () => {
  assert.equal(after([20, 10], [3, 1_000]), true)
  assert.equal(after([20, 10], [1, 100]), false)
})

test('commits that hold up everything are worth it, however few', () => {
  assert.equal(after([1, 3, true]), true)
  assert.equal(after([1, 3, true], [1, 1]), false)
})

test('it knows how many come at once, on average of the last ones', () => {
  const load = new WriteLoad()
  for (let count = 0; count < 100; count++) load.record(20, false)
  assert.equal(Math.round(load.averageBatchSize), 20)
  for (let count = 0; count < 100; count++) load.record(1, false)
  assert.equal(Math.round(load.averageBatchSize), 1)
})
