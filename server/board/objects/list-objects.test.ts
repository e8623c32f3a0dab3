// The list of objects of all kinds, and its filters.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '@tessera/client'
import { kindNames } from '@tessera/contract'
import { createAny } from '../../testing/any-kind.ts'
import { refused } from '../../testing/assert-refused.ts'
import { workspaceIdOf } from '../../testing/members.ts'
import { readSample } from '../../testing/sample-file.ts'
import { nextMillisecond } from '../../testing/until.ts'
import { type World, world } from '../../testing/world.ts'
import { listObjects } from '../records/object-list-store.ts'

type Query = Parameters<World['ann']['objects']['list']>[1]

const idsOf = async ({ vic, board }: World, query: Query) =>
  (await vic.objects.list(board, query)).objects.map(object => object.id)

test('[CHG-2] the list has objects of all kinds, each with its kind and the fields of its record', async () => {
  const made = await world()
  const records = []
  for (const kind of kindNames) records.push({ kind, ...(await createAny(made.ann, kind, made.board)) })
  const { objects, next_cursor } = await made.ann.objects.list(made.board)
  assert.equal(next_cursor, null)
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value).replace(/\/files\/[^"]*/g, ''))
  assert.deepEqual(plain(objects), plain(records))
  for (const [index, kind] of kindNames.entries())
    assert.deepEqual(await idsOf(made, { kind }), [records[index]?.id], kind)
  await refused(made.vic.objects.list(made.board, { kind: 'comment' as never }), 400, 'BadRequest', 'kind')
  await refused(made.eve.objects.list(made.board), 404, 'ResourceNotFound')
})

test('[CHG-2] a cursor visits every object once, even while others are created and deleted', async () => {
  const made = await world()
  const { ann, board } = made
  const create = (text: string): Change => ({ op: 'create', kind: 'note', data: { text } })
  await ann.objects.change(board, { changes: Array.from({ length: 1_000 }, (_, index) => create(`${index}`)) })
  await ann.objects.change(board, { changes: Array.from({ length: 5 }, (_, index) => create(`late ${index}`)) })
  for (const limit of [undefined, 1_000, 5_000]) {
    const page = await ann.objects.list(board, limit === undefined ? {} : { limit })
    assert.equal(page.objects.length, 1_000, 'at most a thousand, which is the default')
    assert.equal(page.next_cursor, page.objects.at(-1)?.id)
  }
  const seen: string[] = []
  for await (const object of ann.objects.list.all(board, { limit: 250 })) {
    if (seen.length === 300)
      await ann.objects.change(board, { changes: [{ op: 'delete', id: seen[0] as string }, create('new')] })
    seen.push(object.id)
  }
  assert.equal(seen.length, 1_006)
  assert.equal(new Set(seen).size, seen.length)
  assert.deepEqual(seen, [...seen].sort())
  for (const limit of [0, -1, 1.5]) await refused(ann.objects.list(board, { limit }), 400, 'BadRequest', 'limit')
  for (const cursor of ['x', 'f'.repeat(23), `${'f'.repeat(24)}'`, '%'])
    await refused(ann.objects.list(board, { cursor }), 400, 'BadRequest', 'cursor')
  assert.deepEqual((await ann.objects.list(board, { cursor: 'f'.repeat(24) })).objects, [])
})

test('[CHG-3] [OBJ-5] [STR-3] a box selects objects whose visible rectangle it touches, and strokes with their object', async () => {
  const made = await world()
  const { ann, board } = made
  const { note } = await ann.notes.create(board, { text: 'n', x: 1_000, y: 1_000, scale: 0.5 })
  const { canvas } = await ann.canvases.create(board, { name: 'c', x: -500, y: -500, width: 100, height: 100 })
  const { stroke: free } = await ann.strokes.create(board, { points: [5_000, 5_000, 5_100, 5_000], brushSize: 10 })
  const { stroke: attached } = await ann.strokes.createOn(board, 'notes', note.id, { points: [5_000, 5_000] })
  const { browser } = await ann.browsers.create(board, { url: 'http://a', x: 1_000_000_000, y: 1_000_000_000 })
  const onNote = [note.id, attached.id]
  const boxes: [string, string[]][] = [
    ['1279,1159,2000,2000', onNote],
    ['1280,1160,2000,2000', onNote],
    ['1281,1161,2000,2000', []],
    ['2000,2000,1279,1159', onNote],
    ['999,999,1000,1000', onNote],
    ['-450,-450,-450,-450', [canvas.id]],
    ['-399,-450,0,0', []],
    ['5050,5000,5050,5000', [free.id]],
    ['1000000000,1000000000,1000000000,1000000000', [browser.id]],
    ['-9999999999,-9999999999,9999999999,9999999999', [note.id, canvas.id, free.id, attached.id, browser.id]],
  ]
  for (const [box, ids] of boxes) assert.deepEqual(await idsOf(made, { box }), ids, box)
  await ann.notes.update(board, note.id, { x: 0, y: 0, scale: 4 })
  assert.deepEqual(await idsOf(made, { box: '2239,1279,3000,3000' }), onNote, 'it moves and grows with the object')
  assert.deepEqual(await idsOf(made, { box: '2239,1279,3000,3000', kind: 'note' }), [note.id])
  for (const box of ['', ' ', '1,2,3', '1,2,3,4,5', 'a,b,c,d', '1.5,2,3,4', '1,2,3,4;drop', 'NaN,0,0,0', '1e5,0,0,0'])
    if (box !== '') await refused(ann.objects.list(board, { box }), 400, 'BadRequest', 'box')
})

test('[CHG-3] a text that has grown is found at its new extent', async () => {
  const made = await world()
  const { text } = await made.ann.texts.create(made.board, { text: 'a' })
  const box = `${text.width + 50},0,${text.width + 60},10`
  assert.deepEqual(await idsOf(made, { box }), [])
  await made.ann.texts.update(made.board, text.id, { text: 'a good deal longer than a single character' })
  assert.deepEqual(await idsOf(made, { box }), [text.id])
})

test('[CHG-3] updated_since selects objects changed at or after that time', async () => {
  const made = await world()
  const { ann, board } = made
  const { note: old } = await ann.notes.create(board, { text: 'old' })
  await nextMillisecond()
  const { note: newer } = await ann.notes.create(board, { text: 'newer' })
  assert.deepEqual(await idsOf(made, { updated_since: newer.created_at }), [newer.id])
  assert.deepEqual(await idsOf(made, { updated_since: old.created_at }), [old.id, newer.id])
  const inOtherZone = new Date(Date.parse(newer.created_at) + 2 * 3_600_000).toISOString().replace('Z', '+02:00')
  assert.deepEqual(await idsOf(made, { updated_since: inOtherZone }), [newer.id])
  await nextMillisecond()
  const { note: changed } = await ann.notes.update(board, old.id, { x: 1 })
  assert.deepEqual(await idsOf(made, { updated_since: changed.updated_at }), [old.id])
  assert.deepEqual(await idsOf(made, { updated_since: '0000-01-01T00:00:00+23:59' }), [old.id, newer.id])
  assert.deepEqual(await idsOf(made, { updated_since: '9999-12-31T23:59:59-23:59' }), [])
  for (const time of [
    'yesterday',
    '2026-01-01',
    '2026-02-30T00:00:00Z',
    '2016-12-31T23:59:60Z',
    '2026-01-01T00:00:00',
    '0',
  ])
    await refused(ann.objects.list(board, { updated_since: time }), 400, 'BadRequest', 'updated_since')
})

test('[CHG-3] query finds texts, titles, names and URLs, in any case, with % and _ taken literally', async () => {
  const made = await world()
  const { ann, board } = made
  const { note } = await ann.notes.create(board, { text: 'Fifty % of ÄRGER_and\\more' })
  const { text } = await ann.texts.create(board, { text: 'fifty percent ärger and more' })
  const { canvas } = await ann.canvases.create(board, { name: 'Ärger area' })
  const { browser } = await ann.browsers.create(board, { url: 'https://example.com/FIFTY' })
  const { document } = await ann.documents.create(board, {
    document: await readSample('page.pdf'),
    title: 'Fifty pages',
  })
  await ann.strokes.create(board, { points: [50, 50] })
  const words: [string, string[]][] = [
    ['fifty', [note.id, text.id, browser.id, document.id]],
    ['ärger', [note.id, text.id, canvas.id]],
    ['%', [note.id]],
    ['_', [note.id]],
    ['\\', [note.id]],
    ['R_a', [note.id]],
    ['f%y', []],
    ["' or 1=1 --", []],
    ['EXAMPLE.com', [browser.id]],
  ]
  for (const [query, ids] of words) assert.deepEqual(await idsOf(made, { query }), ids, query)
  assert.deepEqual(await idsOf(made, { query: 'fifty', kind: 'document' }), [document.id])
  await ann.notes.update(board, note.id, { text: 'something else' })
  assert.deepEqual(await idsOf(made, { query: '%' }), [])
  await refused(ann.objects.list(board, { query: 'x'.repeat(1_025) }), 400, 'BadRequest', 'query')
})

test('[CHG-3] [KND-20] query finds texts as they are read: without marks and without the addresses behind labels', async () => {
  const made = await world()
  const { ann, board } = made
  const marked = 'a **very** _good_ [plan](https://example.org/hidden)\n- first \\*item\\*'
  const { note } = await ann.notes.create(board, { text: marked })
  const { text } = await ann.texts.create(board, { text: marked })
  const { shape } = await ann.shapes.create(board, { text: 'plain' })
  const { canvas } = await ann.canvases.create(board, { name: 'a **very** plain name' })
  await ann.shapes.update(board, shape.id, { text: 'see https://example.org/shown and **more**' })
  const words: [string, string[]][] = [
    ['very good plan', [note.id, text.id]],
    ['first *item*', [note.id, text.id]],
    ['- first', []],
    ['hidden', []],
    ['_good', []],
    ['](', []],
    ['example.org/SHOWN and more', [shape.id]],
    ['**', [canvas.id]],
  ]
  for (const [query, ids] of words) assert.deepEqual(await idsOf(made, { query }), ids, query)
})

test('[EVT-8] a filter finds what lies on either side of a step, in order, and others run in between', async () => {
  const { ann, board, dependencies } = await world()
  const count = 2_600
  const found = new Set([0, 2_498, 2_499, 2_500, 2_599])
  const texts = Array.from({ length: count }, (_, index) => (found.has(index) ? `needle ${index}` : 'straw'))
  for (let from = 0; from < count; from += 650) {
    const changes = texts.slice(from, from + 650).map(text => ({ op: 'create', kind: 'note', data: { text } }) as const)
    await ann.objects.change(board, { changes })
  }
  const expected = [...found].map(index => `needle ${index}`)
  const list = async (query: Query) => {
    const all = await Array.fromAsync(ann.objects.list.all(board, query))
    return all.map(object => (object.kind === 'note' ? object.text : ''))
  }
  for (const limit of [1, 3, 1_000]) {
    assert.deepEqual(await list({ query: 'needle', limit }), expected)
    assert.deepEqual(await list({ query: 'needle', kind: 'note', limit }), expected)
  }
  assert.equal((await list({ box: '-10000000,-10000000,10000000,10000000' })).length, count)
  const id = await workspaceIdOf(dependencies.db, board)
  let hadTurn = false
  setImmediate(() => {
    hadTurn = true
  })
  assert.deepEqual(await listObjects(dependencies.db.read, id, { query: 'nothing like this', limit: 10 }), [])
  assert.equal(hadTurn, true)
})
