// A permanently deleted workspace: invisible at once, its rows erased by a job.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Work } from '../../platform/sql/database.ts'
import { refused } from '../../testing/assert-refused.ts'
import { waitForJobs } from '../../testing/job-rows.ts'
import { jobsFor, typesIn } from '../../testing/members.ts'
import { receiver } from '../../testing/receiver.ts'
import { type World, world, worldWithoutWorker } from '../../testing/world.ts'
import { eraseWorkspace } from './erase-workspace.ts'

const tables = ['objects', 'comments', 'events', 'workspace_users', 'favorites', 'listeners'] as const

/** The number of rows of the workspace in each table. */
async function rowsOf({ dependencies }: World, workspace_id: number): Promise<Record<string, number>> {
  const counted = tables.map(async table => {
    const { rows } = await dependencies.db.read
      .selectFrom(table)
      .select(dependencies.db.read.fn.countAll<number>().as('rows'))
      .where('workspace_id', '=', workspace_id)
      .executeTakeFirstOrThrow()
    return [table, rows] as const
  })
  return Object.fromEntries(await Promise.all(counted))
}

/** The listener is inactive unless it has a URL that responds: otherwise erasing would wait for its deliveries. */
async function deleted(made: World, url?: string) {
  const { ann, bob, board } = made
  const { id } = (await ann.workspaces.get(board)).workspace.properties
  const changes = Array.from({ length: 600 }, () => ({ op: 'create', kind: 'note', data: { text: 'n' } }) as const)
  await ann.objects.change(board, { changes })
  await ann.objects.change(board, { changes })
  const { note } = await ann.notes.create(board, { text: 'a note' })
  await bob.comments.create(board, 'notes', note.id, { text: 'hm' })
  await bob.workspaces.favorite(board)
  const target = { workspaceId: board, url: url ?? 'http://127.0.0.1:9/', eventTypes: ['ALL'] }
  const listener = await bob.listeners.create(target)
  if (!url) await bob.listeners.update(listener.id, { status: 'IN_ACTIVE' })
  await ann.workspaces.delete(board, { is_permanent: true })
  return { id, listener }
}

test('[WSP-12] a permanently deleted workspace cannot be found or restored', async () => {
  const made = await worldWithoutWorker()
  const { ann, bob, board } = made
  const { id, listener } = await deleted(made)
  await refused(ann.workspaces.get(board), 403, 'ResourceNotFound')
  await refused(ann.workspaces.restore(board), 404, 'ResourceNotFound')
  await refused(ann.workspaces.delete(board, { is_permanent: true }), 400, 'ResourceNotFound')
  await refused(bob.listeners.get(listener.id), 404, 'ResourceNotFound')
  assert.equal((await typesIn(made, board)).at(-1), 'WORKSPACE_DELETE')
  assert.deepEqual((await jobsFor(made, board)).at(-1), {
    name: 'erase-workspace',
    key: `workspace:${id}`,
    payload: { workspace_id: id },
  })
})

test('[WSP-12] erasing removes all its rows and nothing else, and can be repeated', async () => {
  const made = await worldWithoutWorker()
  const other = await worldWithoutWorker()
  const { id } = await deleted(made)
  const unaffected = await deleted(other)
  const before = await rowsOf(other, unaffected.id)
  assert.equal((await rowsOf(made, id)).objects, 1_201)
  await eraseWorkspace(made.dependencies.db, id)
  const none = Object.fromEntries(tables.map(table => [table, 0]))
  assert.deepEqual(await rowsOf(made, id), none)
  const row = await made.dependencies.db.read
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  assert.equal(row, undefined)
  assert.deepEqual(await rowsOf(other, unaffected.id), before)
  await eraseWorkspace(made.dependencies.db, id)
})

test('[WSP-12] an interrupted erase is resumed, and other workspaces are not touched', async () => {
  const made = await worldWithoutWorker()
  const { id } = await deleted(made)
  await made.dependencies.db.write(tx => tx.deleteFrom('objects').where('workspace_id', '=', id).execute())
  await eraseWorkspace(made.dependencies.db, id)
  assert.equal((await rowsOf(made, id)).events, 0)

  const { ann, board, dependencies } = await worldWithoutWorker()
  await ann.notes.create(board, { text: 'kept' })
  const restored = (await ann.workspaces.get(board)).workspace.properties.id
  await ann.workspaces.delete(board)
  await eraseWorkspace(dependencies.db, restored)
  await ann.workspaces.restore(board)
  assert.equal((await ann.notes.list(board)).total, 1)
})

test('[WSP-12] it is erased by a job', async () => {
  const made = await world()
  const hook = await receiver()
  const { id } = await deleted(made, hook.url)
  await waitForJobs(made.dependencies.db, jobs =>
    jobs.some(({ name, key, state }) => name === 'erase-workspace' && key === `workspace:${id}` && state === 'done'),
  )
  const none = Object.fromEntries(tables.map(table => [table, 0]))
  assert.deepEqual(await rowsOf(made, id), none)
})

test('[WSP-12] erasing is done in transactions of at most 1,000 rows, and other requests run in between', async t => {
  const made = await worldWithoutWorker()
  const { db } = made.dependencies
  const { id } = await deleted(made)
  const write = db.write.bind(db)
  let [steps, turns] = [0, 0]
  t.mock.method(db, 'write', (work: Work<unknown>) => {
    steps += 1
    return write(work)
  })
  const count = () => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  await eraseWorkspace(db, id)
  clearImmediate(timer)
  // 1,201 objects and more events: two steps with rows for each.
  assert.ok(steps >= 8, `${steps} steps`)
  assert.ok(turns >= 4, `${turns} turns of the event loop`)
})
