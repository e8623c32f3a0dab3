import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Drawable, noteColors, themes } from '@tessera/drawing'
import { colorAt, makeLayer, paint, registerFonts } from '@tessera/drawing/testing/paint'
import { aNote, aStroke, sampleBoard } from '@tessera/drawing/testing/sample-objects'
import { createBoardContent } from './board-content.ts'
import { createTilePainter } from './tile-painter.ts'

const size = { width: 700, height: 500 }

/** A painter of these objects with a clock that the test controls; each tile takes `paintMs`. */
function painterOf(given: readonly Drawable[], { paintMs = 0, ratio = 1 } = {}) {
  registerFonts()
  const objects = new Map(given.map(object => [object.id, object]))
  const content = createBoardContent(() => objects)
  const clock = { now: 0 }
  const counts = { painted: 0, layers: 0, overviews: 0 }
  const painter = createTilePainter({
    scene: { theme: 'light', picture: () => null, layer: makeLayer, drawOrderIn: box => content.drawOrderIn(box) },
    canvasPool: {
      take(side) {
        counts.layers++
        return makeLayer(side, side)
      },
      give() {
        counts.layers--
      },
    },
    flush() {
      counts.painted++
      clock.now += paintMs
    },
    bounds: () => content.bounds(),
    now: () => clock.now,
    onOverview: () => counts.overviews++,
  })
  const canvas = makeLayer(size.width * ratio, size.height * ratio)
  const show = (camera: { x: number; y: number; zoom: number }, timeMs: number) => {
    canvas.surface.clearRect(0, 0, size.width * ratio, size.height * ratio)
    return painter.show(canvas.surface, { camera, size, ratio, timeMs })
  }
  /** Paints frame by frame until nothing is left to do. */
  const settle = (camera: { x: number; y: number; zoom: number }, fromMs: number) => {
    let timeMs = fromMs
    while (show(camera, timeMs) !== 'settled') timeMs += 16
    return timeMs
  }
  return { painter, content, objects, counts, canvas: canvas.picture, show, settle }
}

test('tiles show the same as painting the board at once', () => {
  for (const { zoom, ratio } of [
    { zoom: 0.3, ratio: 1 },
    { zoom: 1, ratio: 2 },
    { zoom: 0.07, ratio: 1 },
  ]) {
    const board = sampleBoard()
    const camera = { x: 600, y: 300, zoom }
    const { canvas, settle } = painterOf(board, { ratio })
    settle(camera, 0)
    const whole = paint(board, { camera, ...size, pixelRatio: ratio })
    let different = 0
    for (let y = 3; y < size.height * ratio; y += 11) {
      for (let x = 3; x < size.width * ratio; x += 13) if (colorAt(canvas, x, y) !== colorAt(whole, x, y)) different++
    }
    // Glyphs are aligned to the pixels of their tile, so a few edges differ.
    const looked = (size.width * size.height * ratio * ratio) / 143
    assert.ok(different < looked * 0.02, `${different} of ${looked} differ at ${zoom}`)
  }
})

test('[WEB-9] a pan paints only new tiles', () => {
  const { counts, show, settle } = painterOf(sampleBoard())
  const camera = { x: 0, y: 0, zoom: 0.3 }
  settle(camera, 0)
  const before = counts.painted
  for (let step = 1; step <= 20; step++) show({ ...camera, x: (step * 10) / 0.3 }, 5_000 + step * 16)
  assert.equal(counts.painted, before, 'the tiles around the view were painted ahead')
})

test('[WEB-9] a change repaints the tiles it touches in the same frame', () => {
  const note = aNote({ id: 'n', x: 40, y: 40 })
  const others = Array.from({ length: 40 }, (_, index) => aNote({ x: index * 700, y: 2_000 }))
  const { painter, content, objects, counts, canvas, show, settle } = painterOf([note, ...others])
  const camera = { x: 0, y: 0, zoom: 0.5 }
  settle(camera, 0)
  assert.equal(colorAt(canvas, 30, 60), noteColors.Teal.fill)
  const before = counts.painted
  objects.set('n', { ...note, backgroundColor: 'Gold' })
  painter.repaint(content.change(['n']))
  show(camera, 9_000)
  assert.equal(colorAt(canvas, 30, 60), noteColors.Gold.fill)
  assert.ok(counts.painted - before <= 4, `${counts.painted - before} tiles of the view and the overview`)
})

test('deleted objects leave nothing behind', () => {
  const { painter, content, objects, canvas, settle } = painterOf([
    aNote({ id: 'n', x: 40, y: 40 }),
    aStroke([20, 20, 900, 900], { id: 's', penColor: 'Red', size: 20 }),
  ])
  const camera = { x: 0, y: 0, zoom: 0.5 }
  settle(camera, 0)
  assert.equal(colorAt(canvas, 200, 200), themes.light.pens.Red)
  objects.clear()
  painter.repaint(content.change(['n', 's']))
  settle(camera, 9_000)
  for (const at of [30, 100, 200, 300]) assert.equal(colorAt(canvas, at, at), 'clear')
})

test('[WEB-9] while zooming the existing tiles are scaled, and repainted when the zoom rests', () => {
  const { counts, canvas, show, settle } = painterOf([aNote({ id: 'n', x: 0, y: 0 })])
  settle({ x: 0, y: 0, zoom: 0.5 }, 0)
  const before = counts.painted
  assert.equal(show({ x: 0, y: 0, zoom: 0.6 }, 5_000), 'partly')
  assert.equal(counts.painted, before)
  assert.equal(colorAt(canvas, 300, 100), noteColors.Teal.fill, 'inside the note only at the new zoom')
  show({ x: 0, y: 0, zoom: 0.6 }, 5_200)
  assert.ok(counts.painted > before)
})

test('[WEB-9] painting is limited per frame and continues in the next', () => {
  const { counts, show, settle } = painterOf(sampleBoard(), { paintMs: 10 })
  settle({ x: 0, y: 0, zoom: 0.3 }, 0)
  const before = counts.painted
  assert.equal(show({ x: 0, y: 0, zoom: 3 }, 9_000), 'partly')
  assert.equal(counts.painted - before, 1, 'one tile exceeds the budget of a moving frame')
  show({ x: 0, y: 0, zoom: 3 }, 9_016)
  assert.equal(counts.painted - before, 2)
})

test('areas that are not painted yet come from the overview', () => {
  const { canvas, show, settle } = painterOf(
    [aNote({ id: 'n', x: 0, y: 0 }), aNote({ id: 'far', x: 90_000, y: 0, backgroundColor: 'Red' })],
    { paintMs: 1_000 },
  )
  settle({ x: 0, y: 0, zoom: 1 }, 0)
  show({ x: 89_900, y: -100, zoom: 0.1 }, 9_000)
  const seen = colorAt(canvas, 40, 25)
  assert.notEqual(seen, 'clear')
})

test('distant tiles are released', () => {
  const wide = Array.from({ length: 400 }, (_, index) =>
    aNote({ x: (index % 40) * 600, y: Math.floor(index / 40) * 400 }),
  )
  const { counts, settle } = painterOf(wide)
  let timeMs = 0
  for (let x = 0; x < 20_000; x += 1_000) timeMs = settle({ x, y: 0, zoom: 1 }, timeMs + 1_000)
  assert.ok(counts.layers <= 80, `${counts.layers}`)
})

test('an empty board uses no layers and settles', () => {
  const { counts, settle } = painterOf([])
  settle({ x: 0, y: 0, zoom: 1 }, 0)
  assert.equal(counts.layers, 0)
})
