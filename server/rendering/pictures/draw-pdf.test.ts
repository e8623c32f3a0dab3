// Tests PDFs of boards, read with Poppler's programs.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { type Box, bounds, type Drawable, withoutMarks } from '@tessera/drawing'
import {
  aBrowser,
  aDocument,
  aNote,
  anImage,
  aShape,
  aText,
  sampleBoard,
} from '@tessera/drawing/testing/sample-objects'
import sharp from 'sharp'
import { createPdf } from '../../testing/pdf-file.ts'
import { removeFolder } from '../../testing/test-database.ts'
import { drawPicture } from '../drawing/draw-picture.ts'
import type { PicturePage, PictureTask } from '../sandbox/child-tasks.ts'
import { layOutPdfPages } from './pdf-pages.ts'

const run = promisify(execFile)
const board: Box = { x: -20, y: -20, width: 4_400, height: 2_620 }
const onePage: PicturePage = { box: board, width: board.width * 0.75, height: board.height * 0.75 }

describe('a board as PDF', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pdf-'))
  })
  after(() => removeFolder(folder))

  const draw = async (objects: readonly Drawable[], pages: readonly PicturePage[], more: Partial<PictureTask> = {}) => {
    const [scene, output] = [join(folder, 'scene.json'), join(folder, 'board.pdf')]
    await writeFile(scene, JSON.stringify(objects))
    const task = { scene, output, pictures: {}, format: 'pdf', theme: 'light', background: 'board' } as const
    assert.deepEqual(await drawPicture({ ...task, title: 'Board of Zoë', pages, ...more }), { pages: pages.length })
    return output
  }
  const textOf = async (path: string, ...options: string[]) => (await run('pdftotext', [...options, path, '-'])).stdout
  const colorsOf = async (path: string, page: number, at: readonly [x: number, y: number][]) => {
    const picture = join(folder, `page-${page}`)
    await run('pdftoppm', ['-r', '72', '-f', `${page}`, '-l', `${page}`, '-singlefile', '-png', path, picture])
    const { data, info } = await sharp(`${picture}.png`).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    return at.map(([x, y]) => {
      const start = 3 * (Math.round(y) * info.width + Math.round(x))
      return [...data.subarray(start, start + 3)]
    })
  }

  test('[PIC-20] every word of a board with all kinds is text, however small it is on paper', async () => {
    const objects = sampleBoard()
    const words = objects.flatMap(shownWords)
    assert.ok(words.length > 100)
    for (const pages of [
      [onePage],
      await layOutPdfPages({ pages: 'one', paper: 'a4', padding: 0 }, regionOf(objects)),
    ]) {
      const text = await textOf(await draw(objects, pages), '-raw')
      const found = new Set(text.split(/\s+/))
      assert.deepEqual(
        words.filter(word => !found.has(word)),
        [],
      )
    }
  })

  test('[PIC-20] ink with erased parts hides no text', async () => {
    const objects = sampleBoard()
    const ideas = objects.find(object => 'text' in object && object.text === 'Ideas')
    assert.ok(ideas)
    const { x, y, width, height } = bounds(ideas)
    const page = { box: { x, y, width, height }, width, height }
    const path = await draw(objects, [page])
    assert.match(await textOf(path), /Ideas/)
    const [red, erased] = await colorsOf(path, 1, [
      [120, 257],
      [280, 250],
    ])
    assert.ok(red && erased && red[0] !== undefined)
    assert.ok((red[0] ?? 0) > 180 && (red[1] ?? 255) < 110, `ink at ${red}`)
    assert.ok((erased[1] ?? 0) > 110, `erased at ${erased}`)
  })

  test('[PIC-21] links in texts and web pages are links, where they are painted', async () => {
    const objects = [
      aNote({ x: 0, y: 0, text: 'see https://a.example/ä?x=1 for more' }),
      aText({ x: 700, y: 0, text: '[docs](https://b.example/docs)' }),
      aShape({ x: 0, y: 500, text: 'mail [us](mailto:us@c.example)', rotation: 90 }),
      aBrowser({ x: 700, y: 500, url: 'https://d.example/' }),
      aBrowser({ x: 5_000, y: 500, url: 'https://elsewhere.example/' }),
      aBrowser({ x: 700, y: 2_000, url: 'javascript:alert(1)' }),
    ]
    const path = await draw(objects, [
      { box: { x: 0, y: 0, width: 2_000, height: 3_000 }, width: 1_000, height: 1_500 },
    ])
    const { stdout } = await run('pdfinfo', ['-url', path])
    const urls = [...stdout.matchAll(/Annotation\s+(\S+)/g)].map(([, url]) => url)
    assert.deepEqual(urls, [
      'https://a.example/%C3%A4?x=1',
      'https://b.example/docs',
      'mailto:us@c.example',
      'https://d.example/',
    ])
  })

  test('[PIC-23] the page of a canvas shows what lies on it and strokes on that, not what lies beside it', async () => {
    const sample = sampleBoard().find(({ kind }) => kind === 'text') as Drawable
    const text = (id: string, x: number) => ({ ...sample, id, x, y: 10, text: id, width: 300, height: 40 }) as Drawable
    const objects = [text('inside', 0), text('beside', 340)]
    const within = { x: 0, y: 0, width: 320, height: 100 }
    const path = await draw(objects, [
      { box: { x: 0, y: 0, width: 700, height: 100 }, width: 700, height: 100, within },
    ])
    const shown = await textOf(path)
    assert.match(shown, /inside/)
    assert.doesNotMatch(shown, /beside/)
  })

  test('[PIC-23] each page of a canvas has its bookmark, and title and producer are in the file', async () => {
    const objects = sampleBoard()
    const pages = await layOutPdfPages({ pages: 'canvases', paper: 'letter', padding: 32 }, regionOf(objects))
    const path = await draw(objects, pages)
    const { stdout: info } = await run('pdfinfo', [path])
    assert.match(info, /Title:\s+Board of Zoë\n/)
    assert.match(info, /Producer:\s+Tessera\n/)
    assert.match(info, /Pages:\s+4\n/)
    assert.match(info, /Page size:\s+792 x 612 pts \(letter\)/)
    const { stdout: destinations } = await run('pdftohtml', ['-xml', '-i', '-stdout', path])
    const bookmarks = [...destinations.matchAll(/<item page="(\d+)">([^<]*)</g)].map(([, page, name]) => [page, name])
    assert.deepEqual(bookmarks, [
      ['1', 'Brainstorm'],
      ['2', 'Type'],
      ['3', 'Pictures'],
      ['4', 'The web'],
    ])
    assert.match(await textOf(path, '-f', '1', '-l', '1'), /workshop/)
    assert.doesNotMatch(await textOf(path, '-f', '2', '-l', '2'), /workshop/)
  })

  test('[PIC-24] every sheet says which one it is, and keeps its margin free', async () => {
    const objects = sampleBoard()
    const pages = await layOutPdfPages({ pages: 'tiles', paper: 'a4', padding: 0 }, regionOf(objects))
    const path = await draw(objects, pages, { theme: 'dark' })
    assert.match(await textOf(path, '-f', '2', '-l', '2'), new RegExp(`Board of Zoë · A2 · 2 / ${pages.length}`))
    const [margin, content] = await colorsOf(path, 2, [
      [10, 200],
      [50, 100],
    ])
    assert.deepEqual(margin, [255, 255, 255])
    assert.ok((content?.[0] ?? 255) < 80, `content at ${content}`)
  })

  test('[PIC-25] images have at most 300 pixels per inch in a PDF, and pages of documents are drawn at that size', async () => {
    const [photo, icon, pdf] = [join(folder, 'photo.jpg'), join(folder, 'icon.png'), join(folder, 'report.pdf')]
    await sharp({ create: { width: 3_000, height: 1_500, channels: 3, background: '#3366cc' } }).toFile(photo)
    await sharp({ create: { width: 100, height: 50, channels: 3, background: '#cc3366' } }).toFile(icon)
    await writeFile(pdf, createPdf([{ text: 'one' }, { drawing: '0 0.6 0 rg 0 0 595 842 re f' }]))
    const report = aDocument({ id: 'report', x: 0, y: 500, pages: 2, page: 2 })
    const objects = [
      anImage({ id: 'photo', x: 0, y: 0, width: 400, height: 200 }),
      anImage({ id: 'icon', x: 500, y: 0, width: 400, height: 200 }),
      report,
    ]
    const pictures = { photo, icon, 'report/2': pdf }
    const page = { box: { x: 0, y: 0, width: 1_000, height: 2_000 }, width: 500, height: 1_000 }
    const path = await draw(objects, [page], { pictures })
    const { stdout } = await run('pdfimages', ['-list', path])
    const widths = [...stdout.matchAll(/^\s*1\s+\d+\s+image\s+(\d+)\s+(\d+)/gm)].map(([, width]) => Number(width))
    const inches = (objectWidth: number) => (objectWidth * page.width) / page.box.width / 72
    const expected = [inches(400) * 300, 100, inches(bounds(report).width) * 300]
    for (const width of expected)
      assert.ok(
        widths.some(found => Math.abs(found - width) < 2),
        `${width} in ${widths}`,
      )
    assert.equal(widths.length, expected.length)
    const [color] = await colorsOf(path, 1, [[200, 500]])
    assert.ok((color?.[0] ?? 255) < 5 && (color?.[1] ?? 0) > 145, `green at ${color}`)
  })

  test('[PIC-25] a document whose PDF cannot be read is a placeholder, and the rest is drawn', async () => {
    const damaged = join(folder, 'damaged.pdf')
    await writeFile(damaged, '%PDF-1.7 and nothing else')
    const objects = [aDocument({ id: 'damaged', title: 'Broken' }), aNote({ x: 1_000, text: 'still here' })]
    const path = await draw(objects, [onePage], { pictures: { 'damaged/1': damaged } })
    assert.match(await textOf(path), /Broken[\s\S]*still here/)
  })

  test('[PIC-25] a PNG shows the page of a document in the size that it needs', async () => {
    const pdf = join(folder, 'lines.pdf')
    // Lines two points apart: they are gray in a small picture, and black and white in one that is large enough.
    const lines = Array.from({ length: 200 }, (_, line) => `0 ${line * 4} 595 2 re f`).join(' ')
    await writeFile(pdf, createPdf([{ drawing: lines }]))
    const box = { x: 0, y: 400, width: 400, height: 200 }
    const page = { box, width: 1_600, height: 800 }
    const more = { pictures: { 'sheet/1': pdf }, format: 'png' } as const
    const path = await draw([aDocument({ id: 'sheet', x: 0, y: 0 })], [page], more)
    const pixels = await sharp(path).extract({ left: 800, top: 0, width: 1, height: 800 }).greyscale().raw().toBuffer()
    const isSharp = [...pixels].filter(value => value < 30 || value > 225).length
    assert.ok(isSharp > 600, `${isSharp} of 800 pixels are black or white`)
  })

  const regionOf = (objects: readonly Drawable[]) => ({
    box: board,
    canvases: objects.filter(object => object.kind === 'canvas'),
    objects: objects.map(object => bounds(object)),
  })
})

/** The words that a reader of the board sees; titles and URLs may be shortened. */
function shownWords(object: Drawable): string[] {
  const shown = 'text' in object ? object.text : 'label' in object ? object.label : 'name' in object ? object.name : ''
  return withoutMarks(shown).split(/\s+/).filter(Boolean)
}
