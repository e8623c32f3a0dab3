// Pictures of a board compared with what a real browser paints: the PNG with the board on the screen, and the SVG, opened
// in the browser, with the PNG.

import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { shapeForms } from '@tessera/contract/kinds/shape'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { drawPicture } from '../server/rendering/drawing/draw-picture.ts'
import { type World, world } from '../server/testing/world.ts'
import { desk, objectsOf, openBoard } from './board-page.ts'
import { openPage, timeoutMs } from './browser.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-pictures-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** The window shows the board around its center, at 100%. */
const shown = { x: -desk.width / 2, y: -desk.height / 2, ...desk }

const fonts = ['Dosis', 'Helvetica', 'Times New Roman', 'Source Code Pro', 'Aleo', 'Exo 2'] as const
const caps = ['none', 'arrow', 'triangle', 'circle', 'diamond', 'bar'] as const
const create = (kind: string, data: object, ref?: string) => ({ op: 'create', kind, data, ...(ref && { ref }) })
const column = (index: number, width: number) => shown.x + 20 + index * width

/** Every kind and style, in the part that is shown. */
const board = [
  create('canvas', { x: shown.x + 10, y: -360, width: 620, height: 330, name: 'Łódź & more' }),
  create('note', { x: -600, y: -310, scale: 0.5, text: 'Who joins the **workshop** on Thursday, from Łódź?' }, 'a'),
  create('note', { x: -290, y: -310, scale: 0.5, text: '- one\n- two', backgroundColor: 'Gold', rotation: 8 }, 'b'),
  create('stroke', { targetId: { ref: 'a' }, points: [60, 260, 500, 240], penColor: 'Red', brushSize: 14 }),
  create('browser', { x: 40, y: -380, width: 300, height: 230, url: 'https://www.example.org/a/path' }),
  ...fonts.map((fontFamily, index) =>
    create('text', {
      ...{ x: 380, y: -390 + index * 48, text: `${fontFamily} AVATo fi`, fontFamily, fontSize: 26 },
      ...{ fontWeight: index % 2 ? 'bold' : 'normal', fontStyle: index % 3 ? 'normal' : 'italic' },
      backgroundColor: index > 3 ? '#00000000' : '#2b323d',
      fontColor: index > 3 ? '#1f2937' : '#ffffff',
    }),
  ),
  ...shapeForms.map((form, index) =>
    create(
      'shape',
      {
        ...{ form, x: column(index % 8, 155), y: 0 + Math.floor(index / 8) * 120, width: 120, height: 90 },
        ...{ text: form, fontSize: 16, rotation: index * 5, borderWidth: 1 + (index % 4) },
        ...{ borderStyle: (['solid', 'dashed', 'dotted'] as const)[index % 3], fill: index % 5 ? '#ffffff' : 'none' },
      },
      form,
    ),
  ),
  create('connector', { from: { id: { ref: 'a' } }, to: { id: { ref: 'b' } }, label: 'then', path: 'curve' }),
  create('connector', { from: { id: { ref: 'b' } }, to: { id: { ref: 'cloud' } }, color: '#c92a2a', width: 4 }),
  ...caps.map((cap, index) =>
    create('connector', {
      ...{ from: { x: 0, y: 140 + index * 20 }, to: { x: 200, y: 150 + index * 20 }, path: 'straight' },
      ...{ startCap: cap, endCap: caps[5 - index], line: (['solid', 'dashed', 'dotted'] as const)[index % 3] },
    }),
  ),
  create('stroke', { points: [260, 160, 380, 260, 500, 150, 620, 250], penColor: 'Green', brushSize: 16 }),
  create('stroke', { points: [240, 200, 630, 200], penColor: 'Yellow', brushSize: 40, brushType: 'Highlighter' }),
  create('stroke', { points: [440, 120, 440, 260], brushSize: 30, brushType: 'Eraser' }),
  create('stroke', { points: [-600, 280, -300, 320, 100, 290, 500, 330], penColor: 'White', brushSize: 10 }),
  // In the middle of the window when it is opened by its id.
  create('shape', { x: -10, y: -10, width: 20, height: 20, fill: '#ff00ff', borderWidth: 0 }, 'middle'),
]

async function aBoard(): Promise<{ made: World; middle: string }> {
  const made = await world()
  const { results } = await made.ann.objects.change(made.board, { changes: board as never })
  const { shape } = results.at(-1) as unknown as { shape: { id: string } }
  return { made, middle: shape.id }
}

async function picture(made: World, format: 'png' | 'svg', theme: 'light' | 'dark'): Promise<string> {
  const [scene, output] = [join(folder, 'scene.json'), join(folder, `board-${theme}.${format}`)]
  await writeFile(scene, JSON.stringify(await objectsOf(made)))
  const pages = [{ box: shown, ...desk }]
  await drawPicture({ scene, output, pictures: {}, format, theme, background: 'board', pages, title: 'Board' })
  return output
}

/** What is painted on the board, without the controls above it. */
async function readPaintedBoard(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => (document.querySelector('canvas.board') as HTMLCanvasElement).toDataURL())
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

interface Difference {
  /** Of 255. */
  readonly mean: number
  /** The share of pixels that differ visibly. */
  readonly share: number
}

async function difference(one: Buffer, other: Buffer): Promise<Difference> {
  const [a, b] = await Promise.all([one, other].map(bytes => sharp(bytes).removeAlpha().raw().toBuffer()))
  assert.ok(a && b && a.length === b.length, 'of the same size')
  let [sum, differing] = [0, 0]
  for (let at = 0; at < a.length; at += 3) {
    let most = 0
    for (let part = at; part < at + 3; part++)
      most = Math.max(most, Math.abs((a[part] as number) - (b[part] as number)))
    sum += most
    if (most > 64) differing += 1
  }
  const pixels = a.length / 3
  return { mean: sum / pixels, share: differing / pixels }
}

/** Anti-aliasing of text differs, and the board on the screen has a grid. */
const isSmall = ({ mean, share }: Difference) => mean < 0.8 && share < 0.002

/** Fonts and tiles arrive one after the other. */
async function assertShows(page: Page, expected: Buffer, what: string): Promise<void> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const found = await difference(await readPaintedBoard(page), expected)
    if (isSmall(found)) return
    if (performance.now() > end) assert.fail(`${what}: ${JSON.stringify(found)}`)
    await page.waitForTimeout(200)
  }
}

test('[PIC-1] [PIC-2] a PNG shows what the browser paints, and an SVG opened in it shows the same, light and dark', async () => {
  const { made, middle } = await aBoard()
  const page = await openBoard(made, made.ann, { id: middle })
  await page.keyboard.press('Escape')
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    const png = await readFile(await picture(made, 'png', theme))
    await assertShows(page, png, theme)
    const svg = await openPage(`file://${await picture(made, 'svg', theme)}`, { viewport: desk })
    await svg.evaluate(() => document.fonts.ready)
    const found = await difference(await svg.screenshot(), png)
    assert.ok(isSmall(found), `SVG, ${theme}: ${JSON.stringify(found)}`)
  }
})
