// Copying a workspace.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { DatabaseUnavailable } from '../../platform/db/unavailable.ts'
import type { Work } from '../../platform/sql/database.ts'
import { refused } from '../../testing/assert-refused.ts'
import { stateOf } from '../../testing/database-state.ts'
import { jobsFor, logOf, typesIn } from '../../testing/members.ts'
import { readSample } from '../../testing/sample-file.ts'
import { type Person, type World, world, worldWithoutWorker } from '../../testing/world.ts'
import { eraseAbandonedCopy } from './erase-workspace.ts'

const own = new Set(['id', 'version', 'created_at', 'updated_at', 'targetId', 'url'])

/** An object without the fields that differ between original and copy. */
const content = (record: object) => Object.fromEntries(Object.entries(record).filter(([name]) => !own.has(name)))

const contents = async (person: Person, board: string) => (await person.objects.list(board)).objects.map(content)

async function fill({ ann, bob, board }: World) {
  const { note } = await ann.notes.create(board, { text: 'first', x: 7 })
  await bob.texts.create(board, { text: 'words', fontSize: 12 })
  await ann.browsers.create(board, { url: 'https://example.com' })
  await ann.canvases.create(board, { name: 'area' })
  await ann.images.create(board, { image: await readSample('plain.png') })
  await ann.documents.create(board, { document: await readSample('page.pdf'), title: 'paper' })
  await ann.strokes.createOn(board, 'notes', note.id, { points: [1, 2, 3, 4] })
  await ann.strokes.create(board, { points: [5, 6] })
  await ann.notes.update(board, note.id, { text: 'changed' })
  const { comment } = await bob.comments.create(board, 'notes', note.id, { text: 'hm' })
  await ann.comments.create(board, 'notes', note.id, { text: 'well', parent: comment.id })
  return note
}

async function copyOf(person: Person, board: string, body = {}) {
  const { message, workspace } = await person.workspaces.copy(board, body)
  assert.equal(typeof message, 'string')
  return workspace
}

test('[WSP-9] a copy holds every object, stroke and comment, with new ids', async () => {
  const made = await world()
  const { bob, board } = made
  const note = await fill(made)
  const copy = await copyOf(bob, board)
  assert.deepEqual(await contents(bob, copy.uid), await contents(bob, board))
  const { notes } = await bob.notes.list(copy.uid)
  assert.deepEqual(
    notes.map(({ text, x, version }) => [text, x, version]),
    [['changed', 7, 1]],
  )
  const copied = notes[0]?.id as string
  assert.notEqual(copied, note.id)
  const { strokes } = await bob.strokes.list(copy.uid)
  assert.deepEqual(
    strokes.map(({ targetId, targetType, points }) => [targetId, targetType, points]),
    [
      [copied, 'note', [1, 2, 3, 4]],
      [null, null, [5, 6]],
    ],
  )
  const before = (await bob.comments.list(board, 'notes', note.id)).comments
  const { comments } = await bob.comments.list(copy.uid, 'notes', copied)
  assert.deepEqual(
    comments.map(({ text, author, created_at }) => [text, author, created_at]),
    before.map(({ text, author, created_at }) => [text, author, created_at]),
  )
  assert.deepEqual(
    comments.map(({ parent, targetId }) => [parent, targetId]),
    [
      [null, copied],
      [comments[0]?.id, copied],
    ],
  )
})

test('[WSP-9] the caller owns the copy, in the same organization, as its only user', async () => {
  const made = await world()
  const { ann, bob, vic, board, organization } = made
  await ann.workspaces.update(board, { description: 'of all', public: true })
  await ann.listeners.create({ workspaceId: board, url: 'https://example.com', eventTypes: ['ALL'] })
  await ann.workspaces.publish(board)
  await bob.workspaces.favorite(board)
  const { uid, id } = await copyOf(bob, board)
  const { properties } = (await bob.workspaces.get(uid)).workspace
  assert.deepEqual(
    {
      ...properties,
      workspace_role: properties.workspace_role.name,
      workspace_owner: properties.workspace_owner.id,
      thumbnail_url: '',
      created_at: '',
      updated_at: '',
    },
    {
      id,
      uid,
      name: 'Copy of Board',
      description: 'of all',
      organization_id: organization,
      public: false,
      published_at: '',
      published_url: '',
      publish_state: 'unpublished',
      publish_state_at: '',
      publish_progress: null,
      published_in_full: true,
      can_download: true,
      thumbnail_url: '',
      created_at: '',
      updated_at: '',
      workspace_role: 'Owner',
      workspace_owner: bob.id,
      users_count: 1,
      active_users_count: 0,
      favorite: false,
      visited_at: null,
    },
  )
  await refused(vic.workspaces.get(uid), 403, 'ResourceNotFound')
  assert.equal((await ann.listeners.list({ filter_by: `workspaceId:${uid}` })).listeners.length, 0)
})

test('[WSP-9] the copy has the requested name and description', async () => {
  const { ann, board } = await world()
  const { uid } = await copyOf(ann, board, { new_workspace_name: ' Next ', new_workspace_description: 'year' })
  const { name, description } = (await ann.workspaces.get(uid)).workspace.properties
  assert.deepEqual([name, description], ['Next', 'year'])
  await ann.workspaces.update(board, { name: '🧱'.repeat(255) })
  const long = await copyOf(ann, board)
  assert.equal((await ann.workspaces.get(long.uid)).workspace.title, `Copy of ${'🧱'.repeat(247)}`)
})

test('[EVT-5] the log of the original records the copy, the log of the copy the creation of every object', async () => {
  const made = await world()
  const { ann, bob, board } = made
  await fill(made)
  const { uid } = await copyOf(bob, board)
  const { events } = await ann.events.list(board)
  const last = events.at(-1)
  assert.deepEqual([last?.type, last?.actor.id, last?.workspace?.uid], ['WORKSPACE_DUPLICATE', bob.id, board])
  const copied = (await bob.events.list(uid)).events
  assert.deepEqual(
    copied.map(({ seq }) => seq),
    copied.map((_, index) => index + 1),
  )
  assert.deepEqual(new Set(copied.map(({ actor }) => actor.id)), new Set([bob.id]))
  assert.equal(copied.length, 10)
  assert.ok(copied.every(({ type }) => type.endsWith('_CREATE')))
  assert.deepEqual(copied.at(-1)?.comment?.author.id, ann.id)
})

test('[CHG-4] past states of the copy can be read, and its log continues', async () => {
  const made = await world()
  const { bob, board } = made
  await fill(made)
  const { uid } = await copyOf(bob, board)
  const then = await contents(bob, uid)
  const { note } = await bob.notes.create(uid, { text: 'later' })
  assert.equal((await bob.events.list(uid, { after: 10 })).events[0]?.note?.id, note.id)
  const asItWas = (await bob.objects.list(uid, { at: 10 })).objects.map(content)
  assert.deepEqual(asItWas, then)
  assert.equal((await bob.objects.list(uid, { at: 0 })).objects.length, 0)
})

test('[WSP-9] changes and deletions in a copy do not affect the original', async () => {
  const made = await world()
  const { ann, bob, board } = made
  const note = await fill(made)
  const { uid } = await copyOf(bob, board)
  const before = await contents(ann, board)
  const copied = (await bob.notes.list(uid)).notes[0]?.id as string
  await bob.notes.delete(uid, copied)
  assert.equal((await bob.strokes.list(uid)).total, 1)
  assert.deepEqual(await contents(ann, board), before)
  assert.equal((await ann.comments.list(board, 'notes', note.id)).total, 2)
  await refused(bob.notes.get(uid, note.id), 404, 'ResourceNotFound')
})

test('[WSP-9] unfinished processing of a copied file is queued again', async () => {
  const made = await world()
  const { bob, board } = made
  await fill(made)
  const { uid } = await copyOf(bob, board)
  const { objects } = await bob.objects.list(uid)
  const ids = objects.filter(({ kind }) => kind === 'image' || kind === 'document').map(({ id }) => id)
  const jobs = (await jobsFor(made, uid)).filter(({ name }) => name.startsWith('process-'))
  assert.deepEqual(
    jobs.map(({ payload }) => payload.object_id),
    ids,
  )
})

test('[WSP-9] copying needs its right, and a refused request creates nothing', async () => {
  const made = await world()
  const { vic, eve, board } = made
  const before = await stateOf(made.dependencies.db)
  await refused(vic.workspaces.copy(board), 400, 'ForbiddenError')
  await refused(eve.workspaces.copy(board), 404, 'ResourceNotFound')
  assert.deepEqual(await stateOf(made.dependencies.db), before)
})

test('[WSP-9] a board of many pages is copied whole and in order', async () => {
  const made = await world()
  const { ann, board } = made
  const count = 1_200
  const texts = Array.from({ length: count }, (_, index) => `note ${index}`)
  for (let from = 0; from < count; from += 600) {
    const changes = texts.slice(from, from + 600).map(text => ({ op: 'create', kind: 'note', data: { text } }) as const)
    await ann.objects.change(board, { changes })
  }
  const { uid } = await copyOf(ann, board)
  const copied = (await Array.fromAsync(ann.notes.list.all(uid, { limit: 200 }))).map(({ text }) => text)
  assert.deepEqual(copied, texts)
  assert.equal((await typesIn(made, uid)).length, count)
})

const fifteenHundred = Array.from({ length: 3 }, (_, list) =>
  Array.from(
    { length: 500 },
    (_, index) => ({ op: 'create', kind: 'note', data: { text: `note ${list * 500 + index}` } }) as const,
  ),
)

/** Calls `step` before each transaction of the copy that stores objects. */
function beforeEachStep({ dependencies: { db } }: World, t: TestContext, step: (number: number) => Promise<unknown>) {
  const write = db.write.bind(db)
  let number = 0
  t.mock.method(db, 'write', async (work: Work<unknown>) => {
    number += 1
    await step(number)
    return await write(work)
  })
}

test('[WSP-20] a copy is made in steps, shows the original at one moment, and nobody sees it before it is complete', async t => {
  const made = await worldWithoutWorker()
  const { ann, bob, board } = made
  const { db } = made.dependencies
  for (const changes of fifteenHundred) await ann.objects.change(board, { changes })
  const ids = (await ann.objects.list(board)).objects.map(({ id }) => id)
  const sizes: number[] = []
  beforeEachStep(made, t, async number => {
    if (number !== 3) return
    // In the middle of the copy, half of it is stored.
    const hidden = await db.read.selectFrom('workspaces').selectAll().where('copying_until', 'is not', null).execute()
    assert.equal(hidden.length, 1)
    const { id, uid } = hidden[0] as { id: number; uid: string }
    const stored = await db.read.selectFrom('objects').select('id').where('workspace_id', '=', id).execute()
    sizes.push(stored.length)
    await refused(bob.workspaces.get(uid), 403, 'ResourceNotFound')
    const { workspaces } = await bob.users.listWorkspaces('me')
    assert.deepEqual(
      workspaces.map(({ name }) => name),
      ['Board'],
    )
    await ann.objects.change(board, { changes: [{ op: 'delete', id: ids[999] as string }] })
    await ann.notes.create(board, { text: 'too late' })
  })
  const { uid } = await copyOf(bob, board)
  assert.deepEqual(sizes, [500])
  const texts = (await Array.fromAsync(bob.notes.list.all(uid, { limit: 200 }))).map(({ text }) => text)
  assert.deepEqual(
    texts,
    fifteenHundred.flat().map(({ data }) => data.text),
  )
  const later = await bob.notes.create(uid, { text: 'later' })
  const orders = (await Array.fromAsync(bob.notes.list.all(uid, { limit: 200 }))).map(({ order }) => order)
  assert.ok(orders.every(order => order <= later.note.order))
  assert.equal((await jobsFor(made, uid)).filter(({ name }) => name === 'erase-abandoned-copy').length, 0)
})

test('[WSP-20] a copy that is interrupted at any step leaves nothing', async t => {
  const made = await worldWithoutWorker()
  const { ann, board } = made
  const { db } = made.dependencies
  for (const changes of fifteenHundred.slice(1)) await ann.objects.change(board, { changes })
  const before = await logOf(made, board)
  for (const stopped of [2, 3, 4]) {
    beforeEachStep(made, t, async number => {
      // A killed process writes nothing any more.
      if (number >= stopped) throw new DatabaseUnavailable('the process is gone')
    })
    await refused(ann.workspaces.copy(board), 503, 'ServiceUnavailable')
    t.mock.restoreAll()
    const { id } = await db.read
      .selectFrom('workspaces')
      .select('id')
      .where('copying_until', 'is not', null)
      .executeTakeFirstOrThrow()
    // Its job does not erase a copy that may still be in progress, even on a server whose clock is an hour ahead.
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 })
    await assert.rejects(eraseAbandonedCopy(db, id), { name: 'RetryLater' })
    t.mock.timers.reset()
    const past = new Date(0).toISOString()
    await db.write(tx => tx.updateTable('workspaces').set({ copying_until: past }).where('id', '=', id).execute())
    await eraseAbandonedCopy(db, id)
    for (const table of ['objects', 'events', 'workspace_users'] as const) {
      const rows = await db.read.selectFrom(table).select('workspace_id').where('workspace_id', '=', id).execute()
      assert.deepEqual(rows, [])
    }
    assert.equal(await db.read.selectFrom('workspaces').select('id').where('id', '=', id).executeTakeFirst(), undefined)
  }
  assert.deepEqual(await logOf(made, board), before)
})

test('[WSP-20] losing the rights while the copy is made ends the copy', async t => {
  const made = await worldWithoutWorker()
  const { ann, bob, board } = made
  await ann.notes.create(board, { text: 'secret' })
  beforeEachStep(made, t, async number => {
    if (number !== 2) return
    t.mock.restoreAll()
    await ann.workspaces.removeUser(board, bob.id)
  })
  await refused(bob.workspaces.copy(board), 404, 'ResourceNotFound')
  const { workspaces } = await bob.users.listWorkspaces('me')
  assert.deepEqual(workspaces, [])
})
