import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anchor, type ConnectorEnd, type EndTarget, resolveEnd } from './connector-end.ts'
import type { ShapeForm } from './drawable.ts'
import { distanceToLine } from './path.ts'
import { centerOf, rotatePoint } from './rotation.ts'
import { shapeBoundary } from './shape-outline.ts'

const box = { x: 100, y: 100, width: 200, height: 100 }
const far: ConnectorEnd = { point: { x: 1_000, y: 150 } }

const targetOf = (form?: ShapeForm, rotation = 0): EndTarget => ({
  box,
  rotation,
  boundary: form ? shapeBoundary(form, box) : null,
})
const endAt = (anchor: Anchor, target = targetOf()): ConnectorEnd => ({ target, anchor })

test('a side is its middle, on the outline of the form', () => {
  const pointOf = (anchor: Anchor, form?: ShapeForm) => resolveEnd(endAt(anchor, targetOf(form)), far, true)
  assert.deepEqual(pointOf('top').point, { x: 200, y: 100 })
  assert.deepEqual(pointOf('right').point, { x: 300, y: 150 })
  assert.deepEqual(pointOf('bottom').side, 'bottom')
  assert.deepEqual(pointOf('left').side, 'left')
  assert.deepEqual(pointOf('right', 'triangle').point, { x: 250, y: 150 })
  assert.deepEqual(pointOf('bottom', 'callout').point, { x: 200, y: 180 })
})

test('an automatic anchor faces the other end, on the outline, rotated or not', () => {
  for (const form of ['rectangle', 'ellipse', 'diamond', 'cloud', 'star', 'arrow'] as const) {
    for (const rotation of [0, 30, 90, 200]) {
      const target = targetOf(form, rotation)
      const outline = shapeBoundary(form, box).map(({ x, y }) =>
        rotatePoint({ x: x + box.x, y: y + box.y }, centerOf(box), rotation),
      )
      for (const isOrthogonal of [true, false]) {
        for (const aim of [
          { x: 1_000, y: 150 },
          { x: -400, y: 140 },
          { x: 210, y: -900 },
          { x: 190, y: 900 },
        ]) {
          const { point } = resolveEnd(endAt('auto', target), { point: aim }, isOrthogonal)
          assert.ok(distanceToLine(outline, point) < 0.01, `${form} turned by ${rotation}: ${JSON.stringify(point)}`)
        }
      }
    }
  }
  assert.equal(resolveEnd(endAt('auto'), far, true).side, 'right')
  assert.equal(resolveEnd(endAt('auto'), { point: { x: 200, y: -500 } }, true).side, 'top')
})

test('a side turns with its object', () => {
  const turned = resolveEnd(endAt('top', targetOf(undefined, 90)), far, true)
  assert.deepEqual(turned.point, { x: 250, y: 150 })
  assert.equal(turned.side, 'right')
  assert.deepEqual(turned.obstacle, { x: 150, y: 50, width: 100, height: 200 })
})

test('a fraction is a point of the box, and of the outline if it would lie outside of it', () => {
  assert.deepEqual(resolveEnd(endAt([0.25, 0]), far, false).point, { x: 150, y: 100 })
  assert.deepEqual(resolveEnd(endAt([0.5, 0.5], targetOf('ellipse')), far, false).point, { x: 200, y: 150 })
  assert.deepEqual(resolveEnd(endAt([0, 0], targetOf('diamond')), far, false).point, { x: 150, y: 125 })
  assert.deepEqual(resolveEnd(endAt([1, 0.5], targetOf(undefined, 180)), far, false).point, { x: 100, y: 150 })
})

test('an end inside of the object still has a point and a side', () => {
  const inside = resolveEnd(endAt('auto'), { point: { x: 201, y: 150 } }, false)
  assert.ok(Number.isFinite(inside.point.x) && inside.side !== null)
})
