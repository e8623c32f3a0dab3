import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cameraMoveFor } from './camera-keys.ts'
import { interpretWheel } from './wheel.ts'

const turn = (deltaX: number, deltaY: number, more = {}) => ({
  deltaX,
  deltaY,
  deltaMode: 0,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...more,
})

test('[WEB-4] a trackpad and a wheel pan, with Shift a wheel pans horizontally', () => {
  assert.deepEqual(interpretWheel(turn(3, 10), 900), { panX: -3, panY: -10 })
  assert.deepEqual(interpretWheel(turn(0, 100, { shiftKey: true }), 900), { panX: -100, panY: 0 })
  assert.deepEqual(interpretWheel(turn(0, 3, { deltaMode: 1 }), 900), { panX: -0, panY: -60 })
  assert.deepEqual(interpretWheel(turn(0, 1, { deltaMode: 2 }), 900), { panX: -0, panY: -900 })
})

test('a pinch zooms with the fingers, a wheel notch with Control by about a fifth', () => {
  const factor = (deltaY: number) => {
    const meaning = interpretWheel(turn(0, deltaY, { ctrlKey: true }), 900)
    return 'zoomBy' in meaning ? meaning.zoomBy : 0
  }
  assert.ok(Math.abs(factor(-100) - 1.2) < 0.01)
  assert.ok(Math.abs(factor(-100) * factor(100) - 1) < 1e-9)
  assert.ok(factor(-1) > 1.005 && factor(-1) < 1.02)
})

test('a mouse wheel zooms if that option is set, a trackpad still pans', () => {
  assert.ok('zoomBy' in interpretWheel(turn(0, 120), 900, true))
  assert.ok('panX' in interpretWheel(turn(0, 7.5), 900, true))
  assert.ok('panX' in interpretWheel(turn(12, 120), 900, true))
})

const key = (name: string, more = {}) => ({
  key: name,
  code: name,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
})

test('[WEB-4] keys pan, zoom and fit', () => {
  assert.deepEqual(cameraMoveFor(key('ArrowRight')), { pan: [-80, 0] })
  assert.deepEqual(cameraMoveFor(key('ArrowUp', { shiftKey: true })), { pan: [0, 400] })
  assert.deepEqual(cameraMoveFor(key('+')), { zoom: 1.25 })
  assert.deepEqual(cameraMoveFor(key('!', { code: 'Digit1', shiftKey: true })), { to: 'fit' })
  assert.deepEqual(cameraMoveFor(key('0', { ctrlKey: true })), { to: 'actual' })
  assert.equal(cameraMoveFor(key('a')), null)
  assert.equal(cameraMoveFor(key('ArrowLeft', { altKey: true })), null, 'the way back in the browser')
})
