import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strokeOnObject } from './stroke-on-object.ts'

const frame = { x: 100, y: 50, width: 560, height: 320, scale: 2 }

test('[WEB-15] a stroke completely on an object is relative to its corner, in its units', () => {
  assert.deepEqual(strokeOnObject([100, 50, 300, 150], 10, frame), { points: [0, 0, 100, 50], brushSize: 5 })
  assert.deepEqual(strokeOnObject([1220, 690], 1, frame), { points: [560, 320], brushSize: 1 })
})

test('[WEB-15] a stroke that leaves the object belongs to the board', () => {
  assert.equal(strokeOnObject([110, 60, 99, 60], 10, frame), null)
  assert.equal(strokeOnObject([110, 60, 110, 691], 10, frame), null)
})

test('[WEB-15] a stroke on a rotated object turns back with it', () => {
  const turned = { x: 0, y: 0, width: 200, height: 100, scale: 1, rotation: 90 }
  // The top left corner of the object is now at the top right of its box.
  assert.deepEqual(strokeOnObject([150, -50, 150, 150], 10, turned)?.points, [0, 0, 200, 0])
  assert.equal(strokeOnObject([10, 10, 40, 10], 10, turned), null, 'where the object no longer is')
})
