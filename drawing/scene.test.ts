import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import type { Drawable } from './drawable.ts'
import { inkOnBoard } from './ink-on-board.ts'
import { canvasColors, documentColors, hostColors, noteColors, paper, penColors, themes } from './palette.ts'
import { paintedBounds } from './renderers.ts'
import { drawScene } from './scene.ts'
import type { Surface } from './surface.ts'
import { colorAt, countOf, drawnBox, makeLayer, paint } from './testing/paint.ts'
import {
  aBrowser,
  aCanvas,
  aConnector,
  aDocument,
  aNote,
  anImage,
  aShape,
  aStroke,
  aText,
  sampleBoard,
} from './testing/sample-objects.ts'

const solid = (width: number, height: number, color: string) => {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = color
  context.fillRect(0, 0, width, height)
  return canvas
}

test('the contexts of the browser are surfaces as they are', () => {
  const accept = (surface: Surface) => surface
  const check = (screen: CanvasRenderingContext2D, offscreen: OffscreenCanvasRenderingContext2D) => [
    accept(screen),
    accept(offscreen),
  ]
  assert.equal(check.length, 2)
  assert.ok(accept(makeLayer(1, 1).surface))
})

test('every kind is drawn within what it says it paints, near and far, in light and dark', () => {
  const margin = 20
  const views = [
    { theme: 'light', zoom: 0.5, picture: () => null },
    { theme: 'light', zoom: 0.25, picture: () => solid(64, 64, '#123456') },
    { theme: 'dark', zoom: 0.05, picture: () => null },
    { theme: 'light', zoom: 0.012, picture: () => solid(64, 64, '#123456') },
  ] as const
  for (const object of sampleBoard().filter(({ kind }) => kind !== 'stroke')) {
    for (const { theme, zoom, picture } of views) {
      const { x, y, width, height } = paintedBounds(object)
      const camera = { x: x - margin / zoom, y: y - margin / zoom, zoom }
      const size = { width: Math.ceil(width * zoom + 2 * margin), height: Math.ceil(height * zoom + 2 * margin) }
      const drawn = drawnBox(paint([object], { camera, ...size, theme, picture }))
      assert.ok(drawn, `${object.kind} is not to be seen at ${zoom}`)
      assert.ok(drawn.x >= margin - 1 && drawn.y >= margin - 1, object.kind)
      assert.ok(drawn.x + drawn.width <= margin + width * zoom + 1, object.kind)
      assert.ok(drawn.y + drawn.height <= margin + height * zoom + 1, object.kind)
    }
  }
})

test('the colors are those of the palette', () => {
  const at = (object: Drawable, x: number, y: number, more = {}) =>
    colorAt(paint([object], { width: 900, height: 700, ...more }), x, y)
  assert.equal(at(aNote(), 20, 160), noteColors.Teal.fill)
  assert.equal(at(aNote({ backgroundColor: 'Gold' }), 280, 317), noteColors.Gold.edge)
  assert.equal(at(aText({ width: 200, height: 100 }), 100, 50), '#ea3e35')
  assert.equal(at(aText({ width: 200, height: 100, backgroundColor: '#00000080' }), 100, 50), '#000000 128')
  assert.equal(at(aText({ width: 200, height: 100, backgroundColor: '#0f08' }), 100, 50), '#00ff00 136')
  assert.equal(at(aCanvas({ borderColor: 'Blue' }), 2, 600), canvasColors.Blue.fill)
  assert.equal(at(aCanvas(), 500, 600, { theme: 'dark' }), themes.dark.ground)
  assert.equal(at(aDocument(), 23, 36), documentColors.pdf.fill)
  assert.equal(at(aDocument(), 20, 600), paper)
  assert.equal(at(anImage(), 100, 100), themes.light.placeholder)
  assert.equal(at(aStroke([10, 10, 90, 10], { penColor: 'Red' }), 50, 10), themes.light.pens.Red)
  assert.equal(at(aStroke([10, 10]), 10, 10), themes.light.pens.White, 'a dot')
})

test('text is drawn with the ink of its note and in its own color', () => {
  const size = { width: 560, height: 320 }
  const written = paint([aNote({ text: 'MMMM', fontWeight: 'bold' })], size)
  assert.ok(countOf(written, noteColors.Teal.ink) > 1_000)
  assert.equal(countOf(paint([aNote({ text: '' })], size), noteColors.Teal.ink), 0)
  assert.ok(countOf(paint([aText({ text: 'MMMM', fontColor: '#00ff00' })], size), '#00ff00') > 1_000)
})

test('pictures are drawn if there are any: whole in a document, filling the window of a browser', () => {
  const asked: [string, number][] = []
  const picture = (key: string, pixels: number) => {
    asked.push([key, pixels])
    const canvas = solid(512, 384, '#00ff00')
    const context = canvas.getContext('2d')
    context.fillStyle = '#0000ff'
    context.fillRect(400, 0, 112, 384)
    return canvas
  }
  const scene = { width: 900, height: 1200, picture, pixelRatio: 2 }
  const image = paint([anImage({ id: 'i' })], scene)
  assert.deepEqual([colorAt(image, 20, 20), colorAt(image, 1560, 1000)], ['#00ff00', '#0000ff'])
  const browser = paint([aBrowser({ id: 'b' })], scene)
  assert.deepEqual([colorAt(browser, 20, 300), colorAt(browser, 1580, 300)], ['#00ff00', '#0000ff'])
  assert.equal(colorAt(browser, 20, 1180), themes.light.panel, 'its title and host are below')
  const frameless = paint([aBrowser({ id: 'f', frameless: true })], scene)
  assert.equal(colorAt(frameless, 2, 2), '#00ff00')
  paint([aDocument({ id: 'closed' })], scene)
  const document = paint([aDocument({ id: 'd', page: 3, pages: 9 })], scene)
  assert.deepEqual([colorAt(document, 20, 1200), colorAt(document, 1600, 1200)], ['#00ff00', '#0000ff'])
  assert.deepEqual(asked, [
    ['i', 1600],
    ['b', 1600],
    ['f', 1600],
    ['closed/1', 1632],
    ['d/3', 1632],
  ])
})

test('a page without a picture shows its icon or an initial, its title and its host', () => {
  const scene = { width: 900, height: 700, picture: () => solid(64, 64, '#00ff00') }
  const still = (shows: 'icon' | 'nothing', title = 'A title') =>
    paint([aBrowser({ id: 'b', preview: { title, shows } })], scene)
  assert.ok(countOf(still('icon'), '#00ff00') > 10_000, 'the icon in the middle')
  assert.equal(colorAt(still('icon'), 20, 300), themes.light.panel)
  assert.equal(countOf(still('nothing'), '#00ff00'), 0)
  const tones = hostColors.filter(tone => countOf(still('nothing'), tone) > 5_000)
  assert.equal(tones.length, 1, 'one tile, in the tone of its host')
  assert.ok(
    countOf(still('nothing', 'MMMMMMMM'), themes.light.text) > countOf(still('nothing', 'i'), themes.light.text),
  )
})

test('objects lie above each other by age, canvases below all', () => {
  const [old, young] = [aNote({ id: '1', backgroundColor: 'Red' }), aNote({ id: '2', backgroundColor: 'Blue', x: 100 })]
  const canvas = paint([young, aCanvas({ id: '3' }), old])
  assert.equal(colorAt(canvas, 50, 160), noteColors.Red.fill)
  assert.equal(colorAt(canvas, 200, 160), noteColors.Blue.fill)
})

test('an eraser removes strokes and nothing else', () => {
  const note = aNote()
  const line = aStroke([0, 100, 400, 100], { size: 20, penColor: 'Red' })
  const eraser = aStroke([200, 0, 200, 300], { size: 40, brushType: 'Eraser' })
  const later = aStroke([0, 200, 400, 200], { size: 20, penColor: 'Green' })
  for (const pixelRatio of [1, 2]) {
    const canvas = paint([note, line, eraser, later], { pixelRatio })
    const at = (x: number, y: number) => colorAt(canvas, x * pixelRatio, y * pixelRatio)
    assert.equal(at(50, 100), themes.light.pens.Red)
    assert.equal(at(350, 100), themes.light.pens.Red)
    assert.equal(at(200, 100), noteColors.Teal.fill)
    assert.equal(at(200, 200), themes.light.pens.Green, 'what was drawn after it stays')
  }
})

test('an eraser on an object leaves the ink of others and of the board alone', () => {
  const [one, other] = [aNote({ id: '1' }), aNote({ id: '2', y: 330 })]
  const lines = ['1', '2'].map(targetId => aStroke([0, 100, 400, 100], { size: 20, penColor: 'Red', targetId }))
  const rubbed = aStroke([200, 0, 200, 300], { size: 40, brushType: 'Eraser', targetId: '1' })
  const board = aStroke([0, 150, 400, 150], { size: 20, penColor: 'Cyan' })
  const canvas = paint([one, other, ...lines, rubbed, board], { height: 700 })
  assert.equal(colorAt(canvas, 100, 100), themes.light.pens.Red)
  assert.equal(colorAt(canvas, 200, 100), noteColors.Teal.fill)
  assert.equal(colorAt(canvas, 200, 430), themes.light.pens.Red)
  assert.equal(colorAt(canvas, 200, 150), themes.light.pens.Cyan)
})

test('[STR-6] the ink on an object depends on its fill and not on the theme, the ink on the board on the theme', () => {
  const at = (target: Drawable | null, theme: 'light' | 'dark') => {
    const stroke = aStroke([50, 50, 90, 50], { targetId: target?.id ?? null })
    return colorAt(paint(target ? [target, stroke] : [stroke], { theme }), 70, 50)
  }
  const inBoth = (target: Drawable | null) => [at(target, 'light'), at(target, 'dark')]
  const { light, dark } = themes
  assert.deepEqual(inBoth(null), [light.pens.White, dark.pens.White])
  assert.deepEqual(inBoth(aNote()), [light.pens.White, light.pens.White])
  assert.deepEqual(inBoth(aShape({ fill: '#ffffff' })), [light.pens.White, light.pens.White])
  assert.deepEqual(inBoth(aShape({ fill: '#101828' })), [dark.pens.White, dark.pens.White])
  assert.deepEqual(inBoth(aShape({ fill: 'none' })), [light.pens.White, dark.pens.White])
  assert.deepEqual(inBoth(anImage()), [penColors.White, penColors.White], 'on a picture it is the same everywhere')
})

test('[STR-6] a stroke across the board has the ink for what is below each part of it, cut by an eraser or not', () => {
  const note = aNote({ id: '1', x: 100, y: 0 })
  const black = aShape({ id: '2', x: 300, y: 20, width: 100, height: 80, fill: '#000000', borderColor: 'none' })
  const line = aStroke([0, 50, 400, 50], { id: '3', size: 10 })
  const eraser = aStroke([250, 0, 250, 100], { id: '4', brushType: 'Eraser', size: 10 })
  const { light, dark } = themes
  for (const theme of ['light', 'dark'] as const)
    for (const objects of [
      [note, black, line],
      [note, black, line, eraser],
    ]) {
      const canvas = paint(objects, { theme })
      assert.equal(colorAt(canvas, 50, 50), themes[theme].pens.White, 'the board')
      assert.equal(colorAt(canvas, 200, 50), light.pens.White, 'the note')
      assert.equal(colorAt(canvas, 350, 50), dark.pens.White, 'the dark shape on the note')
    }
})

test('[STR-6] a highlighter is translucent: dark text below it stays dark, and crossing itself it gets no darker', () => {
  const crossing = [20, 50, 380, 50, 380, 90, 200, 90, 200, 10]
  const marker = aStroke(crossing, { size: 20, penColor: 'Yellow', brushType: 'Highlighter' })
  const text = aShape({ x: 100, y: 40, width: 20, height: 20, fill: '#1f2937', borderColor: 'none' })
  for (const theme of ['light', 'dark'] as const) {
    const canvas = paint([text, marker], { theme })
    const marked = colorAt(canvas, 300, 50)
    assert.ok(marked !== themes[theme].board && marked !== themes[theme].pens.Yellow, marked)
    assert.equal(colorAt(canvas, 200, 50), marked)
  }
  const dark = colorAt(paint([text, marker], { theme: 'light' }), 110, 50)
  assert.ok(Number.parseInt(dark.slice(1, 3), 16) < 0x40, `as dark as the text: ${dark}`)
})

test('a connector and a shape without fill follow the theme, a filled shape does not', () => {
  const ink = '#1f2937'
  const onDark = inkOnBoard(ink, themes.dark)
  const shown = (objects: Drawable[], theme: 'light' | 'dark') => {
    const canvas = paint(objects, { theme })
    return [countOf(canvas, ink) > 20, countOf(canvas, onDark) > 20]
  }
  const line = aConnector(
    [
      [10, 50],
      [300, 50],
    ],
    { width: 8 },
  )
  const empty = aShape({ fill: 'none', borderWidth: 8, text: 'MMMM', fontWeight: 'bold' })
  for (const object of [
    line,
    empty,
    aConnector(
      [
        [200, 50],
        [210, 50],
      ],
      { label: 'MMMMMMMM', width: 2 },
    ),
  ]) {
    assert.deepEqual(shown([object], 'light'), [true, false])
    assert.deepEqual(shown([object], 'dark'), [false, true])
  }
  assert.deepEqual(shown([aShape({ borderWidth: 8, text: 'M' })], 'dark'), [true, false])
})

test('a stroke on something that is not there is not drawn', () => {
  assert.equal(drawnBox(paint([aStroke([10, 10, 90, 90], { targetId: 'gone' })])), null)
})

test('the layer for strokes may be the same one every time', () => {
  const shared = makeLayer(800, 800)
  const asked: number[][] = []
  const layer = (width: number, height: number) => {
    asked.push([width, height])
    return shared
  }
  const eraser = aStroke([110, 195, 140, 195], { id: 'z', size: 4, brushType: 'Eraser' })
  const first = paint([aStroke([100, 100, 200, 200]), eraser], { layer })
  const again = paint([aStroke([100, 200, 200, 100]), eraser], { layer })
  assert.equal(colorAt(first, 150, 150), themes.light.pens.White)
  assert.equal(colorAt(first, 180, 120), 'clear')
  assert.equal(colorAt(again, 180, 120), themes.light.pens.White)
  assert.equal(colorAt(again, 120, 120), 'clear', 'nothing is left of the scene before')
  assert.ok(
    asked.every(([width = 0, height = 0]) => width <= 112 && height <= 112),
    `${asked}`,
  )
})

test('objects far from the origin are drawn as exactly as near it', () => {
  for (const x of [0, 987_654_321, -1_000_000_000]) {
    const objects = [aNote({ x, y: x }), aStroke([x + 10, x + 30, x + 90, x + 30], { penColor: 'Red' })]
    const canvas = paint(objects, { camera: { x: x - 10.5, y: x - 10.5, zoom: 2 } })
    assert.equal(colorAt(canvas, 22, 200), noteColors.Teal.fill)
    assert.equal(colorAt(canvas, 100, 81), themes.light.pens.Red)
    assert.equal(colorAt(canvas, 100, 93), noteColors.Teal.fill)
  }
})

test('what is out of view is not drawn, and its picture not requested', () => {
  const asked: string[] = []
  const picture = (key: string) => {
    asked.push(key)
    return null
  }
  const images = [anImage({ id: 'in' }), anImage({ id: 'left', x: -900 }), anImage({ id: 'below', y: 401 })]
  paint(images, { picture })
  assert.deepEqual(asked, ['in'])
})

test('[WEB-24] zoomed out there are bars instead of text, and the name of a canvas lies below the objects', () => {
  const note = aNote({ text: 'a text of some length' })
  const far = paint([note], { camera: { x: 0, y: 0, zoom: 0.05 } })
  assert.equal(colorAt(far, 1, 1), noteColors.Teal.fill)
  assert.notEqual(colorAt(far, 14, 5), noteColors.Teal.fill)
  const canvas = aCanvas({ width: 4000, height: 4000 })
  const camera = { x: 0, y: -1000, zoom: 0.05 }
  const named = paint([canvas, note], { camera })
  assert.equal(colorAt(named, 1, 51), noteColors.Teal.fill, 'the note in the corner')
  assert.equal(colorAt(named, 2, 47), canvasColors.Red.fill, 'the name above it')
  const covered = paint([canvas, aNote({ y: -320 })], { camera })
  assert.equal(colorAt(covered, 2, 47), noteColors.Teal.fill)
  const near = paint([aCanvas(), note], { camera: { x: 0, y: -100, zoom: 0.4 } })
  assert.equal(colorAt(near, 100, 35), 'clear')
})

test('[WEB-96] text is drawn as text from six pixels on, also in a small note; smaller text is drawn as bars', () => {
  const inks = (text: string, zoom: number) => {
    const canvas = paint([aNote({ text })], { camera: { x: 0, y: 0, zoom } })
    return [countOf(canvas, noteColors.Teal.bars) > 0, countOf(canvas, noteColors.Teal.fill) > 0]
  }
  const long = 'A long text that only fits on the paper in small letters. '.repeat(4)
  assert.deepEqual(inks('MM', 0.1), [false, true])
  assert.deepEqual(inks(long, 0.1), [true, true])
})

test('the board has the color of the theme, with or without a grid', () => {
  for (const theme of ['light', 'dark'] as const) {
    const plain = paint([], { theme, background: 'plain' })
    const dotted = paint([], { theme, background: 'grid', camera: { x: -20, y: -20, zoom: 1 } })
    assert.equal(colorAt(plain, 20, 20), themes[theme].board)
    assert.equal(colorAt(dotted, 20, 20), themes[theme].grid)
    assert.equal(colorAt(dotted, 30, 30), themes[theme].board)
  }
})

test('the state of the surface is restored', () => {
  const { surface } = makeLayer(100, 100)
  surface.setTransform(2, 0, 0, 2, 5, 6)
  surface.fillStyle = '#ff0000'
  const camera = { x: 0, y: 0, zoom: 0.02 }
  const options = { camera, width: 50, height: 50, theme: 'dark', background: 'grid', picture: () => null } as const
  drawScene(surface, sampleBoard(), { ...options, layer: makeLayer })
  const { a, d, e, f } = surface.getTransform()
  assert.deepEqual([a, d, e, f, surface.fillStyle], [2, 2, 5, 6, '#ff0000'])
})
