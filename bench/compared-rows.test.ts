// Tests which rows of `bench check` count as worse.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWorse } from './compared-rows.ts'

const row = (isHigherBetter: boolean, before: number[], after: number[]) => ({
  what: 'a figure',
  unit: '',
  isHigherBetter,
  before,
  after,
})

test('a row is worse if its best round is worse by more than a quarter than the worst round before', () => {
  assert.equal(isWorse(row(true, [100, 110, 120], [60, 70, 79])), true)
  assert.equal(isWorse(row(true, [100, 110, 120], [60, 70, 81])), false)
  assert.equal(isWorse(row(false, [10, 11, 12], [15.1, 16, 20])), true)
  assert.equal(isWorse(row(false, [10, 11, 12], [14.9, 16, 20])), false)
})
