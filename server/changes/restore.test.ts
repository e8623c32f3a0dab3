// What was deleted comes back: under its id, with its file and all that was on it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '@tessera/client'
import { kindNames } from '@tessera/contract'
import { sweepFiles } from '../files/sweep-files.ts'
import { createAny, methodsOf } from '../testing/any-kind.ts'
import { refused } from '../testing/assert-refused.ts'
import { stateOf } from '../testing/database-state.ts'
import { createPdf } from '../testing/pdf-file.ts'
import { bytesAt, processedDocument, processedImage } from '../testing/processed.ts'
import { readSample } from '../testing/sample-file.ts'
import { type Person, type World, world, worldWith, worldWithoutWorker, worldWithProcessing } from '../testing/world.ts'

const restore = (id: string): Change => ({ op: 'restore', id })

const change = (person: Person, board: string, ...changes: Change[]) => person.objects.change(board, { changes })

const eventsAfter = async ({ ann, board }: World, seq: number) =>
  (await Array.fromAsync(ann.events.list.all(board))).filter(event => event.seq > seq)

const lastSeq = async (made: World) => (await eventsAfter(made, 0)).at(-1)?.seq ?? 0

test('[OBJ-9] every kind comes back under its id, as it was, one version on', async () => {
  const made = await world()
  const { ann, bob, board } = made
  for (const kind of kindNames) {
    const { id } = await createAny(ann, kind, board)
    const read = async () => unsigned((await methodsOf(ann, kind).get(board, id))[kind])
    const before = await read()
    await methodsOf(ann, kind).delete(board, id)
    const { results } = await change(bob, board, restore(id))
    const back = await read()
    assert.deepEqual(back, { ...before, version: 2, updated_at: back.updated_at })
    assert.deepEqual(unsigned(results[0]), { [kind]: back })
    const event = (await eventsAfter(made, 0)).at(-1)
    assert.deepEqual([event?.type, event?.actor.id], [`${kind.toUpperCase()}_CREATE`, bob.id])
    assert.deepEqual(unsigned(event)[kind], back)
  }
})

/** Addresses of files are signed anew for every answer. */
const unsigned = (value: unknown): Record<string, unknown> =>
  JSON.parse(JSON.stringify(value, (key, one) => (key === 'url' && one.includes('/files/') ? '' : one)))

test('[OBJ-9] comments and strokes that went with it come back, each with an event, and nobody is mailed again', async () => {
  const made = await worldWithoutWorker()
  const { ann, bob, vic, board, dependencies } = made
  const { note } = await ann.notes.create(board, { text: 'discussed', pin: true, x: 7 })
  const { note: later } = await ann.notes.create(board, { text: 'made later' })
  const draw = () => ann.strokes.createOn(board, 'notes', note.id, { points: [1, 2] })
  const strokes = [
    (await draw()).stroke,
    (await bob.strokes.createOn(board, 'notes', note.id, { points: [3, 4] })).stroke,
  ]
  const early = (await draw()).stroke
  const { comment: top } = await bob.comments.create(board, 'notes', note.id, { text: `see @${ann.email}` })
  const { comment: reply } = await ann.comments.create(board, 'notes', note.id, { text: 'yes', parent: top.id })
  // Right before, so that only what the log says of the note's own end tells it apart.
  await ann.strokes.delete(board, early.id)
  await ann.notes.delete(board, note.id)
  // By id: a worker that is at one of them meanwhile changes where it lies.
  const listJobs = () => dependencies.db.read.selectFrom('jobs').select('id').orderBy('id').execute()
  const jobs = await listJobs()
  await bob.users.update('me', { first_name: 'Robert' })
  const seq = await lastSeq(made)

  await change(bob, board, restore(note.id))
  const said = { ...top, author: { ...top.author, first_name: 'Robert' } }
  const { comments } = await vic.comments.list(board, 'notes', note.id)
  assert.deepEqual(comments, [said, reply])
  const events = await eventsAfter(made, seq)
  assert.deepEqual(
    events.map(({ type, actor }) => [type, actor.id]),
    ['NOTE_CREATE', 'STROKE_CREATE', 'STROKE_CREATE', 'COMMENT_CREATE', 'COMMENT_CREATE'].map(type => [type, bob.id]),
  )
  assert.deepEqual(events.map(event => event.comment).filter(Boolean), [said, reply])
  const { objects } = await vic.objects.list(board)
  assert.deepEqual(
    objects.map(({ id }) => id),
    [note.id, later.id, ...strokes.map(({ id }) => id)],
    'it lies where it lay, under what was made later',
  )
  const { note: back } = await vic.notes.get(board, note.id)
  assert.deepEqual([back.pin, back.x, back.created_at], [true, 7, note.created_at])
  assert.deepEqual(await listJobs(), jobs)

  // Once more, and with what was added since.
  await ann.comments.create(board, 'notes', note.id, { text: 'welcome back', parent: top.id })
  await ann.notes.delete(board, note.id)
  await change(ann, board, restore(note.id))
  assert.deepEqual(
    (await ann.comments.list(board, 'notes', note.id)).comments.map(({ text }) => text.slice(0, 4)),
    ['see ', 'yes', 'welc'],
  )
  assert.equal((await ann.notes.get(board, note.id)).note.version, 3)
})

test('[OBJ-9] in one list things are deleted and restored in its order', async () => {
  const made = await world()
  const { ann, board } = made
  const { note } = await ann.notes.create(board, { text: 'here and gone' })
  const { stroke } = await ann.strokes.createOn(board, 'notes', note.id, { points: [1, 2] })
  const { comment } = await ann.comments.create(board, 'notes', note.id, { text: 'still here' })
  const gone = { op: 'delete', id: note.id } as const
  const edit = { op: 'update', id: note.id, data: { text: 'back' } } as const
  await change(ann, board, gone, restore(note.id), edit, gone, restore(note.id), restore(stroke.id))
  assert.deepEqual(
    [(await ann.notes.get(board, note.id)).note.version, (await ann.notes.get(board, note.id)).note.text],
    [4, 'back'],
  )
  assert.equal((await ann.strokes.get(board, stroke.id)).stroke.version, 3)
  assert.deepEqual((await ann.comments.list(board, 'notes', note.id)).comments, [comment])
  await ann.notes.delete(board, note.id)
  await change(ann, board, restore(note.id), { op: 'delete', id: stroke.id })
  await ann.notes.delete(board, note.id)
  await change(ann, board, restore(note.id))
  await refused(ann.strokes.get(board, stroke.id), 404, 'ResourceNotFound')
  await change(ann, board, restore(stroke.id))
  assert.equal((await ann.strokes.get(board, stroke.id)).stroke.targetId, note.id)
  await change(ann, board, { op: 'delete', id: stroke.id }, restore(stroke.id))
  assert.equal((await ann.strokes.get(board, stroke.id)).stroke.targetId, note.id)
})

test('[OBJ-9] what is there stays as it is; what never was, or cannot be, is refused and changes nothing', async () => {
  const made = await world()
  const { ann, bob, vic, eve, board, organization, dependencies } = made
  const { note } = await ann.notes.create(board, { text: 'there' })
  const { stroke } = await ann.strokes.createOn(board, 'notes', note.id, { points: [1, 2] })
  const { comment } = await ann.comments.create(board, 'notes', note.id, { text: 'said' })
  const elsewhere = (await ann.workspaces.create(organization, { name: 'Elsewhere' })).workspace.properties.uid
  const { note: other } = await ann.notes.create(elsewhere, { text: 'there' })
  await ann.notes.delete(elsewhere, other.id)
  const whole = await stateOf(dependencies.db)
  const { results } = await change(bob, board, restore(note.id))
  assert.deepEqual(results, [{ note }])
  // The answer to its key is all there is to remember of it.
  assert.deepEqual({ ...(await stateOf(dependencies.db)), idempotency_keys: '' }, { ...whole, idempotency_keys: '' })

  await ann.notes.delete(board, note.id)
  const before = await stateOf(dependencies.db)
  for (const id of ['f'.repeat(24), other.id, comment.id])
    await refused(change(ann, board, restore(note.id), restore(id)), 400, 'BadRequest', 'changes[1].id')
  await refused(change(ann, board, restore(stroke.id)), 400, 'BadRequest', 'changes[0].id')
  await refused(change(vic, board, restore(note.id)), 403, 'ForbiddenError')
  await refused(change(eve, board, restore(note.id)), 404, 'ResourceNotFound')
  await refused(
    ann.objects.change(board, { changes: [{ op: 'restore' } as never] }),
    400,
    'BadRequest',
    'changes[0].id',
  )
  assert.deepEqual(await stateOf(dependencies.db), before)
})

test('[OBJ-9] [CHG-12] of many who delete and restore the same thing at once, none breaks another’s', async () => {
  const made = await world()
  const { ann, bob, board } = made
  const { note } = await ann.notes.create(board, { text: 'contested' })
  const { comment } = await ann.comments.create(board, 'notes', note.id, { text: 'kept' })
  const acts = Array.from({ length: 60 }, (_, index) =>
    change(index % 2 ? ann : bob, board, index % 3 ? restore(note.id) : { op: 'delete', id: note.id }).catch(() => {}),
  )
  await Promise.all(acts)
  await change(ann, board, restore(note.id))
  assert.deepEqual((await ann.comments.list(board, 'notes', note.id)).comments, [comment])
  const deeds = (await eventsAfter(made, 2)).flatMap(({ type }) => (type.startsWith('NOTE') ? [type] : []))
  assert.deepEqual(
    deeds,
    deeds.map((_, index) => (index % 2 ? 'NOTE_CREATE' : 'NOTE_DELETE')),
  )
})

test('[OBJ-10] an image and a document come back with their pictures, pages and text, however long after', async () => {
  const made = await worldWith({}, {})
  const { ann, bob, board, dependencies } = made
  const bytes = await readSample('plain.png')
  const { image } = await ann.images.create(board, { image: bytes })
  const pdf = createPdf([{ text: 'needle' }, { text: 'haystack' }])
  const { document } = await ann.documents.create(board, { document: pdf, title: 'paper' })
  await processedImage({ as: ann, board }, image.id)
  await processedDocument({ as: ann, board }, document.id)
  await bob.comments.create(board, 'documents', document.id, { text: 'read it' })
  await change(ann, board, { op: 'delete', id: image.id }, { op: 'delete', id: document.id })
  assert.deepEqual((await ann.objects.list(board, { query: 'needle' })).objects, [])
  for (const days of [2, 3, 40])
    await sweepFiles({ db: dependencies.db, files: dependencies.files, clock: () => Date.now() + days * 86_400_000 })

  await change(bob, board, restore(image.id), restore(document.id))
  const back = (await ann.images.get(board, image.id)).image
  assert.deepEqual(await bytesAt(made, back.url), Buffer.from(bytes))
  assert.ok((await bytesAt(made, back.pictures[0]?.url)).length > 0)
  const found = (await ann.objects.list(board, { query: 'needle' })).objects
  assert.deepEqual(
    found.map(({ id }) => id),
    [document.id],
  )
  const { pages } = await ann.documents.listPages(board, document.id)
  assert.deepEqual(
    pages.map(({ text }) => text),
    ['needle', 'haystack'],
  )
  assert.ok((await bytesAt(made, pages[1]?.pictures[0]?.url)).length > 0)
  assert.equal((await ann.comments.list(board, 'documents', document.id)).total, 1)
})

test('[OBJ-10] what was deleted before it had been processed is processed once it is back', async () => {
  const made = await worldWithProcessing()
  const { ann, board } = made
  const pdf = createPdf([{ text: `only once ${Date.now()}` }])
  const { document } = await ann.documents.create(board, { document: pdf, title: 'paper' })
  await ann.documents.delete(board, document.id)
  await change(ann, board, restore(document.id))
  const ready = await processedDocument({ as: ann, board }, document.id)
  assert.deepEqual([ready.state, ready.pages], ['ready', 1])
})
