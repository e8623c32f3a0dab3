import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeOfNew } from './place-object.ts'

test('[WEB-31] what is about to be placed has its point in the middle, a text at its beginning', () => {
  const at = { x: 100.4, y: 200 }
  assert.deepEqual(placeOfNew('note', at), { x: -180, y: 40, width: 560, height: 320 })
  assert.deepEqual(placeOfNew('browser', at), { x: -300, y: -100, width: 800, height: 600 })
  const { x, y, width, height } = placeOfNew('text', at)
  assert.deepEqual([x, y], [100, 200])
  assert.ok(width > 0 && height > width)
})
