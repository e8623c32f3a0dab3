import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeCorner } from './free-corner.ts'

test('[WEB-1] what is placed where something lies already is put a little beside it', () => {
  const at = { x: 10, y: -20 }
  assert.deepEqual(freeCorner(at, []), at)
  assert.deepEqual(freeCorner(at, [{ x: 10, y: 20 }]), at)
  assert.deepEqual(freeCorner(at, [at, { x: 50, y: 20 }]), { x: 90, y: 60 })
})
