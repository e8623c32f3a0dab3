import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutStroke, isErased } from './cut-stroke.ts'

const line = [0, 0, 50, 0, 100, 0]
const across = (x: number, reach = 10) => ({
  path: [
    { x, y: -50 },
    { x, y: 50 },
  ],
  reach,
})

test('[WEB-91] an eraser touches a line within its reach and half the width of the line', () => {
  assert.ok(isErased(line, 4, across(50)))
  assert.ok(isErased(line, 4, across(112)))
  assert.ok(!isErased(line, 4, across(113)))
  assert.ok(isErased([7, 7], 4, { path: [{ x: 0, y: 7 }], reach: 5 }), 'a dot')
  assert.ok(isErased([0, 0, 1_000_000, 0], 4, across(500_000)), 'between points that are far apart')
})

test('[WEB-91] a line is cut into the pieces beside the eraser, and keeps its points', () => {
  const pieces = cutStroke(line, 4, across(70)) as number[][]
  assert.equal(pieces.length, 2)
  const [left = [], right = []] = pieces
  assert.deepEqual(left.slice(0, 4), [0, 0, 50, 0])
  assert.ok(Math.abs((left.at(-2) as number) - 58) <= 4, `ends beside the eraser: ${left}`)
  assert.ok(Math.abs((right[0] as number) - 82) <= 4, `starts beside the eraser: ${right}`)
  assert.deepEqual(right.slice(-2), [100, 0])
})

test('[WEB-91] what the eraser covers is gone, and what it does not touch is left alone', () => {
  assert.deepEqual(cutStroke([0, 0, 5, 0], 4, across(2, 50)), [])
  assert.deepEqual(cutStroke([7, 7], 4, across(7)), [])
  assert.equal(cutStroke(line, 4, across(200)), null)
  const end = cutStroke(line, 4, across(0)) as number[][]
  assert.equal(end.length, 1, 'cut at its start, one piece is left')
})
