// Restoring deleted objects: under the same id, with the file, comments and strokes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '@tessera/client'
import { kindNames } from '@tessera/contract'
import { sweepFiles } from '../../platform/files/sweep-files.ts'
import { createAny, methodsOf } from '../../testing/any-kind.ts'
import { refused } from '../../testing/assert-refused.ts'
import { stateOf } from '../../testing/database-state.ts'
import { createPdf } from '../../testing/pdf-file.ts'
import { bytesAt, processedDocument, processedImage } from '../../testing/processed.ts'
import { readSample } from '../../testing/sample-file.ts'
import {
  type Person,
  type World,
  world,
  worldWith,
  worldWithoutWorker,
  worldWithProcessing,
} from '../../testing/world.ts'

const restore = (id: string): Change => ({ op: 'restore', id })

const change = (person: Person, board: string, ...changes: Change[]) => person.objects.change(board, { changes })

const eventsAfter = async ({ ann, board }: World, seq: number) =>
  (await Array.fromAsync(ann.events.list.all(board))).filter(event => event.seq > seq)

const lastSeq = async (made: World) => (await eventsAfter(made, 0)).at(-1)?.seq ?? 0

test('[OBJ-9] every kind is restored unchanged under its id, with the next version', async () => {
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

/** File URLs are signed again for every response. */
const unsigned = (value: unknown): Record<string, unknown> =>
  JSON.parse(JSON.stringify(value, (key, one) => (key === 'url' && one.includes('/files/') ? '' : one)))

test('[OBJ-9] comments and strokes deleted with an object are restored with it, each with an event, and no mail is sent again', async () => {
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
  // This one is deleted right before the note: only the log shows that it was not deleted with the note.
  await ann.strokes.delete(board, early.id)
  await ann.notes.delete(board, note.id)
  // Ordered by id, because a running worker changes the physical order of the rows.
  const listJobs = () => dependencies.db.read.selectFrom('jobs').select('id').orderBy('id').execute()
  const jobs = await listJobs()
  await bob.users.update('me', { first_name: 'Robert' })
  const seq = await lastSeq(made)

  await change(bob, board, restore(note.id))
  const renamed = { ...top, author: { ...top.author, first_name: 'Robert' } }
  const { comments } = await vic.comments.list(board, 'notes', note.id)
  assert.deepEqual(comments, [renamed, reply])
  const events = await eventsAfter(made, seq)
  assert.deepEqual(
    events.map(({ type, actor }) => [type, actor.id]),
    ['NOTE_CREATE', 'STROKE_CREATE', 'STROKE_CREATE', 'COMMENT_CREATE', 'COMMENT_CREATE'].map(type => [type, bob.id]),
  )
  assert.deepEqual(events.map(event => event.comment).filter(Boolean), [renamed, reply])
  const { objects } = await vic.objects.list(board)
  assert.deepEqual(
    objects.map(({ id }) => id),
    [note.id, later.id, ...strokes.map(({ id }) => id)],
    'it is at its former depth, below newer objects',
  )
  const { note: back } = await vic.notes.get(board, note.id)
  assert.deepEqual([back.pin, back.x, back.created_at], [true, 7, note.created_at])
  assert.deepEqual(await listJobs(), jobs)

  // Deletes and restores again, with a comment added since.
  await ann.comments.create(board, 'notes', note.id, { text: 'welcome back', parent: top.id })
  await ann.notes.delete(board, note.id)
  await change(ann, board, restore(note.id))
  assert.deepEqual(
    (await ann.comments.list(board, 'notes', note.id)).comments.map(({ text }) => text.slice(0, 4)),
    ['see ', 'yes', 'welc'],
  )
  assert.equal((await ann.notes.get(board, note.id)).note.version, 3)
})

test('[OBJ-9] deletions and restores in one list run in order', async () => {
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

test('[OBJ-9] restoring a live object is a no-op; an unknown or invalid id is refused and changes nothing', async () => {
  const made = await world()
  const { ann, bob, vic, eve, board, organization, dependencies } = made
  const { note } = await ann.notes.create(board, { text: 'there' })
  const { stroke } = await ann.strokes.createOn(board, 'notes', note.id, { points: [1, 2] })
  const { comment } = await ann.comments.create(board, 'notes', note.id, { text: 'a comment' })
  const otherBoard = (await ann.workspaces.create(organization, { name: 'Other' })).workspace.properties.uid
  const { note: other } = await ann.notes.create(otherBoard, { text: 'on another board' })
  await ann.notes.delete(otherBoard, other.id)
  const whole = await stateOf(dependencies.db)
  const { results } = await change(bob, board, restore(note.id))
  assert.deepEqual(results, [{ note }])
  // Only the stored response for its idempotency key differs.
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

test('[OBJ-9] [CHG-12] concurrent deletions and restores of one object stay consistent', async () => {
  const made = await world()
  const { ann, bob, board } = made
  const { note } = await ann.notes.create(board, { text: 'contested' })
  const { comment } = await ann.comments.create(board, 'notes', note.id, { text: 'kept' })
  const changes = Array.from({ length: 60 }, (_, index) =>
    change(index % 2 ? ann : bob, board, index % 3 ? restore(note.id) : { op: 'delete', id: note.id }).catch(() => {}),
  )
  await Promise.all(changes)
  await change(ann, board, restore(note.id))
  assert.deepEqual((await ann.comments.list(board, 'notes', note.id)).comments, [comment])
  const types = (await eventsAfter(made, 2)).flatMap(({ type }) => (type.startsWith('NOTE') ? [type] : []))
  assert.deepEqual(
    types,
    types.map((_, index) => (index % 2 ? 'NOTE_CREATE' : 'NOTE_DELETE')),
  )
})

test('[OBJ-10] an image and a document are restored with their pictures, pages and text, even much later', async () => {
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

test('[OBJ-10] a file deleted before it was processed is processed after the restore', async () => {
  const made = await worldWithProcessing()
  const { ann, board } = made
  const pdf = createPdf([{ text: `only once ${Date.now()}` }])
  const { document } = await ann.documents.create(board, { document: pdf, title: 'paper' })
  await ann.documents.delete(board, document.id)
  await change(ann, board, restore(document.id))
  const ready = await processedDocument({ as: ann, board }, document.id)
  assert.deepEqual([ready.state, ready.pages], ['ready', 1])
})
