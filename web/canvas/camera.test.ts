import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  boardToScreen,
  cameraBetween,
  clearOf,
  fitCamera,
  fitClearOf,
  maxZoom,
  minZoom,
  onEmptyBoard,
  onScreen,
  panCamera,
  revealBox,
  screenToBoard,
  viewBox,
  zoomCamera,
} from './camera.ts'
import { touches } from './spatial-grid.ts'

const camera = { x: 120, y: -40, zoom: 0.5 }
const size = { width: 1200, height: 800 }
const margins = { top: 50, right: 50, bottom: 50, left: 150 }

const isNear = (actual: object, expected: object) => {
  for (const [name, value] of Object.entries(expected)) {
    const got = (actual as Record<string, number>)[name] as number
    assert.ok(Math.abs(got - value) < 1e-6, `${name}: ${got} is not ${value}`)
  }
}

test('[WEB-8] an empty board shows its origin in the middle, and on a phone a note fits into the window', () => {
  assert.deepEqual(onEmptyBoard(size), { x: -1200, y: -800, zoom: 0.5 })
  const phone = { width: 390, height: 844 }
  const seen = viewBox(onEmptyBoard(phone), phone)
  isNear({ x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 }, { x: 0, y: 0 })
  assert.ok(seen.width > 560)
  assert.equal(onEmptyBoard({ width: 0, height: 0 }).zoom, 0.5)
})

test('a point is converted to the screen and back', () => {
  const point = { x: 333, y: -77 }
  assert.deepEqual(boardToScreen(camera, { x: 130, y: -40 }), { x: 5, y: 0 })
  isNear(screenToBoard(camera, boardToScreen(camera, point)), point)
})

test('[WEB-4] the board follows the finger exactly', () => {
  const point = screenToBoard(camera, { x: 300, y: 300 })
  isNear(boardToScreen(panCamera(camera, 17, -9), point), { x: 317, y: 291 })
})

test('[WEB-4] the point under the pointer stays there while zooming, also at the limits', () => {
  const about = { x: 700, y: 133 }
  const below = screenToBoard(camera, about)
  for (const zoom of [0.3, 1, 1000, 0]) {
    const after = zoomCamera(camera, zoom, about)
    assert.ok(after.zoom >= minZoom && after.zoom <= maxZoom)
    isNear(boardToScreen(after, below), about)
  }
  assert.equal(zoomCamera(camera, 1000, about).zoom, maxZoom)
  assert.equal(zoomCamera(camera, 0, about).zoom, minZoom)
})

test('zooming in and out again restores the camera', () => {
  let turned = camera
  for (const factor of [1.3, 1.7, 1 / 1.3, 1 / 1.7]) turned = zoomCamera(turned, turned.zoom * factor, { x: 10, y: 20 })
  isNear(turned, camera)
})

test('a box is fitted and centered within the margins', () => {
  const box = { x: 1000, y: 1000, width: 4000, height: 1000 }
  const after = fitCamera(box, size, margins)
  const [from, to] = [boardToScreen(after, box), boardToScreen(after, { x: 5000, y: 2000 })]
  isNear(from, { x: 150 })
  isNear(to, { x: 1150 })
  assert.ok(Math.abs((from.y + to.y) / 2 - 400) < 1e-6)
  assert.equal(fitCamera({ x: 0, y: 0, width: 10, height: 10 }, size, margins).zoom, 1, 'small things are not blown up')
  assert.equal(fitCamera({ x: 0, y: 0, width: 1e9, height: 1e9 }, size, margins).zoom, minZoom)
})

test('the camera moves only as far as needed to bring something into view', () => {
  const near = { x: 600, y: 200, width: 100, height: 100 }
  assert.deepEqual(revealBox(camera, near, size, margins), camera)
  const right = { x: 4000, y: 200, width: 100, height: 100 }
  const after = revealBox(camera, right, size, margins)
  isNear(boardToScreen(after, { x: 4100, y: 200 }), { x: 1150 })
  assert.equal(after.zoom, camera.zoom)
  const huge = { x: 0, y: 0, width: 90_000, height: 10 }
  assert.ok(revealBox(camera, huge, size, margins).zoom < camera.zoom)
})

test('[WEB-42] a box is placed beside covers, where it is largest, and left alone if nothing covers it', () => {
  const corner = { x: 900, y: 550, width: 300, height: 250 }
  const place = (box: typeof corner) => (free: typeof margins) => fitCamera(box, size, free)
  const wide = { x: 0, y: 0, width: 4000, height: 2000 }
  const beside = clearOf([corner], wide, { size, margins }, place(wide))
  assert.equal(touches(onScreen(beside, wide), corner), false)
  assert.ok(beside.zoom < place(wide)(margins).zoom)
  const to = boardToScreen(beside, { x: 4000, y: 2000 })
  assert.ok(to.y < corner.y && to.x > corner.x, 'above the corner it is larger than beside it')
  const small = { x: 0, y: 0, width: 100, height: 100 }
  assert.deepEqual(clearOf([corner], small, { size, margins }, place(small)), place(small)(margins))
  const strip = { x: 800, y: 0, width: 400, height: 800 }
  const between = clearOf([corner, strip], wide, { size, margins }, place(wide))
  for (const cover of [corner, strip]) assert.equal(touches(onScreen(between, wide), cover), false)
})

test('[WEB-42] beside a covered corner a box moves from the middle only as far as needed', () => {
  const even = { top: 84, right: 84, bottom: 84, left: 84 }
  const corner = { x: 933, y: 620, width: 255, height: 168 }
  const shown = (box: typeof corner) => onScreen(fitClearOf([corner], box, { size, margins: even }), box)
  const plain = (box: typeof corner) => onScreen(fitCamera(box, size, even), box)
  const square = { x: 700, y: -900, width: 3000, height: 3000 }
  assert.deepEqual(shown(square), plain(square), 'clear of it in the very middle')
  for (const ratio of [1.15, 1.2, 1.25, 1.3]) {
    const { x, y, width, height } = shown({ x: 700, y: -900, width: 3000, height: 3000 / ratio })
    isNear({ width, height }, { width: 632 * ratio, height: 632 })
    isNear({ right: x + width, middle: y + height / 2 }, { right: corner.x - 22, middle: 400 })
  }
  const wide = { x: 700, y: -900, width: 4000, height: 2000 }
  const above = shown(wide)
  isNear({ middle: above.x + above.width / 2, bottom: above.y + above.height }, { middle: 600, bottom: corner.y - 22 })
})

test('an animation between two cameras starts at one, ends at the other, and is straight', () => {
  const to = { x: 9000, y: 700, zoom: 4 }
  assert.equal(cameraBetween(camera, to, size, 0), camera)
  assert.equal(cameraBetween(camera, to, size, 1), to)
  const middleOf = (one: typeof camera) => screenToBoard(one, { x: 600, y: 400 })
  const [start, end, half] = [middleOf(camera), middleOf(to), middleOf(cameraBetween(camera, to, size, 0.5))]
  const share = (half.x - start.x) / (end.x - start.x)
  isNear(half, { y: start.y + (end.y - start.y) * share })
  assert.ok(share > 0 && share < 1)
  isNear(cameraBetween(camera, { ...camera, x: 220 }, size, 0.25), { x: 145, y: -40 })
})

test('the camera stays near the board', () => {
  const { x } = panCamera(camera, -1e12, 0)
  assert.ok(x < 2e9)
  assert.deepEqual(viewBox(camera, size), { x: 120, y: -40, width: 2400, height: 1600 })
})
