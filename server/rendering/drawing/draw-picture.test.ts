// Tests boards as PNG and as SVG; the SVG is rendered by a program that is not a browser (librsvg).

import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { loadImage } from '@napi-rs/canvas'
import { type Drawable, themes } from '@tessera/drawing'
import { paint } from '@tessera/drawing/testing/paint'
import { aBrowser, aNote, anImage, aShape, aStroke, aText, sampleBoard } from '@tessera/drawing/testing/sample-objects'
import type { ImportLimits } from '@tessera/formats/board-content'
import { findEmbeddedBoard } from '@tessera/formats/embedded-board'
import { readPngText } from '@tessera/formats/png-text'
import sharp from 'sharp'
import type { PictureTask } from '../sandbox/child-tasks.ts'
import { drawPicture } from './draw-picture.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-svg-'))
  // Uploaded SVG files are not read, so the library refuses them.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] })
})
after(async () => {
  sharp.block({ operation: ['VipsForeignLoadSvg'] })
  await rm(folder, { recursive: true, force: true })
})

const size = { width: 800, height: 600 }

async function draw(objects: readonly Drawable[], fields: Partial<PictureTask> & Pick<PictureTask, 'format'>) {
  const scene = join(folder, 'scene.json')
  const output = join(folder, `board.${fields.format}`)
  await writeFile(scene, JSON.stringify(objects))
  const page = { box: { x: 0, y: 0, ...size }, ...size }
  const task = {
    scene,
    output,
    pictures: {},
    theme: 'light',
    background: 'board',
    pages: [page],
    title: 'Board',
  } as const
  await drawPicture({ ...task, ...fields })
  return await readFile(output)
}

/** The share of pixels that differ visibly. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map(bytes => sharp(bytes).ensureAlpha().raw().toBuffer()))
  assert.ok(a && b && a.length === b.length)
  let differing = 0
  for (let at = 0; at < a.length; at += 4) {
    for (let part = at; part < at + 4; part++) {
      if (Math.abs((a[part] as number) - (b[part] as number)) <= 40) continue
      differing += 1
      break
    }
  }
  return differing / (a.length / 4)
}

async function aPicture(): Promise<string> {
  const path = join(folder, 'picture.png')
  const left = await sharp({ create: { width: 60, height: 80, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
  const picture = sharp({ create: { width: 120, height: 80, channels: 3, background: '#0000ff' } })
  await writeFile(
    path,
    await picture
      .composite([{ input: left, left: 0, top: 0 }])
      .png()
      .toBuffer(),
  )
  return path
}

const wave = [60, 300, 200, 260, 340, 340, 480, 260, 620, 340]
const boards: Readonly<Record<string, () => Drawable[]>> = {
  'forms, borders and rotation': () => [
    aShape({ x: 40, y: 40, form: 'star', rotation: 30, borderWidth: 8, borderStyle: 'dashed', fill: '#88ccff80' }),
    aShape({ x: 340, y: 60, form: 'cylinder', borderWidth: 6, borderStyle: 'dotted', fill: 'none' }),
    aShape({ x: 440, y: 120, form: 'cloud', fill: '#ffdd00', rotation: 200 }),
    aNote({ x: 100, y: 320, scale: 0.6, rotation: 12 }),
  ],
  'an eraser on the board, and ink after it': () => [
    aStroke(wave, { size: 40, penColor: 'Red' }),
    aStroke([100, 200, 160, 420], { size: 30, brushType: 'Eraser' }),
    aStroke([60, 320, 700, 320], { size: 12, penColor: 'Green' }),
    aStroke([400, 200, 400, 420], { size: 30, brushType: 'Eraser' }),
  ],
  'a highlighter over a shape': () => [
    aShape({ x: 100, y: 200, width: 500, height: 200, fill: '#22aa66' }),
    aStroke([40, 300, 740, 300], { size: 60, penColor: 'Yellow', brushType: 'Highlighter' }),
  ],
  'ink across a dark and a light shape': () => [
    aShape({ x: 60, y: 200, width: 300, height: 200, fill: '#111827' }),
    aShape({ x: 400, y: 200, width: 300, height: 200, fill: '#fff3bf', form: 'ellipse' }),
    aStroke(wave, { size: 24, penColor: 'White' }),
  ],
}

for (const [name, board] of Object.entries(boards)) {
  test(`[PIC-2] SVG equals PNG: ${name}`, async () => {
    for (const theme of ['light', 'dark'] as const) {
      const objects = board()
      const share = await difference(
        await draw(objects, { format: 'svg', theme }),
        await draw(objects, { format: 'png', theme }),
      )
      assert.ok(share < 0.002, `${share} in ${theme}`)
    }
  })
}

test('[PIC-2] SVG equals PNG: pictures, whole and cropped, each embedded once', async () => {
  const path = await aPicture()
  const objects = [
    anImage({ id: 'one', x: 20, y: 20, width: 300, height: 200, rotation: 45 }),
    anImage({ id: 'two', x: 420, y: 20, width: 300, height: 200 }),
    aBrowser({
      id: 'page',
      x: 100,
      y: 280,
      width: 300,
      height: 300,
      frameless: true,
      preview: { title: '', shows: 'picture' },
    }),
  ]
  const pictures = { one: path, two: path, page: path }
  const svg = await draw(objects, { format: 'svg', pictures })
  const share = await difference(svg, await draw(objects, { format: 'png', pictures }))
  // The title of the web page is text.
  assert.ok(share < 0.01, `${share}`)
  assert.equal(svg.toString().split('data:image/').length, 2)
})

test('[PIC-2] an SVG has a size, a title and only the fonts that its text needs', async () => {
  const svg = (await draw([aText({ text: 'Plain' })], { format: 'svg', title: 'Q&A <1>' })).toString()
  assert.match(svg, /^<svg [^>]*width="800" height="600" viewBox="0 0 800 600"/)
  assert.match(svg, /<title>Q&amp;A &lt;1&gt;<\/title>/)
  assert.deepEqual(facesIn(svg), ['"Dosis" 400 normal'])
  const more = aText({ text: 'Łódź *really*', fontFamily: 'Aleo', fontWeight: 'bold' })
  assert.deepEqual(facesIn((await draw([more], { format: 'svg' })).toString()), [
    '"Aleo" 700 normal',
    '"Aleo ext" 700 normal',
    '"Aleo" 700 italic',
  ])
})

test('[PIC-2] words of an SVG stay separated where a run of another style ends', async () => {
  const svg = (await draw([aNote({ text: 'a **bold** on' })], { format: 'svg' })).toString()
  const [, left = '0', after = '0'] = /<text x="([\d.]+)"[^>]*><tspan x="([\d.]+)">on/.exec(svg) ?? []
  assert.ok(Number(after) > Number(left) + 5, svg.slice(-300))
})

const facesIn = (svg: string) =>
  [...svg.matchAll(/font-family:("[^"]+");font-weight:(\d+);font-style:(\w+);unicode/g)].map(found =>
    found.slice(1).join(' '),
  )

test('[PIC-2] an SVG is well-formed whatever the text', async () => {
  const hostile = [
    '</text><script>alert(1)</script>',
    ']]>',
    '"&amp;\'',
    'a\u0000b\u000b\u001bc',
    '\ud800 \uffff',
    '日本 🦊 שלום',
  ]
  const objects = hostile.map((text, index) => aShape({ text, x: 20, y: index * 90, width: 700, height: 80 }))
  const bytes = await draw(objects, { format: 'svg', title: hostile.join('') })
  assert.equal((await sharp(bytes).metadata()).width, 800)
  const svg = bytes.toString()
  assert.equal(svg.includes('<script'), false)
  assert.ok(svg.includes('日本 🦊 שלום'))
})

test('[PIC-3] the background is the color of the board, white or transparent, and white is drawn in the light theme', async () => {
  const line = aStroke([100, 300, 700, 300], { size: 80 })
  for (const format of ['png', 'svg'] as const) {
    const seen: string[] = []
    for (const theme of ['light', 'dark'] as const)
      for (const background of ['board', 'white', 'transparent'] as const) {
        const bytes = await draw([line], { format, theme, background })
        const { data } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
        const colorAt = (x: number, y: number) =>
          data.subarray(4 * (y * 800 + x), 4 * (y * 800 + x) + 4).toString('hex')
        seen.push(`${theme} ${background}: #${colorAt(10, 10)} #${colorAt(400, 300)}`)
      }
    const { light, dark } = themes
    const [inkOfLight, inkOfDark] = [light, dark].map(({ pens }) => `${pens.White}ff`)
    assert.deepEqual(
      seen,
      [
        `light board: ${light.board}ff ${inkOfLight}`,
        `light white: #ffffffff ${inkOfLight}`,
        `light transparent: #00000000 ${inkOfLight}`,
        `dark board: ${dark.board}ff ${inkOfDark}`,
        `dark white: #ffffffff ${inkOfLight}`,
        `dark transparent: #00000000 ${inkOfDark}`,
      ],
      format,
    )
  }
})

test('[PIC-1] characters that the fonts of the board lack are drawn with a font of the machine', async () => {
  const letters = (text: string) => draw([aShape({ text, width: 700, height: 500, fontSize: 200 })], { format: 'png' })
  // Characters that are in no font all look the same, an empty box. Every test machine has a font with Cyrillic.
  assert.ok((await difference(await letters('ЖЖ'), await letters('ФФ'))) > 0.005)
})

test('[PIC-4] a picture of some objects shows them and the strokes on them only', async () => {
  const note = aNote({ x: 0, y: 0, backgroundColor: 'Gold', scale: 0.5 })
  const other = aNote({ x: 400, y: 0, backgroundColor: 'Red', scale: 0.5 })
  const onNote = aStroke([100, 100, 400, 100], { targetId: note.id, size: 60 })
  const board = { box: { x: 0, y: 0, ...size }, ...size }
  const only = await draw([note, other, onNote], { format: 'png', pages: [{ ...board, objects: [note.id] }] })
  assert.equal(await difference(only, await draw([note, onNote], { format: 'png' })), 0)
})

test('[PIC-6] a PNG contains the text that it was given', async () => {
  const embed = join(folder, 'embed.json')
  await writeFile(embed, '{"text":"Łódź"}')
  const png = await draw(sampleBoard(), { format: 'png', embed })
  assert.equal(readPngText(png, 'tessera', 1_000), '{"text":"Łódź"}')
})

test('[PIC-7] an SVG contains the text that it was given, which is found as an embedded board', async () => {
  const embed = join(folder, 'embed.txt')
  await writeFile(embed, Buffer.from('an archive').toString('base64'))
  const found = findEmbeddedBoard(await draw([], { format: 'svg', embed }), { unpackedBytes: 1_000 } as ImportLimits)
  assert.equal(Buffer.from(found?.bytes ?? []).toString(), 'an archive')
  await writeFile(embed, '</metadata><script>"&amp;"</script>')
  const svg = (await draw([], { format: 'svg', embed })).toString()
  assert.ok(svg.includes('>&lt;/metadata&gt;&lt;script&gt;&quot;&amp;amp;&quot;&lt;/script&gt;</metadata>'))
})

/** Draws what the browser would paint, on one canvas. */
async function paintWhole(objects: readonly Drawable[], size: { width: number; height: number }, picture: string) {
  const image = await loadImage(picture)
  return paint(objects, { ...size, background: 'plain', picture: key => (key === 'noise' ? image : null) }).toBuffer(
    'image/png',
  )
}

test('[PIC-5] a PNG that is drawn in several parts is the same as one drawn at once', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const photo = join(folder, 'photo.png')
  await sharp({ create: { width: 500, height: 400, channels: 3, background: '#000000', noise } }).toFile(photo)
  const board = [
    ...sampleBoard().filter(object => object.id !== 'photo'),
    anImage({ id: 'noise', x: 700, y: 1400, width: 500, height: 400 }),
  ]
  for (const [width, height] of [
    [2_700, 2_100],
    [17_000, 40],
  ] as const) {
    const pages = [{ box: { x: 0, y: 0, width, height }, width, height }]
    const png = await draw(board, { format: 'png', pages, pictures: { noise: photo } })
    const whole = await paintWhole(board, { width, height }, photo)
    assert.equal(await difference(png, whole), 0, `${width} × ${height}`)
  }
})

test('[PIC-5] a picture that is shown small is decoded small, and one that is damaged leaves a placeholder', async () => {
  const path = await aPicture()
  const damaged = join(folder, 'damaged.png')
  await writeFile(damaged, (await readFile(path)).subarray(0, 60))
  const objects = [
    anImage({ id: 'one', x: 0, y: 0, width: 30, height: 20 }),
    anImage({ id: 'two', x: 400, y: 0, width: 300, height: 200 }),
  ]
  const png = await draw(objects, { format: 'png', pictures: { one: path, two: damaged } })
  const data = await sharp(png).raw().toBuffer()
  const colorAt = (x: number, y: number) => data.subarray(4 * (y * 800 + x), 4 * (y * 800 + x) + 3).toString('hex')
  assert.deepEqual([colorAt(5, 10), colorAt(25, 10)], ['ff0000', '0000ff'])
  assert.equal(`#${colorAt(420, 10)}`, themes.light.placeholder)
})
