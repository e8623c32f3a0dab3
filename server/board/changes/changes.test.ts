// Many changes in one request: all of them or none, in their order.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change, ListedChange } from '@tessera/client'
import { refused } from '../../testing/assert-refused.ts'
import { stateOf } from '../../testing/database-state.ts'
import { makeDatabaseFail } from '../../testing/failing-database.ts'
import { readSample } from '../../testing/sample-file.ts'
import { type Person, world, worldWith } from '../../testing/world.ts'

const note = (text: string): Change => ({ op: 'create', kind: 'note', data: { text } })

test('[CHG-5] [CHG-7] results come in the order of the changes, each with its event', async () => {
  const { ann, board } = await world()
  const { note: old } = await ann.notes.create(board, { text: 'old' })
  const { note: going } = await ann.notes.create(board, { text: 'going' })
  const { stroke } = await ann.strokes.createOn(board, 'notes', going.id, { points: [0, 0] })
  const { results } = await ann.objects.change(board, {
    changes: [
      note('first'),
      { op: 'update', id: old.id, data: { text: 'newer', x: 4 } },
      { op: 'delete', id: going.id },
      { op: 'create', kind: 'text', data: { text: 'word' } },
      { op: 'create', kind: 'browser', data: { url: 'https://example.com' } },
      { op: 'create', kind: 'canvas', data: { name: 'area' } },
      { op: 'create', kind: 'stroke', data: { points: [1, 2], brushSize: 3 } },
      { op: 'update', id: old.id, data: { text: 'newest' } },
      { op: 'update', id: old.id, data: {} },
    ],
  })
  const shown = results as Record<string, { id: string; version: number; text?: string; size?: number }>[]
  assert.deepEqual(
    shown.map(result => Object.keys(result).join()),
    ['note', 'note', 'id,deleted', 'text', 'browser', 'canvas', 'stroke', 'note', 'note'],
  )
  assert.deepEqual(results[2], { id: going.id, deleted: true })
  assert.deepEqual([shown[1]?.note?.version, shown[7]?.note?.version, shown[8]?.note?.version], [2, 3, 3])
  assert.deepEqual([shown[1]?.note?.text, shown[7]?.note?.text, shown[6]?.stroke?.size], ['newer', 'newest', 3])
  const { events } = await ann.events.list(board, { after: 3 })
  const types =
    'NOTE_CREATE NOTE_UPDATE STROKE_DELETE NOTE_DELETE TEXT_CREATE BROWSER_CREATE CANVAS_CREATE STROKE_CREATE NOTE_UPDATE'
  assert.deepEqual(
    events.map(event => event.type),
    types.split(' '),
  )
  assert.deepEqual(
    events.map(event => event.seq),
    [4, 5, 6, 7, 8, 9, 10, 11, 12],
  )
  assert.equal(events[2]?.stroke?.id, stroke.id)
  assert.deepEqual((await ann.notes.get(board, old.id)).note, shown[7]?.note)
})

test('[CHG-5] a list holds 1 to 1,000 changes', async () => {
  const { ann, board, dependencies } = await world()
  const before = await stateOf(dependencies.db)
  const changes = Array.from({ length: 1_000 }, (_, index) => note(`number ${index}`))
  await refused(ann.objects.change(board, { changes: [] }), 400, 'BadRequest', 'changes')
  await refused(ann.objects.change(board, { changes: [...changes, note('one more')] }), 400, 'BadRequest', 'changes')
  assert.deepEqual(await stateOf(dependencies.db), before)
  const { results } = await ann.objects.change(board, { changes })
  assert.equal(results.length, 1_000)
  const texts: string[] = []
  for await (const one of ann.notes.list.all(board)) texts.push(one.text)
  assert.deepEqual(
    texts,
    changes.map((_, index) => `number ${index}`),
  )
  const { events } = await ann.events.list(board, { limit: 1_000 })
  assert.deepEqual(
    events.map(event => event.seq),
    changes.map((_, index) => index + 1),
  )
})

test('[CHG-5] the order and group entries of a list name at most 1,000 objects together', async () => {
  const { ann, board, dependencies } = await world()
  const { results } = await ann.objects.change(board, { changes: Array.from({ length: 1_000 }, () => note('one')) })
  const ids = results.map(result => (result as { note: { id: string } }).note.id)
  const before = await stateOf(dependencies.db)
  const order = (list: string[]) => ({ op: 'order' as const, ids: list, to: 'front' as const })
  const group = (list: string[]) => ({ op: 'group' as const, ids: list })
  const tooMany = [
    { changes: [order([...ids, 'f'.repeat(24)])], field: 'changes[0].ids' },
    { changes: [group([...ids, 'f'.repeat(24)])], field: 'changes[0].ids' },
    { changes: [group(ids.slice(0, 2)), note('between'), order(ids.slice(1))], field: 'changes[2].ids' },
  ]
  for (const { changes, field } of tooMany)
    await refused(ann.objects.change(board, { changes }), 400, 'BadRequest', field)
  assert.deepEqual(await stateOf(dependencies.db), before)
  const { results: grouped } = await ann.objects.change(board, {
    changes: [group(ids.slice(0, 2)), order(ids.slice(2))],
  })
  assert.equal((grouped[1] as { ids: string[] }).ids.length, 998)
})

test('[CHG-6] if one change is invalid, none is made, and the error names its index', async () => {
  const { ann, bob, board, dependencies, organization } = await world()
  const { note: mine } = await ann.notes.create(board, { text: 'mine', pin: true })
  const otherBoard = await ann.workspaces.create(organization, { name: 'Other' })
  const { note: foreignNote } = await ann.notes.create(otherBoard.workspace.properties.uid, {
    text: 'on another board',
  })
  const { stroke } = await ann.strokes.create(board, { points: [0, 0] })
  const before = await stateOf(dependencies.db)
  const invalid: [unknown, ...string[]][] = [
    [{ op: 'create', kind: 'note', data: { scale: 9, pin: 'no' } }, 'data.text', 'data.pin', 'data.scale'],
    [{ op: 'create', kind: 'note' }, 'data.text'],
    [{ op: 'create', data: { text: 'x' } }, 'kind'],
    [{ op: 'create', kind: 'comment', data: { text: 'x' } }, 'kind'],
    [{ op: 'create', kind: 'image', data: { url: 'https://example.com/x.png' } }, 'kind'],
    [{ op: 'create', kind: 'document', data: { title: 'x' } }, 'kind'],
    [{ op: 'create', kind: 'stroke', data: { points: [1, 2, 3] } }, 'data.points'],
    [{ op: 'update', data: { x: 1 } }, 'id'],
    [{ op: 'update', id: 'short', data: { x: 1 } }, 'id'],
    [{ op: 'update', id: 'f'.repeat(24), data: { x: 1 } }, 'id'],
    [{ op: 'update', id: foreignNote.id, data: { x: 1 } }, 'id'],
    [{ op: 'update', id: mine.id, data: { x: 1 } }, 'data.x'],
    [{ op: 'update', id: mine.id, data: { scale: 5 } }, 'data.scale'],
    [{ op: 'update', id: mine.id, data: 'x' }, 'data'],
    [{ op: 'update', id: mine.id, version: 2, data: { text: 'x' } }, 'version'],
    [{ op: 'delete', id: mine.id, version: 2 }, 'version'],
    [{ op: 'delete', id: foreignNote.id }, 'id'],
    [{ op: 'delete' }, 'id'],
    [{ op: 'replace', id: mine.id }, 'op'],
    [{}, 'op'],
  ]
  for (const [change, ...fields] of invalid) {
    const changes = [note('would be fine'), { op: 'delete', id: stroke.id }, change, note('fine too')] as Change[]
    const named = fields.map(field => `changes[2].${field}`)
    const { message } = await refused(bob.objects.change(board, { changes }), 400, 'BadRequest', ...named)
    assert.match(message, /changes\[2\]/)
  }
  for (const change of [null, 7, 'delete', []] as unknown as Change[])
    await assert.rejects(bob.objects.change(board, { changes: [note('fine'), change] }), {
      status: 400,
      message: /changes\[1\]/,
    })
  const twice: Change[] = [{ op: 'delete', id: stroke.id }, note('fine'), { op: 'delete', id: stroke.id }]
  await refused(ann.objects.change(board, { changes: twice }), 400, 'BadRequest', 'changes[2].id')
  assert.deepEqual(await stateOf(dependencies.db), before)
})

test('[CHG-6] all refused entries are named at once, for any reason', async () => {
  const { ann, board, dependencies } = await world()
  const { note: pinned } = await ann.notes.create(board, { text: 'pinned', pin: true })
  const before = await stateOf(dependencies.db)
  const changes = [
    note('fine'),
    { op: 'replace' },
    7,
    { op: 'create', kind: 'note', data: { text: 'x', backgroundColor: 'Pink' } },
    { op: 'create', kind: 'stroke', data: { points: [1, 2, 3] } },
    { op: 'update', id: 'f'.repeat(24), data: { x: 1 } },
    { op: 'update', id: pinned.id, data: { x: 1, y: 1 } },
    { op: 'delete', id: pinned.id, version: 7 },
  ] as Change[]
  const fields = [
    'changes[1].op',
    'changes[2]',
    'changes[3].data.backgroundColor',
    'changes[4].data.points',
    'changes[5].id',
    'changes[6].data.x',
    'changes[6].data.y',
    'changes[7].version',
  ]
  const { message } = await refused(ann.objects.change(board, { changes }), 400, 'BadRequest', ...fields)
  assert.match(message, /changes\[3\]\.data\.backgroundColor must be one of Beige, Blue, Gold, Grey, Red, Teal, Yellow/)
  assert.deepEqual(await stateOf(dependencies.db), before)
})

test('[CHG-7] a change sees the effect of the changes before it', async () => {
  const { ann, board } = await world()
  const { note: one } = await ann.notes.create(board, { text: 'one', pin: true })
  const unpinned: Change[] = [
    { op: 'update', id: one.id, data: { pin: false } },
    { op: 'update', id: one.id, version: 2, data: { x: 7 } },
    { op: 'update', id: one.id, version: 3, data: { pin: true } },
    { op: 'delete', id: one.id, version: 4 },
  ]
  assert.equal((await ann.objects.change(board, { changes: unpinned })).results.length, 4)
  await refused(ann.notes.get(board, one.id), 404, 'ResourceNotFound')
  const { objects } = await ann.objects.list(board, { at: 3 })
  assert.deepEqual(
    objects.map(object => (object as { x?: number }).x),
    [7],
  )
})

test('[CHG-7] files are changed and deleted in a list like everything else', async () => {
  const { ann, board } = await world()
  const { image } = await ann.images.create(board, { image: await readSample('plain.png') })
  const changes: Change[] = [
    { op: 'update', id: image.id, data: { x: 3, title: 'ignored' } },
    { op: 'delete', id: image.id },
  ]
  const { results } = await ann.objects.change(board, { changes })
  const { image: moved } = results[0] as { image: typeof image }
  assert.deepEqual([moved.x, moved.version, moved.url.startsWith('http')], [3, 2, true])
  assert.equal('$' in moved, false, 'the stored facts of the file are not shown')
})

test('[CHG-7] [ROL-6] a list of changes needs the right to edit, too', async () => {
  const { ann, vic, eve, board, dependencies } = await world()
  const { note: one } = await ann.notes.create(board, { text: 'one' })
  const before = await stateOf(dependencies.db)
  const lists: Change[][] = [
    [note('x')],
    [{ op: 'update', id: one.id, data: { x: 1 } }],
    [{ op: 'delete', id: one.id }],
  ]
  for (const changes of lists) {
    await refused(vic.objects.change(board, { changes }), 403, 'ForbiddenError')
    await refused(eve.objects.change(board, { changes }), 404, 'ResourceNotFound')
  }
  assert.deepEqual(await stateOf(dependencies.db), before)
})

test('[CHG-12] [STO-4] of many concurrent changes, only the invalid ones fail', async () => {
  const { ann, bob, vic, board } = await world()
  const create = (person: Person, index: number) => person.notes.create(board, { text: `${index}` })
  const calls = Array.from({ length: 200 }, (_, index) => {
    if (index === 90) return vic.notes.create(board, { text: 'may not' })
    if (index === 100) return ann.notes.update(board, 'f'.repeat(24), { text: 'is not there' })
    if (index === 110) return ann.strokes.create(board, { points: [1, 2, 3] })
    if (index === 120)
      return ann.objects.change(board, { changes: [note('fine'), { op: 'delete', id: 'f'.repeat(24) }] })
    return create(index % 2 ? ann : bob, index)
  })
  const outcomes = await Promise.allSettled(calls)
  const failed = outcomes.flatMap((outcome, index) =>
    outcome.status === 'rejected' ? [[index, outcome.reason.status]] : [],
  )
  assert.deepEqual(failed, [
    [90, 403],
    [100, 404],
    [110, 400],
    [120, 400],
  ])
  const { events } = await ann.events.list(board, { limit: 1_000 })
  assert.deepEqual(
    events.map(event => event.seq),
    Array.from({ length: 196 }, (_, index) => index + 1),
  )
  assert.equal((await ann.notes.list(board)).total, 196)
  assert.equal(new Set(events.map(event => event.note?.text)).size, 196)
})

test('[STO-4] [CHG-12] a change that the database rejects fails no other change', async () => {
  const { ann, bob, board, dependencies } = await worldWith({})
  await makeDatabaseFail(dependencies.db)
  const texts = Array.from({ length: 60 }, (_, index) => (index === 30 ? 'refused' : `${index}`))
  const outcomes = await Promise.allSettled(
    texts.map((text, index) => (index % 2 ? ann : bob).notes.create(board, { text })),
  )
  const failed = outcomes.flatMap((outcome, index) =>
    outcome.status === 'rejected' ? [[index, outcome.reason.status]] : [],
  )
  assert.deepEqual(failed, [[30, 500]])
  const { events } = await ann.events.list(board, { limit: 1_000 })
  assert.deepEqual(
    events.map(event => event.seq),
    Array.from({ length: 59 }, (_, index) => index + 1),
  )
  assert.deepEqual(new Set(events.map(event => event.note?.text)), new Set(texts.filter(text => text !== 'refused')))
  assert.equal((await ann.notes.list(board)).total, 59)
})

test('[CHG-13] the reply says where in the log the changes are', async () => {
  const { ann, board } = await world()
  const made = await ann.objects.change(board, { changes: [note('one'), note('two')] })
  assert.deepEqual([made.seq_before, made.seq], [0, 2])
  const { note: one } = made.results[0] as { note: { id: string } }
  const same = await ann.objects.change(board, { changes: [{ op: 'update', id: one.id, data: { text: 'one' } }] })
  assert.deepEqual([same.seq_before, same.seq], [2, 2])
})

test('[CHG-14] of concurrent lists that expect the same seq one is made, the others change nothing', async () => {
  const { ann, bob, board } = await world()
  await ann.notes.create(board, { text: 'first' })
  const tries = await Promise.allSettled(
    [ann, bob, ann, bob].map((person, index) =>
      person.objects.change(board, { changes: [note(`${index}`)], if_seq: 1 }),
    ),
  )
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
  const error = await refused(
    ann.objects.change(board, { changes: [note('late')], if_seq: 1 }),
    412,
    'PreconditionFailed',
  )
  assert.match(error.message, /seq 2, not 1/)
  const { events } = await ann.events.list(board)
  assert.equal(events.length, 2)
  await ann.objects.change(board, { changes: [note('in time')], if_seq: 2 })
  await refused(ann.objects.change(board, { changes: [note('x')], if_seq: -1 }), 400, 'BadRequest', 'if_seq')
})

test('[CHG-15] a dry run replies like the real request, and changes nothing', async () => {
  const { ann, vic, board, dependencies } = await world()
  const { note: old } = await ann.notes.create(board, { text: 'old', pin: true })
  const { note: gone } = await ann.notes.create(board, { text: 'gone' })
  const before = await stateOf(dependencies.db)
  const changes: ListedChange[] = [
    { op: 'create', kind: 'note', data: { text: 'new' }, ref: 'new' },
    { op: 'create', kind: 'connector', data: { from: { id: { ref: 'new' } }, to: { id: old.id } } },
    { op: 'delete', id: gone.id },
    { op: 'group', ids: [old.id, { ref: 'new' }] },
    { op: 'order', ids: [old.id], to: 'front' },
    { op: 'create', kind: 'browser', data: { url: 'https://example.com' } },
  ]
  const shown = await ann.objects.change(board, { changes, dry_run: true })
  assert.deepEqual([shown.seq_before, shown.seq, shown.results.length], [2, 2, changes.length])
  const moved = { op: 'update' as const, id: old.id, data: { x: 9 } }
  await refused(
    ann.objects.change(board, { changes: [...changes, moved], dry_run: true }),
    400,
    'BadRequest',
    'changes[6].data.x',
  )
  await refused(ann.objects.change(board, { changes, dry_run: true, if_seq: 1 }), 412, 'PreconditionFailed')
  await refused(vic.objects.change(board, { changes, dry_run: true }), 403, 'ForbiddenError')
  assert.deepEqual(await stateOf(dependencies.db), before)
  const made = await ann.objects.change(board, { changes, dry_run: false, if_seq: 2 })
  const kindsOf = (results: readonly object[]) => results.map(result => Object.keys(result).join())
  assert.deepEqual(kindsOf(shown.results), kindsOf(made.results))
})

test('[CHG-15] a dry run between other requests of a batch leaves no trace in it', async () => {
  const { ann, board } = await world()
  const send = (text: string, dry_run: boolean) => ann.objects.change(board, { changes: [note(text)], dry_run })
  const replies = await Promise.all([send('a', false), send('b', true), send('c', false), send('d', true)])
  assert.deepEqual((await ann.notes.list(board)).notes.map(({ text }) => text).sort(), ['a', 'c'])
  assert.deepEqual(
    replies.map(({ seq, seq_before }) => seq - seq_before),
    [1, 0, 1, 0],
  )
})
