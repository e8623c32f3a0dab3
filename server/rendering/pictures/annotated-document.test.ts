// Tests the PDF of a document with ink and comments, read with Poppler's programs.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { type Drawable, documentPageBox } from '@tessera/drawing'
import { aDocument, aStroke } from '@tessera/drawing/testing/sample-objects'
import sharp from 'sharp'
import { createPdf, type PdfPage } from '../../testing/pdf-file.ts'
import { processedDocument } from '../../testing/processed.ts'
import { removeFolder } from '../../testing/test-database.ts'
import { type Person, worldWithProcessing } from '../../testing/world.ts'
import { drawPicture } from '../drawing/draw-picture.ts'

const run = promisify(execFile)
const document = aDocument({ x: 100, y: -500, scale: 1.5, pages: 2 })
const comment = { author: 'Zoë', text: 'Looks good', created_at: '2026-11-17T19:00:00.000Z' }

describe('a document as annotated PDF', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pdf-'))
  })
  after(() => removeFolder(folder))

  const annotate = async (pages: readonly PdfPage[], objects: readonly Drawable[], comments = [comment]) => {
    const [scene, output, path] = ['scene.json', 'annotated.pdf', 'report.pdf'].map(name => join(folder, name)) as [
      string,
      string,
      string,
    ]
    await writeFile(scene, JSON.stringify(objects))
    await writeFile(path, createPdf(pages))
    const task = { scene, output, pictures: {}, format: 'pdf', theme: 'dark', background: 'board', pages: [] } as const
    const drawn = await drawPicture({ ...task, title: 'Board', document: { path, comments } })
    assert.deepEqual(drawn, { pages: pages.length })
    return output
  }

  /** The bounds of the red pixels of a page: left, top, right and bottom. */
  const redBox = async (path: string, page: number) => {
    const picture = join(folder, `page-${page}`)
    await run('pdftoppm', [
      '-cropbox',
      '-r',
      '72',
      '-f',
      `${page}`,
      '-l',
      `${page}`,
      '-singlefile',
      '-png',
      path,
      picture,
    ])
    const { data, info } = await sharp(`${picture}.png`).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const found: { x: number; y: number }[] = []
    for (let at = 0; at < data.length; at += 3)
      if ((data[at] ?? 0) > 150 && (data[at + 1] ?? 0) < 100 && (data[at + 2] ?? 0) < 100)
        found.push({ x: (at / 3) % info.width, y: Math.floor(at / 3 / info.width) })
    if (found.length === 0) return null
    const [xs, ys] = [found.map(({ x }) => x), found.map(({ y }) => y)]
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  }

  /** The ink goes from a fifth to four fifths of the page as the board shows it, a quarter from its top. */
  const strokeOn = (width: number, height: number) => {
    const box = documentPageBox(document, { width, height })
    const y = Math.round(box.y + box.height / 4)
    return aStroke([Math.round(box.x + box.width / 5), y, Math.round(box.x + (box.width * 4) / 5), y], {
      penColor: 'Red',
      size: 12,
    })
  }

  test('[PIC-26] the pages are unchanged except for the ink of the board on the first one', async () => {
    const path = await annotate([{ text: 'first words' }, { text: 'second words' }], [document, strokeOn(595, 842)])
    const { stdout } = await run('pdftotext', [path, '-'])
    assert.match(stdout, /first words[\s\S]*second words/)
    assert.match((await run('pdffonts', [path])).stdout, /Helvetica/)
    const [left = 0, top = 0, right = 0, bottom = 0] = (await redBox(path, 1)) ?? []
    assert.ok(Math.abs(left - 119) < 6 && Math.abs(right - 476) < 6, `from ${left} to ${right}`)
    assert.ok(top < 211 && bottom > 209, `from ${top} to ${bottom}`)
    assert.equal(await redBox(path, 2), null)
  })

  test('[PIC-26] ink has the same position as on the board, even on a page that is rotated and cropped', async () => {
    const entries = '/Rotate 90 /CropBox [100 50 500 650]'
    const path = await annotate([{ text: 'turned', entries }], [document, strokeOn(600, 400)])
    const [left = 0, top = 0, right = 0, bottom = 0] = (await redBox(path, 1)) ?? []
    assert.ok(Math.abs(left - 120) < 6 && Math.abs(right - 480) < 6, `from ${left} to ${right}`)
    assert.ok(top < 101 && bottom > 99, `from ${top} to ${bottom}`)
  })

  test('[PIC-26] comments are notes of the PDF, and a document without comments has none', async () => {
    const notesIn = async (path: string) => (await readFile(path, 'latin1')).split('/Subtype/Text').length - 1
    const second = { ...comment, text: 'Not yet' }
    const path = await annotate([{ text: 'page' }], [document], [comment, second])
    const text = await readFile(path, 'latin1')
    assert.equal(await notesIn(path), 2)
    assert.ok(text.includes('(Looks good)') && text.includes('(Not yet)') && text.includes('(D:20261117190000Z)'))
    assert.equal(await notesIn(await annotate([{ text: 'page' }], [document], [])), 0)
  })

  test('[PIC-26] [PIC-44] users who can download a document get its pages with ink and comments, others a picture', async () => {
    const { ann, bob, vic, board, send } = await worldWithProcessing()
    const pages = [{ text: 'original words' }, { text: 'second page' }]
    const created = await ann.documents.create(board, { document: createPdf(pages), title: 'Report', x: 100, y: 200 })
    const { id } = await processedDocument({ as: ann, board }, created.document.id)
    await ann.strokes.create(board, { points: [200, 500, 600, 500], penColor: 'Red', brushSize: 20 })
    await ann.strokes.create(board, { points: [5_000, 500, 5_600, 500], penColor: 'Red', brushSize: 20 })
    const { comment: first } = await ann.comments.create(board, 'documents', id, { text: 'Is this final?' })
    await bob.comments.create(board, 'documents', id, { text: 'Almost', parent: first.id })
    const path = join(folder, 'reply.pdf')
    const get = async (as: Person, query = '') => {
      const response = await send(`/api/workspaces/${board}/picture?format=pdf&objects=${id}${query}`, { as })
      const bytes = Buffer.from(await response.arrayBuffer())
      assert.equal(response.status, 200, bytes.toString('utf8', 0, 300))
      await writeFile(path, bytes)
      const { stdout: text } = await run('pdftotext', [path, '-'])
      return { text, bytes: bytes.toString('latin1') }
    }
    const full = await get(ann)
    assert.match(full.text, /original words[\s\S]*second page/)
    assert.ok(full.bytes.includes('Is this final?') && full.bytes.includes('Almost'))
    assert.ok(await redBox(path, 1))
    const picture = await get(vic)
    assert.doesNotMatch(picture.text, /original words/)
    assert.match(picture.text, /Report/)
    assert.match((await get(ann, '&paper=a4')).text, /Report/)
  })
})
