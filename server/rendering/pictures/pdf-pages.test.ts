import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layOutPdfPages, type PdfLayout, type PdfRegion } from './pdf-pages.ts'

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })
const regionOf = (shown: ReturnType<typeof box>, more: Partial<PdfRegion> = {}): PdfRegion => ({
  box: shown,
  canvases: [],
  objects: [shown],
  ...more,
})
const layOut = (layout: Partial<PdfLayout>, region: PdfRegion) =>
  layOutPdfPages({ pages: 'one', paper: 'fit', padding: 0, ...layout }, region)

test('[PIC-22] a page that fits has the size of its content, 96 units per inch, and at most 200 inches', async () => {
  const shown = box(-100, 50, 960, 480)
  assert.deepEqual(await layOut({}, regionOf(shown)), [{ box: shown, width: 720, height: 360 }])
  const [large] = await layOut({}, regionOf(box(0, 0, 100_000, 50_000)))
  assert.deepEqual([large?.width, large?.height], [14_400, 7_200])
})

test('[PIC-22] paper is in portrait or landscape like the content, with a margin', async () => {
  const sizeOf = async (paper: PdfLayout['paper'], width: number, height: number) => {
    const [page] = await layOut({ paper }, regionOf(box(0, 0, width, height)))
    assert.ok((page?.margin ?? 0) > 20)
    return [page?.width, page?.height]
  }
  assert.deepEqual(await sizeOf('a4', 100, 200), [595.28, 841.89])
  assert.deepEqual(await sizeOf('a4', 200, 100), [841.89, 595.28])
  assert.deepEqual(await sizeOf('letter', 200, 100), [792, 612])
})

test('[PIC-23] one page per canvas: those with a number first, the others row by row, each with its name and padding', async () => {
  const canvases = [
    { ...box(2_000, 10, 500, 400), name: 'top right' },
    { ...box(0, 1_000, 500, 400), name: 'bottom', slide: null },
    { ...box(1_000, 90, 500, 400), name: 'top left' },
    { ...box(0, 5_000, 500, 400), name: 'second', slide: 2 },
    { ...box(0, 6_000, 500, 400), name: 'first', slide: 1 },
  ]
  const pages = await layOut({ pages: 'canvases', padding: 32 }, regionOf(box(0, 0, 9_000, 9_000), { canvases }))
  assert.deepEqual(
    pages.map(page => page.name),
    ['first', 'second', 'top left', 'top right', 'bottom'],
  )
  assert.deepEqual(pages[2]?.box, box(968, 58, 564, 464))
})

test('[PIC-23] a board without canvases is one page', async () => {
  const shown = box(0, 0, 400, 300)
  assert.deepEqual(await layOut({ pages: 'canvases' }, regionOf(shown)), await layOut({}, regionOf(shown)))
})

test('[PIC-24] sheets cover the whole region at natural size, and neighbors overlap', async () => {
  const shown = box(-500, -700, 1_900, 1_900)
  const pages = await layOut({ pages: 'tiles', paper: 'a4' }, regionOf(shown))
  assert.deepEqual(
    pages.map(page => page.name),
    ['A1', 'A2', 'A3', 'B1', 'B2', 'B3'],
  )
  const [first, second] = [pages[0], pages[1]]
  assert.ok(first && second)
  const scale = (first.width - 2 * (first.margin ?? 0)) / first.box.width
  assert.ok(Math.abs(scale - 0.75) < 1e-9)
  const overlap = first.box.x + first.box.width - second.box.x
  assert.ok(Math.abs(overlap * scale - (first.overlap?.right ?? 0)) < 1e-6)
  assert.deepEqual([first.overlap?.left, first.overlap?.top, second.overlap?.left], [0, 0, first.overlap?.right])
  const last = pages.at(-1)
  assert.ok(last && first.box.x <= shown.x && first.box.y <= shown.y)
  assert.ok(last.box.x + last.box.width >= shown.x + shown.width)
  assert.ok(last.box.y + last.box.height >= shown.y + shown.height)
})

test('[PIC-24] empty sheets are omitted, and a region for more than 200 sheets is drawn smaller', async () => {
  const far = regionOf(box(0, 0, 20_000, 200), { objects: [box(0, 0, 100, 100), box(19_900, 0, 100, 100)] })
  const sheets = await layOut({ pages: 'tiles', paper: 'letter' }, far)
  assert.equal(sheets.length, 2)
  assert.equal(sheets[0]?.name, 'A1')
  const many = await layOut({ pages: 'tiles', paper: 'fit' }, regionOf(box(0, 0, 100_000, 100_000)))
  assert.ok(many.length <= 200 && many.length > 100)
})

test('[PIC-24] a region that fits on one sheet is one sheet, without overlap', async () => {
  const [only, ...more] = await layOut({ pages: 'tiles', paper: 'a4' }, regionOf(box(0, 0, 600, 300)))
  assert.deepEqual(more, [])
  assert.deepEqual(only?.overlap, { left: 0, top: 0, right: 0, bottom: 0 })
})
