import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hits, paintedBounds } from './renderers.ts'
import { rotatedBounds, rotatePoint } from './rotation.ts'
import { aConnector, aNote, aShape } from './testing/sample-objects.ts'

const box = { x: 10, y: 20, width: 100, height: 40 }

test('quarter turns are exact, and rotation is clockwise', () => {
  assert.deepEqual(rotatePoint({ x: 1, y: 0 }, { x: 0, y: 0 }, 90), { x: 0, y: 1 })
  assert.deepEqual(rotatedBounds(box, 90), { x: 40, y: -10, width: 40, height: 100 })
  assert.deepEqual(rotatedBounds(box, 180), box)
  assert.deepEqual(rotatedBounds(box, 270), { x: 40, y: -10, width: 40, height: 100 })
  assert.deepEqual(rotatedBounds(box, 0), box)
})

test('rotating back restores the position', () => {
  const point = { x: 12, y: 345 }
  const back = rotatePoint(rotatePoint(point, { x: 7, y: 8 }, 33), { x: 7, y: 8 }, -33)
  assert.ok(Math.hypot(back.x - point.x, back.y - point.y) < 1e-9)
})

test('a rotated object is hit where it is drawn', () => {
  const note = aNote({ width: 400, height: 100, rotation: 90 })
  assert.equal(hits(note, { x: 200, y: -100 }), true)
  assert.equal(hits(note, { x: 10, y: 50 }), false)
  const diamond = aShape({ form: 'diamond', width: 100, height: 100, rotation: 45 })
  assert.equal(hits(diamond, { x: 20, y: 20 }), true, 'its corners are at the middle of the sides before')
  assert.equal(hits(diamond, { x: 2, y: 50 }), false)
  assert.ok(paintedBounds(note).height > 400)
})

test('an empty shape is hit at its border only, dashed or not, a filled one or one with text inside, too', () => {
  const empty = aShape({ fill: 'none', borderStyle: 'dashed' })
  const touch = { slack: 4, zoom: 1 }
  assert.equal(hits(empty, { x: 120, y: 80 }, touch), false)
  for (let x = 0; x <= 240; x += 3) assert.equal(hits(empty, { x, y: 2 }, touch), true, 'also between the dashes')
  assert.equal(hits(aShape({ fill: 'none', text: 'Yes' }), { x: 120, y: 80 }), true)
  assert.equal(hits(aShape(), { x: 120, y: 80 }), true)
  assert.equal(hits(aShape({ form: 'ellipse' }), { x: 3, y: 3 }), false, 'outside of the outline')
})

test('a connector is hit near its line and on its label', () => {
  const points = [[0, 0], [400, 0], [400, 300]] as const // biome-ignore format: points
  const line = aConnector(points, { width: 1, label: 'yes' })
  const touch = { slack: 6, zoom: 1 }
  assert.equal(hits(line, { x: 100, y: 5 }, touch), true)
  assert.equal(hits(line, { x: 100, y: 9 }, touch), false)
  assert.equal(hits(line, { x: 200, y: 150 }, touch), false, 'inside of its box')
  assert.equal(hits(line, { x: 350, y: 12 }), true, 'the label is in the middle of the path')
})
