import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barPosition } from './bar-position.ts'

const bar = { width: 200, height: 40 }
const desk = { window: { width: 1280, height: 800 }, head: 64, foot: 8, covered: [] }
const inspector = { x: 1030, y: 68, width: 240, height: 420 }
const tools = { x: 12, y: 190, width: 46, height: 420 }

test('[WEB-28] the bar is above the selection, or below it if there is no room, and inside the window', () => {
  assert.deepEqual(barPosition(bar, { x: 500, y: 300, width: 100, height: 50 }, desk), { x: 450, y: 242 })
  assert.deepEqual(barPosition(bar, { x: 500, y: 90, width: 100, height: 50 }, desk), { x: 450, y: 158 })
  assert.deepEqual(barPosition(bar, { x: 500, y: 20, width: 100, height: 900 }, desk), { x: 450, y: 752 })
  assert.deepEqual(barPosition(bar, { x: 500, y: 130, width: 100, height: 50 }, { ...desk, head: 80 }), {
    x: 450,
    y: 198,
  })
  assert.deepEqual(barPosition(bar, { x: 1250, y: 300, width: 100, height: 50 }, desk), { x: 1072, y: 242 })
})

test('[WEB-28] the bar avoids panels and toolbars', () => {
  const around = { ...desk, covered: [inspector, tools] }
  assert.deepEqual(barPosition(bar, { x: 950, y: 300, width: 200, height: 50 }, around), { x: 822, y: 242 })
  assert.deepEqual(barPosition(bar, { x: 20, y: 300, width: 60, height: 50 }, around), { x: 66, y: 242 })
  assert.deepEqual(barPosition(bar, { x: 950, y: 700, width: 200, height: 50 }, around), { x: 950, y: 642 })
})

test('[WEB-28] on a phone it stays above a bottom sheet', () => {
  const sheet = { x: 0, y: 500, width: 390, height: 344 }
  const phone = { window: { width: 390, height: 844 }, head: 64, foot: 132, covered: [sheet] }
  assert.deepEqual(barPosition(bar, { x: 100, y: 620, width: 100, height: 50 }, phone), { x: 50, y: 452 })
})

test('[WEB-28] without room beside a cover it is above it, inside the window', () => {
  const button = { x: 10, y: 500, width: 50, height: 50 }
  const phone = { window: { width: 390, height: 844 }, head: 64, foot: 132, covered: [button] }
  const wide = { width: 360, height: 60 }
  assert.deepEqual(barPosition(wide, { x: 100, y: 580, width: 100, height: 50 }, phone), { x: 8, y: 432 })
})
