// The log of a workspace: numbered without gaps, in commit order, and enough to reconstruct any past state.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '@tessera/client'
import { refused } from '../../testing/assert-refused.ts'
import { readSample } from '../../testing/sample-file.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { type Person, type World, world } from '../../testing/world.ts'

const allEvents = async (person: Person, board: string) => await Array.fromAsync(person.events.list.all(board))

/** File URLs are signed again for every response. */
const unsigned = (value: unknown) => JSON.parse(JSON.stringify(value, (key, one) => (key === 'url' ? '' : one)))

test('[EVT-1] [STO-5] many concurrent writers leave no gap and no duplicate in the log', async () => {
  const { ann, bob, board, organization } = await world()
  const there = (await ann.workspaces.create(organization, { name: 'Other' })).workspace.properties.uid
  const { note } = await ann.notes.create(board, { text: 'shared' })
  const writes = Array.from({ length: 150 }, (_, index) => {
    const person = index % 2 ? ann : bob
    if (index % 10 === 3) return ann.workspaces.update(board, { description: `${index}` })
    if (index % 10 === 5) return ann.notes.create(there, { text: `${index}` })
    if (index % 10 === 7) return person.notes.update(board, note.id, { x: index })
    if (index % 10 === 9) return person.comments.create(board, 'notes', note.id, { text: `${index}` })
    return person.notes.create(board, { text: `${index}` })
  })
  await Promise.all(writes)
  const events = await allEvents(ann, board)
  assert.deepEqual(
    events.map(event => event.seq),
    events.map((_, index) => index + 1),
  )
  assert.equal(events.length, 136)
  assert.equal(new Set(events.map(event => event.id)).size, events.length)
  assert.deepEqual(
    (await allEvents(ann, there)).map(event => event.seq),
    Array.from({ length: 15 }, (_, index) => index + 1),
  )
})

test('[EVT-1] [CHG-12] the log is in commit order: changes confirmed first come first', async () => {
  const { ann, bob, board } = await world()
  const created: string[] = []
  for (let round = 0; round < 10; round += 1) {
    const batch = Array.from({ length: 8 }, async (_, index) => {
      const { note } = await (index % 2 ? ann : bob).notes.create(board, { text: `${round}` })
      return note.id
    })
    created.push(...(await Promise.all(batch)).sort())
  }
  const { events } = await ann.events.list(board, { limit: 1_000 })
  const rounds = events.map(event => Number(event.note?.text))
  assert.deepEqual(
    rounds,
    [...rounds].sort((one, other) => one - other),
  )
  assert.deepEqual(events.map(event => event.note?.id).sort(), created.sort())
  const times = events.map(event => event.created_at)
  assert.deepEqual(times, [...times].sort())
})

test('[EVT-1] the version of an object and its seq grow together', async () => {
  const { ann, bob, board } = await world()
  const { note } = await ann.notes.create(board, { text: 'shared' })
  await Promise.all(
    Array.from({ length: 60 }, (_, index) => (index % 2 ? ann : bob).notes.update(board, note.id, { x: index + 1 })),
  )
  const { events } = await ann.events.list(board, { limit: 1_000 })
  assert.deepEqual(
    events.map(event => event.note?.version),
    Array.from({ length: 61 }, (_, index) => index + 1),
  )
})

test('[EVT-4] the log is read from any seq, page by page, by any role', async () => {
  const { ann, vic, eve, board } = await world()
  const changes = Array.from(
    { length: 150 },
    (_, index): Change => ({ op: 'create', kind: 'note', data: { text: `${index}` } }),
  )
  await ann.objects.change(board, { changes })
  const seqs = async (query: { after?: number; limit?: number }) =>
    (await vic.events.list(board, query)).events.map(event => event.seq)
  const from = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)
  assert.deepEqual(await seqs({}), from(1, 100))
  assert.deepEqual(await seqs({ limit: 1 }), [1])
  assert.deepEqual(await seqs({ after: 148 }), [149, 150])
  assert.deepEqual(await seqs({ after: 10, limit: 3 }), [11, 12, 13])
  assert.deepEqual(await seqs({ limit: 100_000 }), from(1, 150))
  assert.deepEqual(await seqs({ after: 150 }), [])
  assert.deepEqual(await seqs({ after: 2 ** 31 }), [])
  assert.deepEqual(await seqs({ after: Number.MAX_SAFE_INTEGER }), [])
  assert.deepEqual(
    (await allEvents(ann, board)).map(event => event.seq),
    from(1, 150),
  )
  await refused(vic.events.list(board, { after: -1 }), 400, 'BadRequest', 'after')
  await refused(vic.events.list(board, { limit: 0 }), 400, 'BadRequest', 'limit')
  await refused(vic.events.list(board, { after: 1.5 }), 400, 'BadRequest', 'after')
  await refused(eve.events.list(board), 404, 'ResourceNotFound')
})

test('[EVT-2] comments are logged with their target, and files with nothing but their URL', async () => {
  const { ann, bob, board } = await world()
  const { image } = await ann.images.create(board, { image: await readSample('plain.png') })
  const { comment } = await bob.comments.create(board, 'images', image.id, { text: 'nice' })
  const { events } = await ann.events.list(board)
  assert.deepEqual(unsigned(events[0]?.image), unsigned(image))
  assert.match(events[0]?.image?.url ?? '', /\/files\//)
  assert.deepEqual(events[1]?.comment, comment)
  assert.deepEqual(
    [events[1]?.type, events[1]?.comment?.targetId, events[1]?.comment?.targetType],
    ['COMMENT_CREATE', image.id, 'image'],
  )
  assert.equal(JSON.stringify(events).includes('"$"'), false)
})

test('[CHG-4] a random history can be read as it was after each change', async t => {
  const seed = Number(process.env.FUZZ_SEED ?? Date.now())
  t.diagnostic(`seed ${seed}`)
  const made = await world()
  const snapshots = new Map<number, unknown>([[0, []]])
  const random = seededRandom(seed)
  for (let step = 0; step < 40; step += 1) {
    await changeAtRandom(made, random)
    const seq = (await allEvents(made.ann, made.board)).length
    snapshots.set(seq, unsigned((await made.ann.objects.list(made.board)).objects))
  }
  for (const [at, objects] of snapshots)
    assert.deepEqual(
      unsigned((await made.vic.objects.list(made.board, { at })).objects),
      objects,
      `seed ${seed}, at ${at}`,
    )
})

/** Makes a random change to a random object. */
async function changeAtRandom({ ann, bob, board }: World, random: ReturnType<typeof seededRandom>): Promise<void> {
  const person = random.pick([ann, bob])
  const { objects } = await ann.objects.list(board)
  const notes = objects.filter(object => object.kind === 'note')
  const note = notes.length > 0 ? random.pick(notes) : null
  const object = objects.length > 0 ? random.pick(objects) : null
  const changes: (() => Promise<unknown>)[] = [
    () => person.notes.create(board, { text: `note ${random.below(100)}` }),
    () => person.texts.create(board, { text: `text ${random.below(100)}` }),
    async () => person.images.create(board, { image: await readSample('plain.gif') }),
    () => person.strokes.create(board, { points: [random.below(9), 1] }),
  ]
  if (note) {
    changes.push(
      () => person.notes.update(board, note.id, { x: random.below(1_000), text: 'changed' }),
      () => person.strokes.createOn(board, 'notes', note.id, { points: [0, 0] }),
      () => person.comments.create(board, 'notes', note.id, { text: 'a comment' }),
    )
  }
  if (object) {
    const { id } = object
    changes.push(() =>
      person.objects.change(board, {
        changes: [
          { op: 'update', id, data: { y: random.below(50) } },
          { op: 'delete', id },
        ],
      }),
    )
  }
  await random.pick(changes)()
}

test('[CHG-4] a past state can be filtered by kind and paged, and a future one is refused', async () => {
  const { ann, board } = await world()
  const ids: string[] = []
  for (let index = 0; index < 5; index += 1) ids.push((await ann.notes.create(board, { text: `${index}` })).note.id)
  await ann.texts.create(board, { text: 't' })
  await ann.notes.delete(board, ids[0] as string)
  const then = await Array.fromAsync(ann.objects.list.all(board, { at: 6, kind: 'note', limit: 2 }))
  assert.deepEqual(
    then.map(object => object.id),
    ids,
  )
  assert.deepEqual((await ann.objects.list(board, { at: 0 })).objects, [])
  await refused(ann.objects.list(board, { at: 8 }), 400, 'BadRequest', 'at')
  await refused(ann.objects.list(board, { at: -1 }), 400, 'BadRequest', 'at')
  await refused(ann.objects.list(board, { at: 6, query: 'x' }), 400, 'BadRequest', 'query')
})
