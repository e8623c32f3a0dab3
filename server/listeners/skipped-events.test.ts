// The ranges of the log that a listener is not told.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSkipped, type Skip, startSkipping, stopSkipping } from './skipped-events.ts'

test('what passes between switching off and on again is one range', () => {
  const off = startSkipping([], 4)
  assert.deepEqual(off, [[5, null]])
  assert.deepEqual(stopSkipping(off, 9), [[5, 9]])
})

test('where nothing passed, nothing is left', () => {
  assert.deepEqual(stopSkipping(startSkipping([[1, 2]], 4), 4), [[1, 2]])
})

test('off twice is off once, and on twice is on once', () => {
  assert.deepEqual(startSkipping([[5, null]], 8), [[5, null]])
  assert.deepEqual(stopSkipping([[5, 9]], 12), [[5, 9]])
  assert.deepEqual(stopSkipping([], 12), [])
})

test('a range that follows on another without a gap goes on with it', () => {
  assert.deepEqual(startSkipping([[5, 9]], 9), [[5, null]])
  assert.deepEqual(startSkipping([[5, 9]], 10), [
    [5, 9],
    [11, null],
  ])
})

test('an event is skipped within a range, its ends included, and in an open one for ever', () => {
  const skips: Skip[] = [
    [2, 3],
    [7, null],
  ]
  assert.deepEqual(
    [1, 2, 3, 4, 6, 7, 1_000].map(seq => isSkipped(skips, seq)),
    [false, true, true, false, false, true, true],
  )
})

test('of very many ranges the oldest are forgotten', () => {
  let skips: Skip[] = []
  for (let seq = 0; seq < 10_000; seq += 4) skips = stopSkipping(startSkipping(skips, seq), seq + 2)
  assert.deepEqual([skips.length, skips.at(-1)], [1_000, [9_997, 9_998]])
})
