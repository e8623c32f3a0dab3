// The ranges of the log that a listener skips.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSkipped, type Skip, startSkipping, stopSkipping } from './skipped-events.ts'

test('the events between deactivation and activation are one range', () => {
  const off = startSkipping([], 4)
  assert.deepEqual(off, [[5, null]])
  assert.deepEqual(stopSkipping(off, 9), [[5, 9]])
})

test('without events in between there is no range', () => {
  assert.deepEqual(stopSkipping(startSkipping([[1, 2]], 4), 4), [[1, 2]])
})

test('deactivating twice or activating twice changes nothing', () => {
  assert.deepEqual(startSkipping([[5, null]], 8), [[5, null]])
  assert.deepEqual(stopSkipping([[5, 9]], 12), [[5, 9]])
  assert.deepEqual(stopSkipping([], 12), [])
})

test('a range that follows another without a gap extends it', () => {
  assert.deepEqual(startSkipping([[5, 9]], 9), [[5, null]])
  assert.deepEqual(startSkipping([[5, 9]], 10), [
    [5, 9],
    [11, null],
  ])
})

test('an event in a range is skipped, its ends included; an open range has no end', () => {
  const skips: Skip[] = [
    [2, 3],
    [7, null],
  ]
  assert.deepEqual(
    [1, 2, 3, 4, 6, 7, 1_000].map(seq => isSkipped(skips, seq)),
    [false, true, true, false, false, true, true],
  )
})

test('above 1,000 ranges the oldest are dropped', () => {
  let skips: Skip[] = []
  for (let seq = 0; seq < 10_000; seq += 4) skips = stopSkipping(startSkipping(skips, seq), seq + 2)
  assert.deepEqual([skips.length, skips.at(-1)], [1_000, [9_997, 9_998]])
})
