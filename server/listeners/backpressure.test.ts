// When telling steps back.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FakeClock } from '../testing/fake-clock.ts'
import { Rush } from './backpressure.ts'

test('it is a rush while several changes share a commit, and none once they stay away', () => {
  const clock = new FakeClock()
  let changesAtOnce = 20
  const rush = new Rush(clock, () => changesAtOnce)
  assert.equal(rush.isOn, false, 'nothing has happened yet')
  rush.committed()
  assert.equal(rush.isOn, true)
  changesAtOnce = 1
  assert.equal(rush.isOn, false, 'each has a commit of its own')
  changesAtOnce = 20
  clock.advance(100)
  assert.equal(rush.isOn, false, 'that was a while ago')
})
