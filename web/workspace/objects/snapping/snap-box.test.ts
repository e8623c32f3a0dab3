import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Box } from '@tessera/drawing'
import { allParts, type SnapRules, snapBox } from './snap-box.ts'

const box = (x: number, y: number, width = 100, height = 50): Box => ({ x, y, width, height })
const rules: SnapRules = { reach: 6, parts: { x: allParts, y: allParts }, hasGaps: true, grid: null }

test('[WEB-64] a box snaps to the nearest edge or center, and the guide spans both', () => {
  const { by, lines } = snapBox(box(4, 203), [box(0, 0)], rules)
  assert.deepEqual(by, { x: -4, y: 0 })
  assert.deepEqual(lines, [
    { axis: 'x', at: 0, from: 0, to: 253 },
    { axis: 'x', at: 100, from: 0, to: 253 },
    { axis: 'x', at: 50, from: 0, to: 253 },
  ])
  assert.deepEqual(snapBox(box(48, 300, 10, 10), [box(0, 0)], rules).by, { x: -3, y: 0 }, 'centers')
  assert.deepEqual(snapBox(box(7, 300), [box(0, 0)], rules).by, { x: 0, y: 0 }, 'too far')
})

test('[WEB-64] both axes snap at once, to different objects', () => {
  const { by } = snapBox(box(303, 497), [box(300, 0), box(0, 500)], rules)
  assert.deepEqual(by, { x: -3, y: 3 })
})

test('[WEB-64] gaps become equal between two neighbors, and continue a row', () => {
  const between = snapBox(box(203, 300), [box(0, 310), box(400, 310)], rules)
  assert.equal(between.by.x, -3)
  assert.deepEqual(
    between.gaps.map(({ axis, from, to }) => [axis, from, to]),
    [
      ['x', 100, 200],
      ['x', 300, 400],
    ],
  )
  const row = [box(0, 307), box(140, 313)]
  assert.equal(snapBox(box(283, 300), row, rules).by.x, -3, 'after')
  assert.equal(snapBox(box(-137, 300), row, rules).by.x, -3, 'before')
  assert.deepEqual(snapBox(box(283, 600), row, rules).by, { x: 0, y: 0 }, 'not in the row')
  assert.equal(snapBox(box(283, 300), row, { ...rules, hasGaps: false }).by.x, 0)
})

test('[WEB-64] only the sides that are pulled snap', () => {
  const pulled: SnapRules = { ...rules, hasGaps: false, parts: { x: ['end'], y: [] } }
  assert.deepEqual(snapBox(box(3, 3, 194, 50), [box(0, 0, 200)], pulled).by, { x: 3, y: 0 })
})

test('[WEB-64] other objects come before the grid', () => {
  const onGrid = { ...rules, grid: 40 }
  assert.deepEqual(snapBox(box(55, 70), [], onGrid).by, { x: -15, y: 10 })
  assert.deepEqual(snapBox(box(55, 70), [box(53, 900)], onGrid).by, { x: -2, y: 10 })
  assert.deepEqual(snapBox(box(10, 0, 55, 50), [], { ...onGrid, parts: { x: ['end'], y: [] } }).by, { x: 15, y: 0 })
})

test('[WEB-64] ten thousand objects in view cost a small part of a frame', () => {
  const targets = Array.from({ length: 10_000 }, (_, index) => box((index % 100) * 137, Math.floor(index / 100) * 83))
  const { by } = snapBox(box(137 * 50 + 2, 83 * 50 + 3), targets, rules)
  assert.deepEqual(by, { x: -2, y: -3 })
})
