// Checkpoints of a log: past states that are read from them equal the replayed log, also after an interrupted job.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '@tessera/client'
import type { Database } from '../../platform/sql/database.ts'
import { assertHistory } from '../../testing/event-chains.ts'
import { jobsFor, workspaceIdOf } from '../../testing/members.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { type World, world, worldWithoutWorker } from '../../testing/world.ts'
import { decodeEntries, encodeEntries } from './checkpoint-entries.ts'
import { insertCheckpoint, startCheckpoint } from './checkpoint-store.ts'
import { makeCheckpoints } from './make-checkpoints.ts'
import { PastBoard } from './past-board.ts'

const every = 10
const options = { every, pageSize: 3 }

/** Creates, moves, deletes and restores objects of several kinds, some in lists. Returns the last seq. */
async function changeAtRandom({ ann, board }: World, seed: number, lists: number): Promise<number> {
  const { next: random } = seededRandom(seed)
  const living: string[] = []
  const deleted: string[] = []
  const take = (list: string[]) => list.splice(Math.floor(random() * list.length), 1)[0] as string
  const choose = (): Change => {
    const dice = random()
    if (living.length < 3 || dice < 0.35) {
      const kind = (['note', 'text', 'shape'] as const)[Math.floor(random() * 3)] as 'note'
      return { op: 'create', kind, data: { text: 'made', x: Math.floor(random() * 100) } }
    }
    if (dice < 0.4) {
      const [from, to] = [living[0], living[1]].map(id => ({ id: id as string }))
      return { op: 'create', kind: 'connector', data: { from, to } as never }
    }
    if (dice < 0.7) {
      const id = living[Math.floor(random() * living.length)] as string
      return { op: 'update', id, data: { x: Math.floor(random() * 1_000) } }
    }
    if (dice < 0.88 || deleted.length === 0) {
      const id = take(living)
      deleted.push(id)
      return { op: 'delete', id }
    }
    const id = take(deleted)
    living.push(id)
    return { op: 'restore', id }
  }
  for (let list = 0; list < lists; list++) {
    const change = choose()
    const { results } = await ann.objects.change(board, { changes: [change] })
    if (change.op === 'create' && change.kind !== 'connector')
      living.push((Object.values(results[0] as object)[0] as { id: string }).id)
  }
  return (await ann.objects.list(board, { limit: 1 })).seq
}

const checkpointsOf = async ({ read }: Database, workspace_id: number) =>
  await read
    .selectFrom('board_checkpoints')
    .select(['seq', 'objects_count'])
    .where('workspace_id', '=', workspace_id)
    .orderBy('seq')
    .execute()

test('[EVT-7] a past state that is read from a checkpoint equals the replayed log', async () => {
  for (const seed of [1, 2]) {
    const made = await world()
    const { ann, board } = made
    const { db } = made.dependencies
    const seq = await changeAtRandom(made, seed, 45)
    const id = await workspaceIdOf(db, board)
    await makeCheckpoints(db, id, options)
    const found = await checkpointsOf(db, id)
    assert.deepEqual(
      found.map(one => one.seq),
      Array.from({ length: Math.floor(seq / every) }, (_, index) => (index + 1) * every),
    )
    assert.ok(found.some(({ objects_count }) => objects_count > options.pageSize))
    await assertHistory(ann, board, 4)
    for (let at = 0; at <= seq; at += 7) {
      const all = (await ann.objects.list(board, { at })).objects.filter(({ kind }) => kind === 'text')
      assert.deepEqual((await ann.objects.list(board, { at, kind: 'text' })).objects, all)
    }
  }
})

test('[EVT-7] only the events after the last checkpoint are replayed', async () => {
  const { ann, board, dependencies } = await world()
  const { db } = dependencies
  const { note } = await ann.notes.create(board, { text: 'kept' })
  for (let x = 1; x <= 14; x++) await ann.notes.update(board, note.id, { x })
  const id = await workspaceIdOf(db, board)
  await makeCheckpoints(db, id, options)
  // Without these rows the log cannot be replayed from its start, nor walked back from its end.
  await db.write(tx => tx.deleteFrom('events').where('workspace_id', '=', id).where('seq', '<', every).execute())
  await db.write(tx => tx.deleteFrom('events').where('workspace_id', '=', id).where('seq', '>', 12).execute())
  for (const at of [10, 11, 12]) {
    const [past] = await (await PastBoard.open(db.read, id, at)).list({ after: '', limit: 10 })
    assert.equal(JSON.parse(past?.data as string).x, at - 1)
  }
})

test('[EVT-7] pages of an interrupted job are not read, and the next job replaces them', async () => {
  const made = await world()
  const { db } = made.dependencies
  await changeAtRandom(made, 3, 24)
  const id = await workspaceIdOf(db, made.board)
  const wrong = encodeEntries([{ id: 'f'.repeat(24), kind: 'note', seq: 1 }])
  const page = { workspace_id: id, seq: every, last_id: 'f'.repeat(24), entries: wrong }
  await db.write(tx => tx.insertInto('board_checkpoint_pages').values(page).execute())
  await assertHistory(made.ann, made.board, 50)
  await makeCheckpoints(db, id, options)
  await makeCheckpoints(db, id, options)
  assert.equal((await checkpointsOf(db, id)).length, 2)
  await assertHistory(made.ann, made.board, 50)
})

test('[EVT-7] a server that has lost the lease of the job does not change the checkpoint of another one', async () => {
  const made = await world()
  const { db } = made.dependencies
  await changeAtRandom(made, 4, 24)
  const workspace_id = await workspaceIdOf(db, made.board)
  await makeCheckpoints(db, workspace_id, options)
  assert.equal(await db.write(tx => startCheckpoint(tx, { workspace_id, seq: every })), false)
  await assertHistory(made.ann, made.board, 50)
})

test('[EVT-7] a checkpoint whose pages another server has removed is not completed', async () => {
  const made = await world()
  const { db } = made.dependencies
  await changeAtRandom(made, 5, 14)
  const workspace_id = await workspaceIdOf(db, made.board)
  const checkpoint = { workspace_id, seq: every }
  const now = new Date().toISOString()
  const completed = db.write(tx => insertCheckpoint(tx, checkpoint, { pages: 2, objects_count: 4 }, now))
  await assert.rejects(completed, /changed by another server/)
  assert.deepEqual(await checkpointsOf(db, workspace_id), [])
})

test('[EVT-7] a log that grows over 10,000 events enqueues the job', async () => {
  const made = await worldWithoutWorker()
  const { ann, board } = made
  const { db } = made.dependencies
  const id = await workspaceIdOf(db, board)
  const isQueued = async () => (await jobsFor(made, board)).some(({ name }) => name === 'make-checkpoints')
  await db.write(tx => tx.updateTable('workspaces').set({ seq: 9_998 }).where('id', '=', id).execute())
  await ann.notes.create(board, { text: '9999' })
  assert.equal(await isQueued(), false)
  await ann.notes.create(board, { text: '10000' })
  assert.equal(await isQueued(), true)
})

test('[EVT-8] other work runs between the steps in which a long log is read', async () => {
  const { ann, board, dependencies } = await world()
  const { db } = dependencies
  const { note } = await ann.notes.create(board, { text: 'often changed' })
  const id = await workspaceIdOf(db, board)
  await lengthenLog(db, id, 6_000)
  let turns = 0
  const count = () => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  const [past] = await (await PastBoard.open(db.read, id, 6_000)).list({ after: '', limit: 10 })
  clearImmediate(timer)
  assert.equal(past?.object_id, note.id)
  assert.ok(turns >= 5, `${turns} turns of the event loop`)
})

/** Repeats the only event of the log. */
async function lengthenLog(db: Database, workspace_id: number, seq: number): Promise<void> {
  await db.write(async tx => {
    const first = tx.selectFrom('events').selectAll().where('workspace_id', '=', workspace_id)
    const event = await first.executeTakeFirstOrThrow()
    for (let from = 2; from <= seq; from += 500) {
      const numbers = Array.from({ length: Math.min(500, seq - from + 1) }, (_, index) => from + index)
      const rows = numbers.map(next => ({
        ...event,
        seq: next,
        prior_seq: next - 1,
        id: String(next).padStart(24, '0'),
      }))
      await tx.insertInto('events').values(rows).execute()
    }
  })
}

test('[EVT-7] the entries of a checkpoint are unchanged after they were stored', () => {
  const entries = ['note', 'text', 'note'].map((kind, index) => ({
    id: String(index).padStart(24, 'a'),
    kind,
    seq: 36 ** index,
  }))
  assert.deepEqual(decodeEntries(encodeEntries(entries)), entries)
})
