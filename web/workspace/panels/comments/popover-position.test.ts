import assert from 'node:assert/strict'
import { test } from 'node:test'
import { popoverPosition } from './popover-position.ts'

const room = { x: 10, y: 60, width: 1_000, height: 700 }
const popover = { width: 320, height: 400 }

test('[WEB-100] comments stand right of their object, else left of it, and inside the window', () => {
  const at = (x: number, y: number, width = 200) => popoverPosition({ x, y, width, height: 100 }, popover, room)
  assert.deepEqual(at(100, 200), { x: 348, y: 188 })
  assert.deepEqual(at(700, 200), { x: 368, y: 188 })
  assert.deepEqual(at(100, 200, 900), { x: 690, y: 188 }, 'over an object that fills the window')
  assert.deepEqual(at(100, 600), { x: 348, y: 360 })
  assert.deepEqual(at(100, -900), { x: 348, y: 60 })
  assert.deepEqual(at(-900, 200), { x: 10, y: 188 })
})
