import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  boxOfPoints,
  close,
  curve,
  distanceToLine,
  firstCrossing,
  flatten,
  isInside,
  line,
  move,
  pointAlong,
} from './path.ts'

const square = [
  { x: 0, y: 0 },
  { x: 10, y: 0 },
  { x: 10, y: 10 },
  { x: 0, y: 10 },
  { x: 0, y: 0 },
]

test('a flattened path keeps the ends of its curves and closes where it began', () => {
  const points = flatten([move(0, 0), line(10, 0), curve(15, 0, 20, 5, 20, 10), close])
  assert.deepEqual(points[1], { x: 10, y: 0 })
  assert.deepEqual(points.at(-2), { x: 20, y: 10 })
  assert.deepEqual(points.at(-1), { x: 0, y: 0 })
  assert.deepEqual(boxOfPoints(points), { x: 0, y: 0, width: 20, height: 10 })
})

test('the distance to a line is that to its nearest segment or end', () => {
  assert.equal(distanceToLine(square, { x: 5, y: -3 }), 3)
  assert.equal(distanceToLine(square, { x: 13, y: 14 }), 5)
  assert.equal(distanceToLine([{ x: 1, y: 1 }], { x: 4, y: 5 }), 5)
  assert.equal(distanceToLine([], { x: 4, y: 5 }), Number.POSITIVE_INFINITY)
})

test('a point is inside or outside of a closed line', () => {
  assert.equal(isInside(square, { x: 5, y: 5 }), true)
  assert.equal(isInside(square, { x: 15, y: 5 }), false)
  assert.equal(isInside(square, { x: 5, y: -1 }), false)
})

test('a point along a line is found by its fraction of the length', () => {
  const bent = square.slice(0, 3)
  assert.deepEqual(pointAlong(bent, 0), { x: 0, y: 0 })
  assert.deepEqual(pointAlong(bent, 0.25), { x: 5, y: 0 })
  assert.deepEqual(pointAlong(bent, 0.75), { x: 10, y: 5 })
  assert.deepEqual(pointAlong(bent, 1), { x: 10, y: 10 })
  assert.deepEqual(
    pointAlong(
      [
        { x: 3, y: 4 },
        { x: 3, y: 4 },
      ],
      0.5,
    ),
    { x: 3, y: 4 },
  )
})

test('the first crossing counts from the start of the segment', () => {
  assert.deepEqual(firstCrossing({ x: -5, y: 5 }, { x: 25, y: 5 }, square), { x: 0, y: 5 })
  assert.deepEqual(firstCrossing({ x: 25, y: 5 }, { x: -5, y: 5 }, square), { x: 10, y: 5 })
  assert.equal(firstCrossing({ x: 2, y: 5 }, { x: 8, y: 5 }, square), null)
})
