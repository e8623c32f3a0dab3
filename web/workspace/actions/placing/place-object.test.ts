import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boardObject } from '../../testing/board-object.ts'
import { boxOfNewObject } from './place-object.ts'

const onBoard = (...objects: ReturnType<typeof boardObject>[]) => new Map(objects.map(object => [object.id, object]))

test('[WEB-31] a new object is centered on the point, a text starts at it', () => {
  const at = { x: 100.4, y: 200 }
  assert.deepEqual(boxOfNewObject('note', at, onBoard()), { x: -180, y: 40, width: 560, height: 320 })
  assert.deepEqual(boxOfNewObject('browser', at, onBoard()), { x: -300, y: -100, width: 800, height: 600 })
  const { x, y, width, height } = boxOfNewObject('text', at, onBoard())
  assert.deepEqual([x, y], [100, 200])
  assert.ok(width > 0 && height > width)
})

test('[WEB-31] a new object is offset from one at the same position', () => {
  const at = { x: 100, y: 200 }
  const there = onBoard(boardObject('note', { x: -180, y: 40 }), boardObject('canvas', { x: -140, y: 80 }))
  assert.deepEqual(boxOfNewObject('note', at, there), { x: -100, y: 120, width: 560, height: 320 })
})
