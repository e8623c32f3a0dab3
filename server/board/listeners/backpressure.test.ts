// Tests when deliveries slow down.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FakeClock } from '../../testing/fake-clock.ts'
import { Backpressure } from './backpressure.ts'

test('backpressure is on while several changes share a commit, and off when commits stop', () => {
  const clock = new FakeClock()
  let averageBatchSize = 20
  const backpressure = new Backpressure(clock, () => averageBatchSize)
  assert.equal(backpressure.isOn, false, 'there was no commit yet')
  backpressure.onCommit()
  assert.equal(backpressure.isOn, true)
  averageBatchSize = 1
  assert.equal(backpressure.isOn, false, 'each change has its own commit')
  averageBatchSize = 20
  clock.advance(100)
  assert.equal(backpressure.isOn, false, 'the last commit is too long ago')
})
