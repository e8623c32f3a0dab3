// Tests exporting a board to a file and importing it. Each engine reads the same archive and must write the same one
// again, so an archive of one engine is complete on the other.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '@tessera/client'
import type { ContentObject } from '@tessera/formats/board-content'
import { writeJsonCanvas } from '@tessera/formats/jsoncanvas/write-jsoncanvas'
import { ZipReader } from '@tessera/formats/tessera/zip-reader'
import { archiveOf, boardContent } from '../../testing/board-archive.ts'
import { importInto } from '../../testing/imports.ts'
import { listQueuedMails } from '../../testing/queued-mail.ts'
import { readSample } from '../../testing/sample-file.ts'
import { type Person, type World, world } from '../../testing/world.ts'

/** Everything that a board can contain, drawn by two people, with comments of both. */
async function fullBoard({ ann, bob, board }: World): Promise<void> {
  const { canvas } = await ann.canvases.create(board, {
    name: 'Area',
    x: -50,
    y: -50,
    width: 2_000,
    height: 900,
    borderColor: 'Blue',
  })
  const { note } = await ann.notes.create(board, {
    text: '**note** ünïcödé 🦊',
    x: 10,
    y: 20,
    scale: 1.5,
    rotation: 12.5,
    backgroundColor: 'Gold',
    pin: true,
  })
  const { text } = await ann.texts.create(board, { text: 'free size', x: 700, y: 20, fontSize: 32 })
  await ann.texts.create(board, {
    text: 'a given width breaks lines',
    x: 700,
    y: 200,
    width: 150,
    fontFamily: 'Aleo',
    fontStyle: 'italic',
  })
  const { image } = await ann.images.create(board, {
    image: await readSample('plain.png'),
    x: 5,
    y: 600,
    scale: 0.5,
    rotation: 90,
    name: 'a picture',
  })
  const { document } = await ann.documents.create(board, {
    document: await readSample('page.pdf'),
    title: 'paper',
    x: 1_200,
    y: 0,
    scale: 0.5,
  })
  await ann.browsers.create(board, {
    url: 'https://example.com/x?y=1',
    x: 3_000,
    y: 0,
    width: 400,
    height: 300,
    pin: true,
  })
  const { shape } = await bob.shapes.create(board, {
    text: 'star',
    form: 'star',
    x: 400,
    y: 500,
    width: 333,
    height: 222,
    fill: '#ff000080',
    borderColor: 'none',
    borderStyle: 'dotted',
    rotation: 359.5,
    fontSize: 40,
    textAlign: 'right',
    verticalAlign: 'top',
  })
  const { connector } = await ann.connectors.create(board, {
    from: { id: note.id, anchor: 'bottom' },
    to: { id: shape.id, anchor: [0.25, 1] },
    path: 'curve',
    via: [[100, 450]],
    startCap: 'diamond',
    endCap: 'bar',
    color: '#00ff00',
    width: 7,
    line: 'dashed',
    label: 'goes',
    labelAt: 0.3,
  })
  await ann.connectors.create(board, { from: { x: 1, y: 2 }, to: { id: image.id, anchor: 'auto' }, path: 'straight' })
  await ann.strokes.create(board, {
    points: [0, 0, 50, 60, 70, 10],
    penColor: 'Red',
    brushSize: 20,
    brushType: 'Highlighter',
  })
  await ann.strokes.createOn(board, 'notes', note.id, { points: [5, 5, 90, 90], penColor: 'Cyan' })
  await ann.objects.change(board, {
    changes: [
      { op: 'group', ids: [note.id, text.id, connector.id] },
      { op: 'order', ids: [connector.id], to: 'back' },
      { op: 'order', ids: [shape.id], below: note.id },
    ],
  })
  const { comment } = await ann.comments.create(board, 'notes', note.id, { text: 'a thread' })
  await ann.comments.create(board, 'notes', note.id, { text: 'answered', parent: comment.id })
  await ann.comments.resolve(board, comment.id, { resolved: true })
  await ann.comments.createInWorkspace(board, { text: 'at a point', x: 44, y: -55 })
  await ann.comments.create(board, 'canvas', canvas.id, { text: 'on a canvas' })
  await ann.comments.create(board, 'connectors', connector.id, { text: 'on a line' })
  await bob.comments.create(board, 'shapes', shape.id, { text: 'by bob' })
  void document
}

const newBoard = async ({ ann, organization }: World) =>
  (await ann.workspaces.create(organization, { name: 'Copy' })).workspace.properties.uid

/** Returns the content of an archive with ids replaced by positions, so that two boards can be compared. */
async function normalize(there: World, person: Person, board: string) {
  const content = await boardContent(there, person, board)
  const objects = [...content.objects].sort(byOwner)
  const names = new Map<unknown, string>()
  for (const [index, { id, group }] of objects.entries()) {
    names.set(id, `object ${index}`)
    if (group && !names.has(group)) names.set(group, `group ${names.size}`)
  }
  for (const [index, comment] of content.comments.entries()) names.set(comment.id, `comment ${index}`)
  const plain = (value: unknown) =>
    JSON.parse(JSON.stringify(value), (key, one) =>
      ['order', 'version', 'created_at', 'updated_at', 'url', 'resolved_at'].includes(key)
        ? undefined
        : (names.get(one) ?? one),
    )
  const files = await Promise.all(objects.map(async ({ id }) => (await content.file(id))?.bytes.length ?? null))
  return { objects: plain(objects), comments: plain(content.comments), files }
}

/** Strokes on an object have a position of their own, which is ignored. */
const byOwner = (a: ContentObject, b: ContentObject) => Number(Boolean(a.targetId)) - Number(Boolean(b.targetId))

test('[IMP-20] [EXP-20] a board is restored unchanged from its archive, on either engine', async () => {
  const there = await world()
  const { ann, board } = there
  await fullBoard(there)
  const archive = await archiveOf(await boardContent(there, ann, board))
  const copy = await newBoard(there)
  const done = await importInto(ann, copy, archive)
  assert.deepEqual([done.state, done.error, done.report?.created, done.report?.comments], ['done', null, 12, 6])
  assert.deepEqual(
    done.report?.adapted.map(({ code, count }) => [code, count]),
    [['comment_by_other', 1]],
  )
  const [before, after] = [await normalize(there, ann, board), await normalize(there, ann, copy)]
  assert.deepEqual(after.objects, before.objects)
  assert.deepEqual(after.files, before.files)
  const byBob = after.comments.find(({ text }: { text: string }) => text.includes('by bob'))
  assert.match(byBob.text, /^Bob .*, \d{4}-\d\d-\d\d:\nby bob$/)
  const own = (list: { text: string }[]) => list.filter(({ text }) => !text.includes('by bob'))
  assert.deepEqual(own(after.comments), own(before.comments))
})

test('[EXP-20] the same board gives the same bytes, which any zip program can open', async () => {
  const there = await world()
  const { ann, board } = there
  await fullBoard(there)
  const content = await boardContent(there, ann, board)
  const [one, other] = [await archiveOf(content), await archiveOf(content)]
  assert.deepEqual(one, other)
  const zip = new ZipReader(one, { maxBytes: 10_000_000, maxEntries: 100 })
  assert.deepEqual(
    zip.names.map(name => name.replace(/[0-9a-f]{24}/, 'id')),
    ['manifest.json', 'files/id.bin', 'files/id.bin', 'objects.ndjson', 'comments.ndjson'],
  )
})

test('[IMP-12] comments notify no one, and are left out if the token does not allow them', async () => {
  const there = await world()
  const { ann, bob, board } = there
  await ann.comments.createInWorkspace(board, { text: `look @${bob.email}`, x: 0, y: 0 })
  await ann.notes.create(board, { text: 'a note' })
  const archive = await archiveOf(await boardContent(there, ann, board))
  const before = (await listQueuedMails(there, bob.id)).length
  const done = await importInto(ann, board, archive)
  assert.equal(done.report?.comments, 1)
  const { access_token } = await ann.tokens
    .create({ name: 'writer', scope: 'read write' })
    .then(({ token }) => token as never as { access_token: string })
  const copy = await newBoard(there)
  const writer = connectAs(there, access_token)
  const without = await importInto(writer, copy, archive)
  assert.deepEqual(
    without.report?.left_out.map(({ code, count }) => [code, count]),
    [['comments_not_allowed', 1]],
  )
  assert.equal((await listQueuedMails(there, bob.id)).length, before)
})

test('[IMP-21] [EXP-21] a board is restored unchanged from JSON Canvas, without its files', async () => {
  const there = await world()
  const { ann, board } = there
  await fullBoard(there)
  const content = await boardContent(there, ann, board)
  const written = writeJsonCanvas(content)
  const copy = await newBoard(there)
  const done = await importInto(ann, copy, written, { name: 'board.canvas' })
  assert.deepEqual([done.state, done.report?.created], ['done', 12])
  const [before, after] = [await normalize(there, ann, board), await normalize(there, ann, copy)]
  const isFile = (object: { kind: string }) => ['image', 'document'].includes(object.kind)
  for (const [index, object] of before.objects.entries())
    if (isFile(object))
      assert.deepEqual([after.objects[index].kind, after.objects[index].text], ['shape', object.name ?? object.title])
    else assert.deepEqual(withoutPath(after.objects[index]), withoutPath(object))
})

/** Only the path to an object whose box differs, because its file is missing, is different. */
const withoutPath = ({ points, box, ...object }: Record<string, unknown>) =>
  object.kind === 'connector' ? object : { points, box, ...object }

const connectAs = (there: World, token: string) => connect({ url: there.url, token, retries: 0 }) as Person
