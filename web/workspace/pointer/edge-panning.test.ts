import assert from 'node:assert/strict'
import { test } from 'node:test'
import { edgePan } from './edge-panning.ts'

test('[WEB-65] dragging near the edge of the view pans it, faster the nearer it is', () => {
  const size = { width: 1_000, height: 600 }
  assert.deepEqual(edgePan({ x: 500, y: 300 }, size), { x: 0, y: 0 })
  assert.deepEqual(edgePan({ x: 14, y: 300 }, size), { x: -7, y: 0 })
  assert.deepEqual(edgePan({ x: 1_200, y: -50 }, size), { x: 14, y: -14 })
})
