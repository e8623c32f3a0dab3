// Tests exports over the API: the job, the file behind its link, formats, limits and access.

import assert from 'node:assert/strict'
import { mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { type ExportFormat, exportFormats, formats } from '@tessera/contract'
import { parseCsv } from '@tessera/formats/csv/parse-csv'
import { refused } from '../../testing/assert-refused.ts'
import { removeFolder } from '../../testing/test-database.ts'
import { withPersonalToken } from '../../testing/token-holders.ts'
import { until } from '../../testing/until.ts'
import { type Person, type World, world, worldWithoutWorker } from '../../testing/world.ts'
import { openDrawingQueue } from '../sandbox/drawing-queue.ts'
import { readExportOptions } from './export-options.ts'
import { purgeExports } from './export-store.ts'
import { exportWorkspace } from './export-workspace.ts'
import { makeExport } from './make-export.ts'

type Request = Parameters<Person['exports']['create']>[1]

async function finished(person: Person, board: string, request: Request) {
  const { export: begun } = await person.exports.create(board, request)
  assert.deepEqual([begun.state, begun.progress, begun.url], ['waiting', 0, null])
  return await until(async () => {
    const { export: found } = await person.exports.get(board, begun.id)
    return ['done', 'failed'].includes(found.state) && found
  })
}

async function download(made: World, url: string | null): Promise<Response> {
  assert.ok(url)
  return await made.send(url.replace(made.dependencies.config.publicUrl, ''))
}

async function textOf(made: World, person: Person, request: Request): Promise<string> {
  const { state, error, url } = await finished(person, made.board, request)
  assert.deepEqual([state, error], ['done', null])
  return await (await download(made, url)).text()
}

async function sampleBoard(): Promise<World & { ids: Record<'note' | 'shape' | 'canvas', string> }> {
  const made = await world()
  const { ann, bob, board } = made
  const { canvas } = await ann.canvases.create(board, { name: 'Plan', x: 0, y: 0, width: 2_000, height: 1_000 })
  const { note } = await ann.notes.create(board, { text: '=1+1, "quoted"\nand more', x: 100, y: 100 })
  const { shape } = await ann.shapes.create(board, { text: 'Ship it', x: 1_000, y: 100, fill: '#ff0000' })
  await ann.connectors.create(board, {
    from: { id: note.id, anchor: 'auto' },
    to: { id: shape.id, anchor: 'auto' },
    label: 'then',
  })
  await ann.texts.create(board, { text: 'Outside', x: 5_000, y: 5_000 })
  const { comment } = await bob.comments.create(board, 'notes', note.id, { text: 'Why?' })
  await ann.comments.create(board, 'notes', note.id, { text: 'Because', parent: comment.id })
  return { ...made, ids: { note: note.id, shape: shape.id, canvas: canvas.id } }
}

describe('exports', () => {
  test('[EXP-1] an export is created by a job, and its link works without a token for a day', async () => {
    const made = await sampleBoard()
    const { ann, board, dependencies } = made
    await ann.workspaces.update(board, { name: 'Pläne' })
    const found = await finished(ann, board, { format: 'png', scale: 0.1 })
    assert.deepEqual([found.state, found.progress, found.format, found.name], ['done', 100, 'png', 'Pläne.png'])
    const lasts = Date.parse(found.expires_at) - Date.now()
    assert.ok(lasts > 23 * 3_600_000 && lasts <= 24 * 3_600_000)
    const response = await download(made, found.url)
    assert.equal(response.headers.get('content-type'), 'image/png')
    assert.match(response.headers.get('content-disposition') ?? '', /filename\*=UTF-8''Pl%C3%A4ne\.png/)
    assert.equal((await response.arrayBuffer()).byteLength, found.size)
    assert.equal((await download(made, found.url?.replace(/signature=.{4}/, 'signature=AAAA') ?? null)).status, 404)

    await purgeExports(dependencies.db, new Date(Date.now() + 25 * 3_600_000))
    await refused(ann.exports.get(board, found.id), 404, 'ResourceNotFound')
    assert.equal((await download(made, found.url)).status, 404)
  })

  test('[EXP-1] an interrupted export is completed by the next attempt, and a finished one is not created again', async () => {
    const { ann, board, dependencies } = await worldWithoutWorker()
    await ann.notes.create(board, { text: 'hello' })
    const { export: begun } = await ann.exports.create(board, { format: 'csv' })
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'exports-')))
    const drawing = openDrawingQueue({ folder, places: 1, closing: new AbortController().signal })
    const attempt = (number: number, signal = new AbortController().signal) =>
      exportWorkspace(
        { ...dependencies, drawing },
        {
          ...{ id: 1, name: 'export-workspace', key: 'export', organization_id: null, created_at: '' },
          ...{ payload: { export_id: begun.id }, attempt: number },
        },
        signal,
      )
    const find = async () => (await ann.exports.get(board, begun.id)).export
    await assert.rejects(attempt(1, AbortSignal.abort()))
    assert.deepEqual([(await find()).state, (await find()).url], ['running', null])
    // The server ended during the earlier attempts.
    await attempt(20)
    const done = await find()
    assert.equal(done.state, 'done')
    await attempt(21)
    assert.deepEqual(await find(), done)
    drawing.close()
    await removeFolder(folder)
  })

  test('[EXP-9] only an archive, which is written in steps, is made without a child process', async () => {
    const { ann, board, organization, dependencies } = await sampleBoard()
    const { properties } = (await ann.workspaces.get(board)).workspace
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'exports-')))
    const drawing = openDrawingQueue({ folder, places: 1, closing: AbortSignal.abort() })
    const workspace = { id: properties.id, organization_id: organization, name: 'Board', description: '' }
    const { signal } = new AbortController()
    const task = { workspace, user_id: ann.id, hasOriginals: true, signal, onProgress: () => {} }
    for (const format of exportFormats) {
      const made = makeExport({ ...dependencies, drawing }, { ...task, format, options: readExportOptions({ format }) })
      if (format === 'tessera') assert.ok((await made).content)
      else await assert.rejects(made, /shutting down/, format)
    }
    await removeFolder(folder)
  })

  test('[EXP-2] options are checked when the export is requested, and problems found later are its error', async () => {
    const { ann, board } = await sampleBoard()
    const wrong: [Request, RegExp][] = [
      [{ format: 'csv', scale: 2 }, /scale is only for/],
      [{ format: 'png', history: true }, /history is only for tessera/],
      [{ format: 'svg', pages: 'tiles' }, /pages is only for pdf/],
      [{ format: 'markdown', box: '0,0,1,1', canvas: 'f'.repeat(24) }, /at most one of/],
      [{ format: 'gif' as never }, /format must be one of/],
    ]
    for (const [request, message] of wrong) await assert.rejects(ann.exports.create(board, request), message)
    const empty = await finished(ann, board, { format: 'png', box: '9000,9000,9100,9100' })
    assert.deepEqual([empty.state, empty.url], ['failed', null])
    assert.match(empty.error ?? '', /no objects/)
  })

  test('[EXP-3] an export is visible only to the user who requested it, and counts the rights when it runs', async () => {
    const made = await sampleBoard()
    const { ann, bob, vic, eve, board } = made
    const reader = await withPersonalToken(made, vic, { scope: 'read' })
    const { id } = await finished(reader, board, { format: 'csv' })
    await refused(bob.exports.get(board, id), 404, 'ResourceNotFound')
    await refused(eve.exports.create(board, { format: 'csv' }), 404, 'ResourceNotFound')
    const { workspace } = await ann.workspaces.create(made.organization, { name: 'Other' })
    await refused(vic.exports.get(workspace.properties.uid, id), 404, 'ResourceNotFound')
    await ann.workspaces.removeUser(board, vic.id)
    await refused(reader.exports.get(board, id), 404, 'ResourceNotFound')
  })

  test('[EXP-4] a user can have only a few unfinished exports at a time', async () => {
    const { ann, board } = await worldWithoutWorker()
    for (let count = 0; count < 5; count += 1) await ann.exports.create(board, { format: 'csv' })
    await refused(ann.exports.create(board, { format: 'csv' }), 429, 'TooManyRequests')
  })

  test('[EXP-5] CSV has a row for each object with a text, and no cell that a spreadsheet executes', async () => {
    const made = await sampleBoard()
    const text = await textOf(made, made.ann, { format: 'csv' })
    assert.ok(text.startsWith('kind,id,text,x,y,width,height,color,canvas,group\r\n'))
    const [, ...rows] = [...parseCsv(text)]
    const row = (kind: string) => rows.find(cells => cells[0] === kind) ?? []
    assert.deepEqual(row('note').slice(1, 5), [made.ids.note, `'=1+1, "quoted"\nand more`, '100', '100'])
    assert.deepEqual([row('note')[7], row('note')[8]], ['Teal', 'Plan'])
    assert.deepEqual(row('shape').slice(2), ['Ship it', '1000', '100', '240', '160', '#ff0000', 'Plan', ''])
    assert.deepEqual([row('text')[2], row('text')[8]], ['Outside', ''])
    assert.deepEqual(row('connector')[2], 'then')
    const part = await textOf(made, made.ann, { format: 'csv', objects: made.ids.shape })
    assert.equal([...parseCsv(part)].filter(cells => cells.length > 1).length, 2)
  })

  test('[EXP-6] Markdown has canvases as headings, objects in reading order, connectors and comments', async () => {
    const made = await sampleBoard()
    const { first_name, last_name } = (await made.bob.users.me()).user
    const text = await textOf(made, made.ann, { format: 'markdown' })
    const { first_name: ann } = (await made.ann.users.me()).user
    assert.ok(text.startsWith('# Board\n\n- Outside\n\n## Plan\n\n- =1+1, "quoted"\n  and more\n'), text)
    assert.ok(text.includes(`  > ${first_name} ${last_name}: Why?\n  >\n  > > ${ann} `), text)
    assert.match(text, /: Because\n/)
    assert.match(text, /\n- Ship it\n/)
    assert.match(text, /\n- =1\+1, "quoted" and more → Ship it: then\n/)
  })

  test('[EXP-7] every format creates a file of its type', async () => {
    const made = await sampleBoard()
    const starts: Readonly<Record<ExportFormat, string>> = {
      tessera: 'PK',
      excalidraw: '{',
      jsoncanvas: '{',
      csv: 'kind,',
      markdown: '# ',
      png: '\ufffdPNG',
      svg: '<',
      pdf: '%PDF-',
    }
    for (const format of exportFormats) {
      const found = await finished(made.ann, made.board, { format })
      assert.deepEqual([found.state, found.error], ['done', null], format)
      assert.ok(found.name?.endsWith(`.${formats[format].extensions[0]}`), found.name ?? format)
      const response = await download(made, found.url)
      assert.equal(response.headers.get('content-type'), formats[format].mediaType)
      assert.ok((await response.text()).startsWith(starts[format]), format)
    }
    const archive = await finished(made.ann, made.board, { format: 'tessera', history: true })
    assert.equal(archive.state, 'done')
  })
})
