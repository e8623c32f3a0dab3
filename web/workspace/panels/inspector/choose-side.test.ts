import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseSide } from './choose-side.ts'

const inspector = { y: 68, width: 240, height: 400 }
const places = { left: { ...inspector, x: 72 }, right: { ...inspector, x: 1028 } }

test('[WEB-41] the inspector is on the right, or on the left if it would cover the selection', () => {
  const at = (x: number, y = 200, width = 200) => chooseSide(places, { x, y, width, height: 120 })
  assert.equal(at(500), 'right')
  assert.equal(at(100), 'right')
  assert.equal(at(1_100), 'left')
  assert.equal(at(1_100, 600), 'right', 'below it there is room')
  assert.equal(at(-100, 200, 2_000), 'right', 'covered on both sides')
  assert.equal(at(200, 200, 1_000), 'left', 'covered less at the left')
})
