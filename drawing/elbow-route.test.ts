import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Anchor, type ConnectorEnd, gapBetween, outwardOf, resolveEnd } from './connector-end.ts'
import { connectorPath } from './connector-path.ts'
import type { Box, Point } from './drawable.ts'
import { elbowRoute } from './elbow-route.ts'

const boxes: fc.Arbitrary<Box> = fc.record({
  x: fc.integer({ min: -600, max: 600 }),
  y: fc.integer({ min: -600, max: 600 }),
  width: fc.integer({ min: 1, max: 500 }),
  height: fc.integer({ min: 1, max: 500 }),
})
const sides = fc.constantFrom<Anchor[]>('auto', 'top', 'right', 'bottom', 'left')
const attached = (box: Box, anchor: Anchor, rotation = 0): ConnectorEnd => ({
  target: { box, rotation, boundary: null },
  anchor,
})

const segmentsOf = (points: readonly Point[]) =>
  points.slice(1).map((to, index): [Point, Point] => [points[index] as Point, to])
const isUpright = ([a, b]: [Point, Point]) => a.x === b.x || a.y === b.y
const isFinitePoint = ({ x, y }: Point) => Number.isFinite(x) && Number.isFinite(y)

/** Whether a segment that is parallel to an axis runs through the inside of the box. */
function crosses([a, b]: [Point, Point], { x, y, width, height }: Box): boolean {
  const margin = 0.5
  return (
    Math.max(a.x, b.x) > x + margin &&
    Math.min(a.x, b.x) < x + width - margin &&
    Math.max(a.y, b.y) > y + margin &&
    Math.min(a.y, b.y) < y + height - margin
  )
}

test('between objects that do not touch, no segment runs through either of them', () => {
  const property = fc.property(boxes, boxes, sides, sides, (one, other, fromSide, toSide) => {
    fc.pre(gapBetween(one, other) >= 2)
    const [from, to] = [attached(one, fromSide), attached(other, toSide)]
    const [start, end] = [resolveEnd(from, to, true), resolveEnd(to, from, true)]
    const { points } = connectorPath({ from, to, path: 'elbow', via: [] })
    const segments = segmentsOf(points)
    assert.ok(points.every(isFinitePoint))
    assert.ok(segments.every(isUpright), JSON.stringify(points))
    for (const box of [one, other]) assert.ok(!segments.some(segment => crosses(segment, box)), JSON.stringify(points))
    if (gapBetween(one, other) >= 8) {
      assert.deepEqual(points[0], start.point)
      assert.deepEqual(points.at(-1), end.point)
      assertLeaves(points, start.side)
      assertLeaves(points.toReversed(), end.side)
    }
  })
  fc.assert(property, { numRuns: 1_000 })
})

function assertLeaves([tip, next]: readonly Point[], side: keyof typeof outwardOf | null) {
  if (!tip || !next || !side) return
  const [x, y] = [Math.sign(next.x - tip.x), Math.sign(next.y - tip.y)]
  assert.deepEqual([x + 0, y + 0], [outwardOf[side].x, outwardOf[side].y], 'perpendicular to its side')
}

test('whatever the ends, bends and rotations, the route is finite and its segments are parallel to the axes', () => {
  const anchors = fc.oneof(sides, fc.tuple(fc.constantFrom(0, 0.5, 1), fc.constantFrom(0, 0.25, 1)))
  const points = fc.record({ x: fc.integer({ min: -600, max: 600 }), y: fc.integer({ min: -600, max: 600 }) })
  const ends = fc.oneof(
    points.map((point): ConnectorEnd => ({ point })),
    fc.tuple(boxes, anchors, fc.constantFrom(0, 30, 90, 315)).map(([box, anchor, turn]) => attached(box, anchor, turn)),
  )
  const bends = fc.array(
    points.map(({ x, y }) => [x, y] as const),
    { maxLength: 3 },
  )
  const property = fc.property(ends, ends, bends, (from, to, via) => {
    const path = connectorPath({ from, to, path: 'elbow', via })
    assert.ok(path.points.every(isFinitePoint))
    assert.ok(segmentsOf(path.points).every(isUpright), JSON.stringify(path.points))
    for (const [x, y] of via)
      assert.ok(segmentsOf(path.points).some(segment => isOn(segment, { x, y })) || path.points.length < 2)
  })
  fc.assert(property, { numRuns: 500 })
})

const isOn = ([a, b]: [Point, Point], { x, y }: Point) =>
  x >= Math.min(a.x, b.x) && x <= Math.max(a.x, b.x) && y >= Math.min(a.y, b.y) && y <= Math.max(a.y, b.y)

test('objects side by side are connected by a straight line, or by two bends in the middle of the gap', () => {
  const one = { x: 0, y: 0, width: 100, height: 100 }
  const routeTo = (other: Box) => {
    const [from, to] = [attached(one, 'auto'), attached(other, 'auto')]
    return elbowRoute(resolveEnd(from, to, true), resolveEnd(to, from, true)).map(({ x, y }) => [x, y])
  }
  assert.deepEqual(routeTo({ x: 300, y: 0, width: 100, height: 100 }), [
    [100, 50],
    [300, 50],
  ])
  assert.deepEqual(routeTo({ x: 300, y: 80, width: 100, height: 100 }), [
    [100, 50],
    [200, 50],
    [200, 130],
    [300, 130],
  ])
})

test('objects that overlap are connected by sides that are not covered', () => {
  const [one, other] = [
    { x: 0, y: 0, width: 160, height: 100 },
    { x: 120, y: 60, width: 160, height: 100 },
  ]
  const { points } = connectorPath({ from: attached(one, 'auto'), to: attached(other, 'auto'), path: 'elbow', via: [] })
  for (const box of [one, other]) assert.ok(!segmentsOf(points).some(segment => crosses(segment, box)))
})

test('an object connected with itself has a loop', () => {
  const box = { x: 0, y: 0, width: 160, height: 100 }
  const { points } = connectorPath({ from: attached(box, 'auto'), to: attached(box, 'auto'), path: 'elbow', via: [] })
  assert.ok(points.length > 3)
  assert.ok(!segmentsOf(points).some(segment => crosses(segment, box)))
})
