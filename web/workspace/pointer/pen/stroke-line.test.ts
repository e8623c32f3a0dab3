import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxNumbers, strokeLine } from './stroke-line.ts'

const sample = (x: number, y: number, pressure: number | null = null) => ({ x, y, pressure })

test('[WEB-2] a dot is one point, a line starts and ends where the pen did', () => {
  const dot = strokeLine(10, 1)
  dot.add(sample(3.4, 7.6))
  assert.deepEqual(dot.points(), [3, 8])
  const line = strokeLine(10, 1)
  for (let x = 0; x <= 100; x += 10) line.add(sample(x, x / 2))
  assert.deepEqual(line.points().slice(0, 2), [0, 0])
  assert.deepEqual(line.points().slice(-2), [100, 50])
  assert.ok(line.points().every(Number.isInteger))
})

test('[WEB-2] a shaky line is smoothed', () => {
  const line = strokeLine(10, 0.1)
  for (let x = 0; x < 200; x++) line.add(sample(x, x % 2 === 0 ? -10 : 10))
  const heights = line.points().filter((_, index) => index % 2 === 1)
  assert.ok(Math.max(...heights.slice(5, -1).map(Math.abs)) < 6)
})

test('[WEB-15] a long stroke keeps its ends and stays within the limit', () => {
  const line = strokeLine(10, 0)
  for (let turn = 0; turn < 60_000; turn++) line.add(sample(turn * 3, Math.sin(turn) * 500))
  const points = line.points()
  assert.ok(points.length <= maxNumbers, `${points.length}`)
  assert.ok(points.length > maxNumbers / 4)
  assert.equal(points.length % 2, 0)
  assert.equal(points[0], 0)
  assert.equal(points.at(-2), 59_999 * 3)
})

test('[WEB-15] pressure sets the size of the stroke, within the limits of a brush', () => {
  const sizeWith = (brush: number, pressure: number | null) => {
    const line = strokeLine(brush, 1)
    line.add(sample(0, 0, pressure))
    return line.size()
  }
  assert.equal(sizeWith(10, null), 10)
  assert.equal(sizeWith(10, 0.5), 10)
  assert.equal(sizeWith(10, 0.1), 6)
  assert.equal(sizeWith(10, 1), 15)
  assert.equal(sizeWith(100, 1), 100)
  assert.equal(sizeWith(1, 0), 1)
})
