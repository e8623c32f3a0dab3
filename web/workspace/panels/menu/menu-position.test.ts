import assert from 'node:assert/strict'
import { test } from 'node:test'
import { menuPosition } from './menu-position.ts'

const menu = { width: 220, height: 300 }
const window = { width: 1280, height: 800 }

test('[WEB-30] the menu is beside the point and inside the window', () => {
  assert.deepEqual(menuPosition(menu, { x: 100, y: 100 }, window), { x: 100, y: 100 })
  assert.deepEqual(menuPosition(menu, { x: 1200, y: 100 }, window), { x: 980, y: 100 })
  assert.deepEqual(menuPosition(menu, { x: 100, y: 700 }, window), { x: 100, y: 492 })
  assert.deepEqual(menuPosition(menu, { x: 120, y: 2 }, { width: 320, height: 200 }), { x: 8, y: 8 })
})
