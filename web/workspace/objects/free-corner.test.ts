import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boardObject } from '../testing/board-object.ts'
import { freeCorner } from './free-corner.ts'

test('[WEB-1] a new object is offset from those at the same position', () => {
  const at = { x: 10, y: -20 }
  const beside = (...places: { x: number; y: number }[]) =>
    freeCorner(at, new Map(places.map(place => [`${place.x}`, boardObject('note', place)])))
  assert.deepEqual(beside(), at)
  assert.deepEqual(beside({ x: 10, y: 20 }), at)
  assert.deepEqual(beside({ x: 50, y: 20 }, at), { x: 90, y: 60 })
})
