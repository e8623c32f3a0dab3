// Moving, resizing and rotating objects of all kinds, alone and together.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BoardObject } from '@tessera/client'
import { boardObject } from '../testing/board-object.ts'
import { copiesDuring } from './copies.ts'
import { changesToTransform, motionsOf, shownDuring } from './moves.ts'
import { resize } from './resize.ts'
import { resizeSeveral } from './resize-several.ts'
import { snappedAngle } from './snapped-angle.ts'
import { rotationAbout, scalingFrom, type Transform, translation } from './transform.ts'

const shape = boardObject('shape', { id: 's', x: 100, y: 0, width: 200, height: 100, rotation: 0 })
const note = boardObject('note', { id: 'n', x: 0, y: 200, width: 560, height: 320, scale: 1 })

const dataOf = (object: BoardObject, transform: Transform) =>
  changesToTransform([object], transform).map(change => ('data' in change ? change.data : null))[0]

test('[WEB-63] a rotation turns objects that have one, and moves the others around the center', () => {
  const quarter = rotationAbout({ x: 0, y: 0 }, 90)
  assert.deepEqual(dataOf(shape, quarter), { x: -150, y: 150, rotation: 90 })
  assert.deepEqual(dataOf({ ...shape, rotation: 350 }, rotationAbout({ x: 200, y: 50 }, 15)), { rotation: 5 })
  const page = boardObject('browser', { id: 'b', x: 100, y: 0, width: 200, height: 100 })
  assert.deepEqual(dataOf(page, quarter), { x: -150, y: 150 })
  const stroke = boardObject('stroke', { id: 'k', points: [10, 0, 20, 0] })
  assert.deepEqual(dataOf(stroke, quarter), { points: [0, 10, 0, 20] })
})

test('[WEB-63] rotating stops at right angles when near, and with Shift every 15 degrees', () => {
  assert.deepEqual(
    [88, 92.9, 93.5, -1].map(angle => snappedAngle(angle, false)),
    [90, 90, 93.5, -0],
  )
  assert.deepEqual(
    [88, 93, 100].map(angle => snappedAngle(angle, true)),
    [90, 90, 105],
  )
})

test('[WEB-63] scaling changes positions, and sizes where the kind allows it', () => {
  const double = scalingFrom({ x: 0, y: 0 }, { x: 2, y: 2 })
  assert.deepEqual(dataOf(shape, double), { x: 200, width: 400, height: 200 })
  assert.deepEqual(dataOf(note, double), { y: 400, scale: 2 })
  const text = boardObject('text', { id: 't', x: 10, y: 0, width: 100, height: 40, fontSize: 20 })
  assert.deepEqual(dataOf(text, double), { x: 20, width: 200, height: 80, fontSize: 40 })
  const wider = scalingFrom({ x: 0, y: 0 }, { x: 2, y: 1 })
  assert.deepEqual(dataOf(shape, wider), { x: 200, width: 400 })
  assert.deepEqual(dataOf(note, wider), { x: 280 }, 'its middle moves')
  assert.deepEqual(dataOf({ ...shape, rotation: 90 }, wider), { x: 300, y: -50, height: 200 })
})

test('[WEB-63] corners keep the proportions if an object does, and nothing leaves its limits', () => {
  const box = { x: 0, y: 0, width: 560, height: 520 }
  const corner = { x: 1, y: 1 } as const
  assert.deepEqual(resizeSeveral([shape, note], box, corner, { x: 560, y: 0 }, false).scale, { x: 2, y: 2 })
  assert.deepEqual(resizeSeveral([shape, note], box, corner, { x: 9_999, y: 0 }, false).scale, { x: 4, y: 4 })
  assert.deepEqual(resizeSeveral([shape, note], box, corner, { x: -9_999, y: -9_999 }, false).scale, { x: 0.5, y: 0.5 })
  assert.deepEqual(resizeSeveral([shape], box, corner, { x: 56, y: 0 }, false).scale, { x: 1.1, y: 1 })
  assert.deepEqual(resizeSeveral([shape], box, corner, { x: 56, y: 0 }, true).scale, { x: 1.1, y: 1.1 })
  assert.deepEqual(resizeSeveral([shape], box, { x: -1, y: 0 }, { x: 280, y: 99 }, false).at({ x: 0, y: 7 }), {
    x: 280,
    y: 7,
  })
  assert.deepEqual(resizeSeveral([shape], box, { x: 0, y: 1 }, { x: 0, y: -9_999 }, false).scale, { x: 1, y: 0.24 })
})

test('[WEB-63] a rotated object is resized along its own sides, and the opposite corner stays', () => {
  const turned = { ...shape, rotation: 90 }
  // Its box on the board is 100 wide and 200 high, from (150, -50); its right side is at the bottom.
  assert.deepEqual(resize(turned, { x: 1, y: 0 }, { x: 0, y: 40 }), { x: 80, y: 20, width: 240 })
  assert.deepEqual(resize(turned, { x: -1, y: -1 }, { x: 10, y: -20 }), { x: 95, y: -15, width: 220, height: 110 })
  assert.deepEqual(resize(shape, { x: 1, y: 1 }, { x: 100, y: 0 }, { isProportional: true }), {
    ...{ x: 100, y: 0, width: 300, height: 150 },
  })
})

test('[WEB-63] other users get the changes, without connectors and long strokes', () => {
  const line = boardObject('connector', { id: 'c' })
  const long = boardObject('stroke', { points: Array.from({ length: 800 }, () => 1) })
  const move = translation({ x: 1, y: 2 })
  assert.deepEqual(motionsOf([shape, line, long], move), [{ id: 's', x: 101, y: 2 }])
  assert.equal(shownDuring([shape, line, long], move).size, 3)
})

test('[WEB-65] copies are dragged with the objects that they carry, and the originals stay', () => {
  const canvas = boardObject('canvas', { id: 'area', x: 0, y: -500, width: 1000, height: 1000 })
  const ink = boardObject('stroke', { id: 'i', targetId: 's', targetType: 'shape' })
  const line = boardObject('connector', { id: 'c', from: { id: 's', anchor: 'top' }, to: { x: 1, y: 1 } } as never)
  const copies = copiesDuring([canvas], [canvas, shape, ink, line], translation({ x: 10, y: 0 }))
  assert.deepEqual([...copies.keys()], ['copy of area', 'copy of s', 'copy of c', 'copy of i'])
  assert.deepEqual((copies.get('copy of c') as { from?: unknown }).from, { id: 'copy of s', anchor: 'top' })
  assert.equal((copies.get('copy of i') as { targetId?: unknown }).targetId, 'copy of s')
  assert.equal((copies.get('copy of s') as { x?: number }).x, 110)
})
