import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Anchor, type ConnectorEnd, gapBetween, outwardOf, resolveEnd } from './connector-end.ts'
import { connectorPath } from './connector-path.ts'
import type { Box, Point } from './drawable.ts'
import { isInside } from './path.ts'
import { cornersOf } from './rotation.ts'

const boxes: fc.Arbitrary<Box> = fc.record({
  x: fc.integer({ min: -600, max: 600 }),
  y: fc.integer({ min: -600, max: 600 }),
  width: fc.integer({ min: 1, max: 500 }),
  height: fc.integer({ min: 1, max: 500 }),
})
const sides = fc.constantFrom<Anchor[]>('auto', 'top', 'right', 'bottom', 'left')
const attached = (box: Box, anchor: Anchor): ConnectorEnd => ({ target: { box, rotation: 0, boundary: null }, anchor })
const curveFrom = (from: ConnectorEnd, to: ConnectorEnd) => connectorPath({ from, to, path: 'curve', via: [] }).points

/** Samples the line: whether a point of it is well inside the box. */
function runsThrough(points: readonly Point[], { x, y, width, height }: Box): boolean {
  if (width < 4 || height < 4) return false
  const inner = cornersOf({ x: x + 1, y: y + 1, width: width - 2, height: height - 2 })
  return points.slice(1).some((to, index) => {
    const from = points[index] as Point
    const samples = Array.from({ length: 33 }, (_, step) => step / 32)
    return samples.some(t => isInside(inner, { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t }))
  })
}

test('between objects that do not touch, a curve runs through neither of them, and leaves and enters at its sides', () => {
  const property = fc.property(boxes, boxes, sides, sides, (one, other, fromSide, toSide) => {
    fc.pre(gapBetween(one, other) >= 2)
    const [from, to] = [attached(one, fromSide), attached(other, toSide)]
    const points = curveFrom(from, to)
    assert.ok(points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)))
    for (const box of [one, other]) assert.ok(!runsThrough(points, box), JSON.stringify(points))
    const [start, end] = [resolveEnd(from, to, false), resolveEnd(to, from, false)]
    assert.deepEqual([points[0], points.at(-1)], [start.point, end.point])
    assertLeaves(points, start.side)
    assertLeaves(points.toReversed(), end.side)
  })
  fc.assert(property, { numRuns: 1_000 })
})

function assertLeaves(points: readonly Point[], side: keyof typeof outwardOf | null) {
  const [tip] = points
  const next = tip && points.find(({ x, y }) => Math.hypot(x - tip.x, y - tip.y) > 0.01)
  if (!tip || !next || !side) return
  const outward = outwardOf[side]
  assert.ok((next.x - tip.x) * outward.x + (next.y - tip.y) * outward.y > 0, 'away from its side')
}

test('a curve to a free point goes around the object that it leaves', () => {
  const property = fc.property(boxes, sides, fc.integer(), fc.integer(), (box, side, x, y) => {
    const point = { x: x % 900, y: y % 900 }
    fc.pre(gapBetween(box, { ...point, width: 0, height: 0 }) >= 30)
    assert.ok(!runsThrough(curveFrom(attached(box, side), { point }), box))
  })
  fc.assert(property, { numRuns: 500 })
})

test('a curve from an object to itself is a loop outside of it', () => {
  const box = { x: 0, y: 0, width: 200, height: 100 }
  assert.ok(!runsThrough(curveFrom(attached(box, 'auto'), attached(box, 'auto')), box))
})

test('between sides that face away from each other, a curve turns around with wide corners', () => {
  const [left, right] = [
    { x: 0, y: 0, width: 200, height: 100 },
    { x: 400, y: 0, width: 200, height: 100 },
  ]
  const points = curveFrom(attached(left, 'left'), attached(right, 'right'))
  assert.ok(points.length > 30)
  for (const box of [left, right]) assert.ok(!runsThrough(points, box))
})
