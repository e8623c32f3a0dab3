// The ranges of the log that a listener is not told.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Skip, skipsAfter, startSkipping, stopSkipping } from './skipped-events.ts'

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

test('what lies behind the listener is forgotten', () => {
  const skips: Skip[] = [
    [1, 3],
    [5, 9],
    [12, null],
  ]
  assert.deepEqual(skipsAfter(skips, 9), [[12, null]])
  assert.deepEqual(skipsAfter(skips, 8), [
    [5, 9],
    [12, null],
  ])
})
