import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minimapToBoard } from './minimap.ts'

test('[WEB-4] a point of the minimap is converted to the board', () => {
  const shown = { x: -1_000, y: 500, width: 4_000, height: 1_000 }
  const size = { width: 200, height: 140 }
  assert.deepEqual(minimapToBoard(shown, size, { x: 100, y: 70 }), { x: 1_000, y: 1_000 })
  assert.deepEqual(minimapToBoard(shown, size, { x: 0, y: 45 }), { x: -1_000, y: 500 }, 'centred in what is left')
  assert.deepEqual(minimapToBoard(shown, size, { x: 200, y: 95 }), { x: 3_000, y: 1_500 })
})
