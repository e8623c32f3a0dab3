// The stacking order and groups, through the operation for lists of changes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { type World, world } from '../../testing/world.ts'

async function notes({ ann, board }: World, count: number): Promise<string[]> {
  const changes = Array.from({ length: count }, (_, index) => ({
    op: 'create' as const,
    kind: 'note' as const,
    data: { text: `${index}` },
  }))
  const { results } = await ann.objects.change(board, { changes })
  return results.map(result => (result as { note: { id: string } }).note.id)
}

/** The texts of the notes from back to front. */
async function stack({ ann, board }: World): Promise<string> {
  const { notes } = await ann.notes.list(board, { limit: 100 })
  return notes
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .map(note => note.text)
    .join('')
}

test('[OBJ-20] new objects lie in front, and restacking keeps the order of the objects among themselves', async () => {
  const made = await world()
  const { ann, board } = made
  const ids = await notes(made, 5)
  const [a, b, c, d] = ids as [string, string, string, string]
  const order = async (change: object) => {
    await ann.objects.change(board, { changes: [{ op: 'order', ...change } as never] })
    return await stack(made)
  }
  assert.equal(await stack(made), '01234')
  assert.equal(await order({ ids: [c, a], to: 'front' }), '13402')
  assert.equal(await order({ ids: [d, c], to: 'back' }), '32140')
  assert.equal(await order({ ids: [d], to: 'forward' }), '23140')
  assert.equal(await order({ ids: [b], to: 'backward' }), '21340')
  assert.equal(await order({ ids: [b, c], above: a }), '34021')
  assert.equal(await order({ ids: [a], below: d }), '03421')
  await notes(made, 1)
  assert.equal(await stack(made), '034210')
})

test('[OBJ-20] one event for each object whose order changed, and canvases lie behind everything', async () => {
  const made = await world()
  const { ann, board } = made
  const [a, b] = (await notes(made, 3)) as [string, string]
  const { canvas } = await ann.canvases.create(board, { name: 'Area' })
  const { note } = await ann.notes.get(board, a)
  assert.ok(canvas.order < note.order)
  const before = (await ann.events.list(board, { limit: 100 })).events.length
  const { results } = await ann.objects.change(board, { changes: [{ op: 'order', ids: [a, b], to: 'front' }] })
  const [result] = results as [{ ids: string[]; order: string[] }]
  assert.deepEqual(result.ids, [a, b])
  const { events } = await ann.events.list(board, { limit: 100 })
  assert.deepEqual(
    events.slice(before).map(({ type, note }) => [type, note?.id, note?.order]),
    [
      ['NOTE_UPDATE', a, result.order[0]],
      ['NOTE_UPDATE', b, result.order[1]],
    ],
  )
  await refused(
    ann.objects.change(board, { changes: [{ op: 'order', ids: [canvas.id], above: a }] }),
    400,
    'BadRequest',
    'changes[0].above',
  )
})

test('[OBJ-21] [OBJ-25] an object is in at most one group, and a group of one is dissolved', async () => {
  const made = await world()
  const { ann, board } = made
  const [a, b, c, d] = (await notes(made, 4)) as [string, string, string, string]
  const groupOf = async (id: string) => (await ann.notes.get(board, id)).note.group
  const change = async (...changes: object[]) =>
    (await ann.objects.change(board, { changes: changes as never })).results
  const [first] = (await change({ op: 'group', ids: [a, b, c] })) as [{ group: string; ids: string[] }]
  assert.deepEqual(first.ids, [a, b, c])
  assert.equal(await groupOf(b), first.group)
  await change({ op: 'group', ids: [a, b, d] })
  assert.equal(await groupOf(c), null)
  await change({ op: 'delete', id: a }, { op: 'delete', id: d })
  assert.equal(await groupOf(b), null)
  await change({ op: 'restore', id: a })
  assert.equal(await groupOf(a), null)
  const [again] = (await change({ op: 'group', ids: [a, b] })) as [{ group: string }]
  assert.deepEqual(await change({ op: 'ungroup', group: again.group }), [{ ids: [a, b] }])
  await refused(
    ann.objects.change(board, { changes: [{ op: 'ungroup', group: again.group }] }),
    400,
    'BadRequest',
    'changes[0].group',
  )
  await refused(
    ann.objects.change(board, { changes: [{ op: 'group', ids: [a] }] }),
    400,
    'BadRequest',
    'changes[0].ids',
  )
})

test('[OBJ-22] names in a list stand for the objects it creates', async () => {
  const { ann, board } = await world()
  const { results } = await ann.objects.change(board, {
    changes: [
      { op: 'create', kind: 'shape', data: { text: 'A' }, ref: 'a' },
      { op: 'create', kind: 'shape', data: { text: 'B', x: 600 }, ref: 'b' },
      {
        op: 'create',
        kind: 'connector',
        data: { from: { id: { ref: 'a' } }, to: { id: { ref: 'b' }, anchor: 'left' } },
      },
      { op: 'group', ids: [{ ref: 'a' }, { ref: 'b' }] },
      { op: 'update', id: { ref: 'a' }, data: { text: 'first' } },
    ],
  })
  const [a, b, { connector }] = results as never as [
    { shape: { id: string } },
    { shape: { id: string } },
    { connector: never },
  ]
  const { from, to, points } = connector as { from: object; to: object; points: number[][] }
  assert.deepEqual(
    [from, to],
    [
      { id: a.shape.id, anchor: 'auto' },
      { id: b.shape.id, anchor: 'left' },
    ],
  )
  assert.deepEqual(points, [
    [240, 80],
    [600, 80],
  ])
  assert.equal((await ann.shapes.get(board, a.shape.id)).shape.text, 'first')
  await refused(
    ann.objects.change(board, { changes: [{ op: 'delete', id: { ref: 'nothing' } }] }),
    400,
    'BadRequest',
    'changes[0].id',
  )
})

test('[OBJ-20] [OBJ-21] [OBJ-22] [CHG-6] a wrong arrangement is a 400 that names what is wrong, and nothing changes', async () => {
  const made = await world()
  const { ann, board } = made
  const [a, b] = (await notes(made, 2)) as [string, string]
  const { stroke } = await ann.strokes.createOn(board, 'notes', a, { points: [0, 0, 1, 1] })
  const unknown = 'f'.repeat(24)
  const shape = { op: 'create', kind: 'shape', data: {}, ref: 'x' }
  const wrong: [object[], ...string[]][] = [
    [[{ op: 'order', ids: [], to: 'front' }], 'changes[0].ids'],
    [[{ op: 'order', ids: [a] }], 'changes[0].to'],
    [[{ op: 'order', ids: [a], to: 'front', above: b }], 'changes[0].to'],
    [[{ op: 'order', ids: [a], to: 'up' }], 'changes[0].to'],
    [[{ op: 'order', ids: [a, a], to: 'front' }], 'changes[0].ids[1]'],
    [[{ op: 'order', ids: [unknown, a, stroke.id], to: 'front' }], 'changes[0].ids[0]', 'changes[0].ids[2]'],
    [[{ op: 'order', ids: [a], above: a }], 'changes[0].above'],
    [[{ op: 'order', ids: [a], below: stroke.id }], 'changes[0].below'],
    [[{ op: 'order', ids: [a], above: unknown }], 'changes[0].above'],
    [[{ op: 'group', ids: [a, stroke.id] }], 'changes[0].ids[1]'],
    [[{ op: 'group', ids: [a, { ref: 'x' }] }], 'changes[0].ids[1]'],
    [[{ op: 'ungroup' }], 'changes[0].group'],
    [[{ op: 'ungroup', group: unknown }], 'changes[0].group'],
    [[shape, shape], 'changes[1].ref'],
    [[{ ...shape, ref: 'no blanks' }], 'changes[0].ref'],
    [
      [{ op: 'create', kind: 'connector', data: { from: { id: { ref: 'x' } }, to: { x: 0, y: 0 } } }, shape],
      'changes[0].data.from',
    ],
  ]
  const before = await ann.events.list(board, { limit: 100 })
  for (const [changes, ...fields] of wrong)
    await refused(ann.objects.change(board, { changes: changes as never }), 400, 'BadRequest', ...fields)
  assert.deepEqual(await ann.events.list(board, { limit: 100 }), before)
})
