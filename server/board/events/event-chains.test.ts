// The events of each object and comment form chains: complete after every kind of change, and added by a migration to
// logs that are older than chains.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Change } from '@tessera/client'
import { sql } from 'kysely'
import { listArchivedTables } from '../../platform/backup/archived-tables.ts'
import { migrations } from '../../platform/db/migrations/index.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import type { Database } from '../../platform/sql/database.ts'
import { insertRows } from '../../platform/sql/write-rows.ts'
import { assertEventChains, assertHistory } from '../../testing/event-chains.ts'
import { processedImage } from '../../testing/processed.ts'
import { readSample } from '../../testing/sample-file.ts'
import { emptyLocation } from '../../testing/test-database.ts'
import { type Person, type World, world, worldWithProcessing } from '../../testing/world.ts'
import { findDeleted } from '../changes/load-deleted.ts'
import { PastBoard } from './past-board.ts'

const change = (person: Person, board: string, ...changes: Change[]) => person.objects.change(board, { changes })
const move = (id: string, x: number): Change => ({ op: 'update', id, data: { x } })
const remove = (id: string): Change => ({ op: 'delete', id })
const restore = (id: string): Change => ({ op: 'restore', id })

/** A note with a stroke and a comment thread that go through many changes. */
async function live({ ann, bob, board }: World) {
  const { note } = await bob.notes.create(board, { text: 'discussed' })
  const { note: other } = await ann.notes.create(board, { text: 'beside it' })
  const { stroke } = await ann.strokes.createOn(board, 'notes', note.id, { points: [1, 2] })
  const { comment } = await bob.comments.create(board, 'notes', note.id, { text: 'a comment' })
  await ann.comments.create(board, 'notes', note.id, { text: 'a reply', parent: comment.id })
  await change(ann, board, move(note.id, 1), move(other.id, 1), move(note.id, 2), move(note.id, 3))
  await change(ann, board, move(note.id, 4), remove(note.id), restore(note.id), move(note.id, 5), remove(other.id))
  await ann.workspaces.update(board, { description: 'in between' })
  await ann.notes.delete(board, note.id)
  await change(bob, board, restore(note.id), remove(stroke.id))
  return { note, other, stroke }
}

test('[STO-12] every event names the previous event of its object, through updates, deletions and restores in one list or several', async () => {
  const made = await world()
  const { ann, bob, board, dependencies } = made
  const { note, other, stroke } = await live(made)
  await assertEventChains(dependencies.db, board)
  await assertHistory(ann, board, 1)
  await change(ann, board, remove(note.id), restore(note.id), restore(stroke.id), remove(stroke.id), restore(other.id))
  await assertEventChains(dependencies.db, board)
  await assertHistory(ann, board, 2)
  const row = dependencies.db.read.selectFrom('objects').select('created_by').where('id', '=', note.id)
  assert.deepEqual(await row.execute(), [{ created_by: bob.id }])
})

test('[STO-12] refused changes leave no trace in the chains of changes in the same commit', async () => {
  const { ann, bob, board, dependencies } = await world()
  const { note } = await ann.notes.create(board, { text: 'contested' })
  const { note: other } = await ann.notes.create(board, { text: 'beside it' })
  await ann.comments.create(board, 'notes', note.id, { text: 'a comment' })
  const nowhere = 'f'.repeat(24)
  const changes = Array.from({ length: 60 }, (_, index) => {
    const person = index % 2 ? ann : bob
    if (index % 3 === 0) return change(person, board, move(note.id, index), remove(note.id), move(nowhere, 1))
    if (index % 10 === 4) return change(person, board, remove(note.id), restore(note.id), remove(other.id))
    if (index % 10 === 7) return change(person, board, restore(other.id), move(other.id, index))
    return change(person, board, move(note.id, index), move(other.id, index), move(note.id, -index))
  })
  const outcomes = await Promise.allSettled(changes)
  assert.ok(outcomes.some(({ status }) => status === 'fulfilled'))
  assert.ok(outcomes.some(({ status }) => status === 'rejected'))
  await assertEventChains(dependencies.db, board)
  await assertHistory(ann, board, 2)
})

test('[STO-12] processing results, uploads and copies are links of their chains', async () => {
  const made = await worldWithProcessing()
  const { ann, board, dependencies } = made
  await live(made)
  const { image } = await ann.images.create(board, { image: await readSample('plain.png') })
  await ann.comments.create(board, 'images', image.id, { text: 'nice' })
  await processedImage({ as: ann, board }, image.id)
  await ann.images.update(board, image.id, { x: 9 })
  await change(ann, board, remove(image.id), restore(image.id))
  const copy = (await ann.workspaces.copy(board, {})).workspace.uid
  const [copied] = (await ann.images.list(copy)).images
  await change(ann, copy, move(copied?.id as string, 3), remove(copied?.id as string))
  for (const uid of [board, copy]) {
    await assertEventChains(dependencies.db, uid)
    await assertHistory(ann, uid, 2)
  }
})

test('[CHG-4] a page of a past state is complete, even if many objects were created and deleted since', async () => {
  const { ann, board } = await world()
  const create = (count: number) =>
    change(
      ann,
      board,
      ...Array.from({ length: count }, () => ({ op: 'create', kind: 'note', data: { text: '' } }) as const),
    )
  const idsAt = async (at: number, limit: number) =>
    (await Array.fromAsync(ann.objects.list.all(board, { at, limit }))).map(({ id }) => id)
  await create(30)
  const early = (await ann.notes.list(board, { limit: 200 })).notes.map(({ id }) => id)
  await change(ann, board, ...early.slice(1, 29).map(remove))
  await create(120)
  const late = (await ann.notes.list(board, { limit: 200 })).notes.map(({ id }) => id).slice(2)
  await change(ann, board, ...late.slice(0, 60).map(remove))
  // There were two at seq 58; many objects between and after them were already deleted or not created yet.
  for (const limit of [1, 2, 50]) {
    assert.deepEqual(await idsAt(30, limit), early)
    assert.deepEqual(await idsAt(58, limit), [early[0], early[29]])
    assert.deepEqual(await idsAt(178, limit), [early[0], early[29], ...late])
    assert.deepEqual(await idsAt(238, limit), [early[0], early[29], ...late.slice(60)])
  }
})

const chainsAt = migrations.findIndex(({ name }) => name === '0014-event-chains')
const tables = ['events', 'objects', 'comments'] as const

const withoutStackingData = <R extends { data?: string }>(row: R): R =>
  row.data === undefined ? row : { ...row, data: JSON.stringify(withoutStacking(JSON.parse(row.data))) }

/** Copies the log and the board of `source` into a database from before chains. */
async function olderDatabase(t: TestContext, source: Database) {
  const location = await emptyLocation()
  t.after(() => location.drop())
  const db = await openDatabase(location.settings, { migrations: migrations.slice(0, chainsAt) })
  const known = (await listArchivedTables(migrations.slice(0, chainsAt))).filter(({ name }) =>
    tables.includes(name as never),
  )
  await db.write(async tx => {
    for (const { name, columns } of known) {
      const { rows } = await sql`select ${sql.join(Object.keys(columns).map(one => sql.ref(one)))}
        from ${sql.table(name)}`.execute(source.read)
      await insertRows(
        tx,
        name as never,
        columns as never,
        (rows as { data?: string }[]).map(withoutStackingData) as never,
      )
    }
    // Recreates the state left by a comment that was deleted and restored in one batch.
    await sql`update comments set seq = 1`.execute(tx)
  })
  await db.close()
  return location.settings
}

/** A log from before the stacking order has none; an old object gets a different key. */
const stackingNames = ['order', 'group', 'order_key', 'group_id']

function withoutStacking(value: unknown): unknown {
  const parse = (text: unknown) => (typeof text === 'string' && text.startsWith('{') ? JSON.parse(text) : text)
  return JSON.parse(
    JSON.stringify(value, (key, one) => (stackingNames.includes(key) ? undefined : key === 'data' ? parse(one) : one)),
  )
}

const rowsOf = (db: Database) =>
  Promise.all(
    tables.map(async name => {
      const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db.read)
      return rows.map(row => JSON.stringify(withoutStacking(row))).sort()
    }),
  )

test('[STO-12] [STO-7] a log older than chains gets them and still shows and restores past states', async t => {
  const made = await world()
  const { ann, board, dependencies } = made
  const { note, other, stroke } = await live(made)
  await ann.notes.delete(board, note.id)
  const source = dependencies.db
  const db = await openDatabase(await olderDatabase(t, source))
  t.after(() => db.close())
  assert.deepEqual(await rowsOf(db), await rowsOf(source))
  const { id: workspace_id, seq: last } = await source.read
    .selectFrom('workspaces')
    .select(['id', 'seq'])
    .where('uid', '=', board)
    .executeTakeFirstOrThrow()
  for (let seq = 0; seq <= last; seq += 1) {
    const objectsIn = async ({ read }: Database) =>
      (await PastBoard.open(read, workspace_id, seq)).list({ after: '', limit: 100 })
    assert.deepEqual(withoutStacking(await objectsIn(db)), withoutStacking(await objectsIn(source)))
  }
  const keys = [note, other, stroke].map(({ id }) => ({ workspace_id, id }))
  const withoutNames = (key: string, value: unknown) => (key.endsWith('_name') || key === 'email' ? undefined : value)
  const deletedIn = async ({ read }: Database) =>
    JSON.parse(JSON.stringify(withoutStacking(await findDeleted(read, keys)), withoutNames))
  const deleted = await deletedIn(db)
  assert.equal(deleted.length, 3)
  assert.deepEqual(deleted, await deletedIn(source))
})
