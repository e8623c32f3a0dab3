import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shapeForms } from '@tessera/contract/kinds/shape'
import { boxOfPoints, isInside } from './path.ts'
import { cornersOf } from './rotation.ts'
import { shapeBoundary, shapeTextBox } from './shape-outline.ts'

const sizes = [
  { width: 240, height: 160 },
  { width: 120, height: 120 },
  { width: 600, height: 60 },
  { width: 60, height: 600 },
  { width: 1, height: 1 },
  { width: 1_000_000, height: 3 },
]

test('the outline of every form is closed and fills its box, whatever its size', () => {
  for (const form of shapeForms) {
    for (const size of sizes) {
      const boundary = shapeBoundary(form, size)
      assert.deepEqual(boundary.at(-1), boundary[0], form)
      const box = boxOfPoints(boundary)
      const name = `${form} ${size.width} × ${size.height}: ${JSON.stringify(box)}`
      assert.ok(box.x >= -0.01 * size.width && box.y >= -0.01 * size.height, name)
      assert.ok(box.width >= size.width * 0.97 && box.width <= size.width * 1.01, name)
      assert.ok(box.height >= size.height * 0.97 && box.height <= size.height * 1.01, name)
    }
  }
})

test('the place for text lies inside every form, whatever its size', () => {
  for (const form of shapeForms) {
    for (const size of sizes) {
      const boundary = shapeBoundary(form, size)
      const box = shapeTextBox(form, size)
      assert.ok(box.width > 0 && box.height > 0, form)
      for (const corner of cornersOf(box)) {
        assert.ok(isInside(boundary, corner), `${form} ${size.width} × ${size.height}: ${JSON.stringify(corner)}`)
      }
    }
  }
})
