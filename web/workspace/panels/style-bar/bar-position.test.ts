import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barPosition } from './bar-position.ts'

/** The position without the side. */
function positionOf(...args: Parameters<typeof barPosition>) {
  const { x, y } = barPosition(...args)
  return { x, y }
}

const bar = { width: 200, height: 40 }
const desk = { window: { width: 1280, height: 800 }, head: 64, foot: 8, covered: [], neighbors: [], badges: [] }
const panel = { x: 1030, y: 68, width: 240, height: 420 }
const tools = { x: 12, y: 190, width: 46, height: 420 }

test('[WEB-28] the bar is above the selection, or below it if there is no room, and inside the window', () => {
  assert.deepEqual(positionOf(bar, { x: 500, y: 300, width: 100, height: 50 }, desk), { x: 450, y: 224 })
  assert.deepEqual(positionOf(bar, { x: 500, y: 90, width: 100, height: 50 }, desk), { x: 450, y: 176 })
  assert.deepEqual(positionOf(bar, { x: 500, y: 20, width: 100, height: 900 }, desk), { x: 450, y: 752 })
  assert.deepEqual(positionOf(bar, { x: 500, y: 130, width: 100, height: 50 }, { ...desk, head: 80 }), {
    x: 450,
    y: 216,
  })
  assert.deepEqual(positionOf(bar, { x: 1250, y: 300, width: 100, height: 50 }, desk), { x: 1072, y: 224 })
})

test('[WEB-28] the bar avoids panels and toolbars', () => {
  const around = { ...desk, covered: [panel, tools] }
  assert.deepEqual(positionOf(bar, { x: 950, y: 300, width: 200, height: 50 }, around), { x: 822, y: 224 })
  assert.deepEqual(positionOf(bar, { x: 20, y: 300, width: 60, height: 50 }, around), { x: 66, y: 224 })
  assert.deepEqual(positionOf(bar, { x: 950, y: 700, width: 200, height: 50 }, around), { x: 950, y: 624 })
})

test('[WEB-28] on a phone it stays above a bottom sheet', () => {
  const sheet = { x: 0, y: 500, width: 390, height: 344 }
  const phone = {
    window: { width: 390, height: 844 },
    head: 64,
    foot: 132,
    covered: [sheet],
    neighbors: [],
    badges: [],
  }
  assert.deepEqual(positionOf(bar, { x: 100, y: 620, width: 100, height: 50 }, phone), { x: 50, y: 452 })
})

test('[WEB-28] without room beside a cover it is above it, inside the window', () => {
  const button = { x: 10, y: 500, width: 50, height: 50 }
  const phone = {
    window: { width: 390, height: 844 },
    head: 64,
    foot: 132,
    covered: [button],
    neighbors: [],
    badges: [],
  }
  const wide = { width: 360, height: 60 }
  assert.deepEqual(positionOf(wide, { x: 100, y: 620, width: 100, height: 50 }, phone), { x: 8, y: 432 })
})

test('[WEB-81] the bar covers other objects only if there is no other place, and opens menus away from the selection', () => {
  const note = { x: 500, y: 300, width: 100, height: 50 }
  const at = (...neighbors: { x: number; y: number; width: number; height: number }[]) =>
    barPosition(bar, note, { ...desk, neighbors })
  const over = { x: 400, y: 230, width: 400, height: 60 }
  assert.deepEqual(at(), { x: 450, y: 224, side: 'above' })
  assert.deepEqual(at(over), { x: 450, y: 386, side: 'below' })
  assert.deepEqual(at({ ...over, width: 80 }, { ...over, y: 360 }), { x: 500, y: 224, side: 'above' })
  assert.deepEqual(at(over, { ...over, y: 400 }), { x: 450, y: 182, side: 'above' }, 'beyond the neighbor')
  const tall = { ...over, y: 0, height: 290 }
  assert.deepEqual(at(tall, { ...tall, y: 400, height: 300 }), { x: 450, y: 386, side: 'below' }, 'no place is free')
})

test('[WEB-81] the bar keeps clear of comment badges, rather than of a part of another object', () => {
  const note = { x: 500, y: 300, width: 100, height: 50 }
  const badge = { x: 560, y: 240, width: 28, height: 22 }
  const beside = { x: 440, y: 380, width: 30, height: 40 }
  const place = (more: object) => barPosition(bar, note, { ...desk, ...more })
  assert.deepEqual(place({ badges: [badge] }), { x: 450, y: 386, side: 'below' })
  assert.deepEqual(place({ badges: [badge, { ...badge, y: 400 }] }), { x: 450, y: 192, side: 'above' }, 'beyond it')
  assert.equal(place({ badges: [badge], neighbors: [beside] }).side, 'below')
})
