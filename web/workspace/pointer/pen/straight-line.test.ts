import assert from 'node:assert/strict'
import { test } from 'node:test'
import { straightLine } from './straight-line.ts'

test('[WEB-92] a straight line goes at a multiple of 15 degrees, as far as the pen went', () => {
  const from = { x: 10, y: 10 }
  assert.deepEqual(straightLine(from, { x: 110, y: 14 }), [10, 10, 110, 10])
  assert.deepEqual(straightLine(from, { x: 12, y: -90 }), [10, 10, 10, -90])
  assert.deepEqual(straightLine(from, { x: 110, y: 108 }), [10, 10, 109, 109])
  const [x = 0, y = 0] = straightLine({ x: 0, y: 0 }, { x: 1000, y: 280 }).slice(2)
  assert.equal(Math.round((Math.atan2(y, x) * 180) / Math.PI), 15)
  assert.deepEqual(straightLine(from, from), [10, 10, 10, 10])
})
