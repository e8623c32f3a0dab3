// Strokes on the board and on objects.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { stateOf } from '../../testing/database-state.ts'
import { readSample } from '../../testing/sample-file.ts'
import { world } from '../../testing/world.ts'

test('[KND-8] [STR-1] [STR-3] brushSize is returned as size, and a stroke on the board has no target', async () => {
  const { ann, board } = await world()
  const points = [-5, 0, 7, 1_000_000_000]
  const { stroke } = await ann.strokes.create(board, { points, brushSize: 33, penColor: 'Cyan', brushType: 'Eraser' })
  const { id, version, created_at, updated_at, order, group, ...fields } = stroke
  assert.deepEqual(fields, {
    penColor: 'Cyan',
    size: 33,
    brushType: 'Eraser',
    points,
    targetId: null,
    targetType: null,
  })
  assert.deepEqual((await ann.strokes.get(board, id)).stroke, stroke)
  assert.equal('brushSize' in stroke, false)
})

test('[STR-1] [STR-3] strokes on notes and images name their target and move with it unchanged', async () => {
  const { ann, board } = await world()
  const { note } = await ann.notes.create(board, { text: 'n' })
  const { image } = await ann.images.create(board, { image: await readSample('plain.png') })
  for (const [type, kind, target] of [
    ['notes', 'note', note],
    ['images', 'image', image],
  ] as const) {
    const { stroke } = await ann.strokes.createOn(board, type, target.id, { points: [1, 1, 2, 2] })
    assert.deepEqual([stroke.targetId, stroke.targetType, stroke.size], [target.id, kind, 10])
    await ann[type].update(board, target.id, { x: 400, y: 400 })
    assert.deepEqual((await ann.strokes.get(board, stroke.id)).stroke, stroke)
    const { events } = await ann.events.list(board, { limit: 1_000 })
    assert.deepEqual(
      events.find(event => event.stroke?.id === stroke.id)?.stroke,
      stroke,
      'the log names the target too',
    )
    assert.deepEqual(await ann.strokes.delete(board, stroke.id), { message: 'The stroke was deleted' })
    await refused(ann.strokes.get(board, stroke.id), 404, 'ResourceNotFound')
  }
})

test('[STR-4] a stroke with a target is drawn on it, in a single request and in a list of changes', async () => {
  const { ann, board, organization, dependencies } = await world()
  const { note } = await ann.notes.create(board, { text: 'n' })
  const { text } = await ann.texts.create(board, { text: 't' })
  const otherBoard = await ann.workspaces.create(organization, { name: 'Other' })
  const { note: foreignNote } = await ann.notes.create(otherBoard.workspace.properties.uid, {
    text: 'on another board',
  })
  const data = { points: [1, 1, 2, 2], targetId: note.id }
  const { stroke } = await ann.strokes.create(board, data)
  assert.deepEqual([stroke.targetId, stroke.targetType], [note.id, 'note'])
  const { results } = await ann.objects.change(board, { changes: [{ op: 'create', kind: 'stroke', data }] })
  const { stroke: listed } = results[0] as { stroke: typeof stroke }
  assert.deepEqual([listed.targetId, listed.targetType], [note.id, 'note'])
  const { stroke: onPath } = await ann.strokes.createOn(board, 'notes', note.id, { ...data, targetId: text.id })
  assert.equal(onPath.targetId, note.id)
  const { stroke: free } = await ann.strokes.create(board, { points: [0, 0], targetId: null })
  assert.deepEqual([free.targetId, free.targetType], [null, null])
  const before = await stateOf(dependencies.db)
  for (const targetId of [text.id, stroke.id, foreignNote.id, 'f'.repeat(24)])
    await refused(ann.strokes.create(board, { points: [0, 0], targetId }), 400, 'BadRequest', 'targetId')
  assert.deepEqual(await stateOf(dependencies.db), before)
  await ann.notes.delete(board, note.id)
  assert.equal((await ann.strokes.list(board)).total, 1)
})

test('[STR-1] nothing else can be drawn on', async () => {
  const made = await world()
  const { ann, board, organization, dependencies } = made
  const { text } = await ann.texts.create(board, { text: 't' })
  const { browser } = await ann.browsers.create(board, { url: 'https://example.com' })
  const { canvas } = await ann.canvases.create(board, { name: 'c' })
  const { stroke } = await ann.strokes.create(board, { points: [0, 0] })
  const { note } = await ann.notes.create(board, { text: 'n' })
  const { document } = await ann.documents.create(board, { document: await readSample('page.pdf'), title: 'd' })
  const otherBoard = await ann.workspaces.create(organization, { name: 'Other' })
  const { note: foreignNote } = await ann.notes.create(otherBoard.workspace.properties.uid, {
    text: 'on another board',
  })
  const before = await stateOf(dependencies.db)
  const targets = [
    ['text', text.id],
    ['browsers', browser.id],
    ['canvas', canvas.id],
    ['strokes', stroke.id],
    ['documents', document.id],
    ['workspaces', board],
    ['images', note.id],
    ['notes', 'f'.repeat(24)],
    ['notes', foreignNote.id],
    ['note', note.id],
  ] as const
  for (const [type, id] of targets)
    await refused(ann.strokes.createOn(board, type, id, { points: [0, 0] }), 404, 'ResourceNotFound')
  assert.deepEqual(await stateOf(dependencies.db), before)
})

test('[STR-2] points are an even number of 2 to 20,000 integers within the limits of x and y', async () => {
  const { ann, board, send } = await world()
  const most = Array.from({ length: 20_000 }, (_, index) => index - 10_000)
  assert.deepEqual((await ann.strokes.create(board, { points: most })).stroke.points, most)
  assert.deepEqual((await ann.strokes.create(board, { points: [3, 4] })).stroke.points, [3, 4])
  const { note } = await ann.notes.create(board, { text: 'n' })
  const draw = (points: unknown) => [
    () => ann.strokes.create(board, { points: points as number[] }),
    () => ann.strokes.createOn(board, 'notes', note.id, { points: points as number[] }),
  ]
  for (const points of [[], [1, 2, 3], [...most, 1, 2], '1,2', {}, 7])
    for (const call of draw(points)) await refused(call(), 400, 'BadRequest', 'points')
  await refused(ann.strokes.create(board, { points: [1] }), 400, 'BadRequest', 'points')
  for (const wrong of [1.5, '1', null, [1], {}, 1_000_000_001, -1_000_000_001])
    for (const call of draw([0, wrong])) await refused(call(), 400, 'BadRequest', 'points[1]')
  const path = `/api/workspaces/${board}/strokes`
  const headers = { 'content-type': 'application/json' }
  for (const number of ['9007199254740993', '1e400', '-1e400']) {
    const reply = await send(path, { as: ann, method: 'POST', headers, body: `{"points":[0,${number}]}` })
    assert.equal(reply.status, 400)
  }
  assert.equal((await ann.strokes.list(board)).total, 2)
})

test('[STR-5] the color, size and points of a stroke can be changed, alone, in a list and on an object', async () => {
  const { ann, board } = await world()
  const { note } = await ann.notes.create(board, { text: 'n' })
  const { stroke: free } = await ann.strokes.create(board, { points: [0, 0, 5, 5], brushType: 'Highlighter' })
  const { stroke: drawnOn } = await ann.strokes.createOn(board, 'notes', note.id, { points: [1, 1, 2, 2] })
  const { stroke: after } = await ann.strokes.update(board, free.id, { points: [9, 8], brushSize: 77 })
  assert.deepEqual(after, { ...free, points: [9, 8], size: 77, version: 2, updated_at: after.updated_at })
  assert.deepEqual((await ann.strokes.get(board, free.id)).stroke, after)
  const data = { penColor: 'Red', points: [3, 3], targetId: null, brushType: 'Eraser' }
  const { results } = await ann.objects.change(board, { changes: [{ op: 'update', id: drawnOn.id, data }] })
  const { stroke: recolored } = results[0] as { stroke: typeof drawnOn }
  const expected = { ...drawnOn, penColor: 'Red', points: [3, 3], version: 2, updated_at: recolored.updated_at }
  assert.deepEqual(recolored, expected)
  const { events } = await ann.events.list(board, { limit: 1_000 })
  const updates = events.filter(event => event.type === 'STROKE_UPDATE').map(event => event.stroke)
  assert.deepEqual(updates, [after, recolored])
})

test('[STR-5] an update of a stroke that changes nothing or is wrong leaves no trace', async () => {
  const { ann, board, dependencies } = await world()
  const { stroke } = await ann.strokes.create(board, { points: [0, 0, 5, 5], brushSize: 7 })
  const before = await stateOf(dependencies.db)
  const same = await ann.strokes.update(board, stroke.id, { points: [0, 0, 5, 5], brushSize: 7, penColor: 'White' })
  assert.deepEqual(same.stroke, stroke)
  for (const points of [[], [1], [1, 2, 3], ['a', 1]]) {
    const data = { points: points as number[] }
    const field = points[0] === 'a' ? 'points[0]' : 'points'
    await refused(ann.strokes.update(board, stroke.id, data), 400, 'BadRequest', field)
    const changes = [{ op: 'update', id: stroke.id, data }] as const
    await refused(ann.objects.change(board, { changes: [...changes] }), 400, 'BadRequest', `changes[0].data.${field}`)
  }
  await refused(ann.strokes.update(board, stroke.id, { brushSize: 101 }), 400, 'BadRequest', 'brushSize')
  assert.deepEqual(await stateOf(dependencies.db), before)
})
