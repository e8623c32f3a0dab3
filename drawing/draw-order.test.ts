import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawOrderOf, objectAt, onlyGround, withoutGround } from './draw-order.ts'
import { aCanvas, aNote, aStroke } from './testing/sample-objects.ts'

const lower = aNote({ id: 'a' })
const upper = aNote({ id: 'c', x: 280 })
const canvas = aCanvas({ id: 'd' })
const onBoard = aStroke([0, 300, 900, 300], { id: 'b' })
const onLower = aStroke([0, 100, 560, 100], { id: 'e', targetId: 'a' })
const given = [upper, onLower, canvas, onBoard, lower]

test('canvases lie lowest, then objects by age, strokes with what they are drawn on', () => {
  const { objects, strokesOn, strokesOnBoard } = drawOrderOf(given)
  assert.deepEqual(objects, [canvas, lower, upper])
  assert.deepEqual(strokesOn.get('a'), [onLower])
  assert.deepEqual(strokesOnBoard, [onBoard])
  assert.deepEqual(given, [upper, onLower, canvas, onBoard, lower], 'the list handed in is left as it was')
})

test('a point belongs to what is uppermost there', () => {
  const arrangement = drawOrderOf(given)
  assert.equal(objectAt(arrangement, { x: 400, y: 50 }), upper)
  assert.equal(objectAt(arrangement, { x: 100, y: 50 }), lower)
  assert.equal(objectAt(arrangement, { x: 100, y: 100 }), onLower)
  assert.equal(objectAt(arrangement, { x: 400, y: 100 }), upper, 'the upper note hides the stroke on the lower one')
  assert.equal(objectAt(arrangement, { x: 400, y: 300 }), onBoard)
  assert.equal(objectAt(arrangement, { x: 1, y: 900 }), canvas)
  assert.equal(objectAt(arrangement, { x: 500, y: 900 }), null)
})

test('the ground and the rest are drawn apart without losing anything', () => {
  const arrangement = drawOrderOf(given)
  const [below, above] = [onlyGround(arrangement), withoutGround(arrangement)]
  assert.deepEqual([below.objects, below.ground, below.strokesOnBoard], [[canvas], [canvas], []])
  assert.deepEqual([above.objects, above.ground, above.strokesOnBoard], [[lower, upper], [], [onBoard]])
  assert.deepEqual(above.strokesOn.get('a'), [onLower])
})
