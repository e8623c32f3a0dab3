// When changes run on the write thread.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WriteLoad } from './write-load.ts'

const after = (...batches: [changes: number, times: number, areCommitsSlow?: boolean][]) => {
  const load = new WriteLoad({ startAt: 6, stopBelow: 2 })
  for (const [changes, times, areCommitsSlow = false] of batches)
    for (let count = 0; count < times; count++) load.record(changes, areCommitsSlow)
  return load.isHigh
}

test('the write thread runs for many concurrent changes, not for a few or for one long list', () => {
  assert.equal(after([1, 1_000]), false)
  assert.equal(after([5, 1_000]), false)
  assert.equal(after([20, 10]), true)
  assert.equal(after([1, 100], [2_000, 1]), false)
})

test('once started, the write thread runs until the load is low', () => {
  assert.equal(after([20, 10], [3, 1_000]), true)
  assert.equal(after([20, 10], [1, 100]), false)
})

test('slow commits start the write thread, even with few changes', () => {
  assert.equal(after([1, 3, true]), true)
  assert.equal(after([1, 3, true], [1, 1]), false)
})

test('the load is the average number of concurrent changes in the last batches', () => {
  const load = new WriteLoad()
  for (let count = 0; count < 100; count++) load.record(20, false)
  assert.equal(Math.round(load.averageBatchSize), 20)
  for (let count = 0; count < 100; count++) load.record(1, false)
  assert.equal(Math.round(load.averageBatchSize), 1)
})
