// Tests creating, reading, updating and deleting listeners. Deliveries are in delivery.test.ts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventTypeNames } from '@tessera/contract'
import { refused } from '../../testing/assert-refused.ts'
import { stateOf } from '../../testing/database-state.ts'
import { type Person, type World, world, worldWithoutWorker } from '../../testing/world.ts'

const url = 'http://127.0.0.1:9/hook'

const listen = (person: Person, workspaceId: string, more: object = {}) =>
  person.listeners.create({ workspaceId, url, eventTypes: ['ALL'], ...more })

/** Reads the delivery state of a listener. */
async function progress({ dependencies }: World, id: string) {
  const row = await dependencies.db.read
    .selectFrom('listeners')
    .select(['after_seq', 'skips'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, skips: JSON.parse(row.skips) }
}

test('[LIS-1] [LIS-2] create returns the fields of the listener, and get returns the same', async () => {
  const { vic, board } = await world()
  const { secret, id, ...made } = await listen(vic, board)
  assert.match(id, /^[0-9a-f]{24}$/)
  assert.deepEqual(made, {
    workspaceId: board,
    targetId: null,
    targetType: 'workspace',
    eventTypes: ['ALL'],
    url,
    status: ['ACTIVE'],
    created_with: null,
  })
  const delivery = { attempts: 0, next_attempt_at: null }
  assert.deepEqual(await vic.listeners.get(id), { listeners: { id, ...made, delivery, secret } })
  assert.deepEqual(await vic.listeners.list(), { listeners: [{ id, ...made, delivery }] })
  assert.deepEqual(Object.keys(await vic.listeners.delete(id)), ['message'])
  await refused(vic.listeners.get(id), 404, 'ResourceNotFound')
  assert.deepEqual(await vic.listeners.list(), { listeners: [] })
})

test("[LIS-1] another user's listener is not found", async () => {
  const made = await world()
  const { ann, bob, board } = made
  const { id } = await listen(bob, board)
  const before = await stateOf(made.dependencies.db)
  await refused(ann.listeners.get(id), 404, 'ResourceNotFound')
  await refused(ann.listeners.update(id, { url }), 404, 'ResourceNotFound')
  await refused(ann.listeners.delete(id), 404, 'ResourceNotFound')
  assert.deepEqual(await ann.listeners.list(), { listeners: [] })
  assert.deepEqual(await stateOf(made.dependencies.db), before)
})

test('[LIS-3] the url is http or https and not too long', async () => {
  const { ann, board } = await world()
  await listen(ann, board, { url: `http://example.com/${'a'.repeat(8_192 - 19)}` })
  for (const wrong of [
    'ftp://example.com',
    'example.com',
    'https://',
    'http://[1::2::3]/',
    'javascript:alert(1)',
    `http://example.com/${'a'.repeat(8_192 - 18)}`,
  ])
    await refused(listen(ann, board, { url: wrong }), 400, 'BadRequest', 'url')
  const { id } = await listen(ann, board)
  await refused(ann.listeners.update(id, { url: 'http://a b/' }), 400, 'BadRequest', 'url')
})

test('[LIS-3] the caller must be able to read the workspace', async () => {
  const { ann, bob, eve, board } = await world()
  for (const workspaceId of ['a'.repeat(20), '', 'no uid'])
    await refused(listen(ann, workspaceId), 400, 'BadRequest', 'workspaceId')
  await refused(listen(eve, board), 400, 'BadRequest', 'workspaceId')
  await ann.workspaces.delete(board)
  await refused(listen(bob, board), 400, 'BadRequest', 'workspaceId')
})

test('[LIS-4] the target is an object of the workspace, of any kind', async () => {
  const { ann, bob, board, organization } = await world()
  const { note } = await ann.notes.create(board, { text: 'watched' })
  const { canvas } = await ann.canvases.create(board, { name: 'watched' })
  const made = await listen(bob, board, { targetId: note.id })
  assert.deepEqual([made.targetId, made.targetType], [note.id, 'note'])
  const changed = await bob.listeners.update(made.id, { targetId: canvas.id })
  assert.deepEqual([changed.targetId, changed.targetType], [canvas.id, 'canvas'])
  const { workspace } = await ann.workspaces.create(organization, { name: 'Other' })
  const other = (await ann.notes.create(workspace.properties.uid, { text: 'not here' })).note
  for (const targetId of [other.id, 'f'.repeat(24), 'nothing', '']) {
    await refused(listen(ann, board, { targetId }), 400, 'BadRequest', 'targetId')
    await refused(bob.listeners.update(made.id, { targetId }), 400, 'BadRequest', 'targetId')
  }
  assert.equal((await bob.listeners.get(made.id)).listeners.targetId, canvas.id)
})

test('[LIS-5] every event type is accepted, and nothing else', async () => {
  const { ann, board } = await world()
  assert.deepEqual((await listen(ann, board, { eventTypes: eventTypeNames })).eventTypes, eventTypeNames)
  const before = (await ann.listeners.list()).listeners.length
  const wrong = { eventTypes: ['ALL', 'note_all', 'NOTE_DELETE', 'EVERYTHING'] }
  const { fields } = await refused(listen(ann, board, wrong), 400, 'BadRequest', 'eventTypes[1]', 'eventTypes[3]')
  assert.match(fields[0]?.message ?? '', /\bNOTE_ALL\b.*\bWORKSPACE_USER_ADD\b/)
  await refused(listen(ann, board, { eventTypes: [] }), 400, 'BadRequest', 'eventTypes')
  await refused(listen(ann, board, { eventTypes: Array(101).fill('ALL') }), 400, 'BadRequest', 'eventTypes')
  await refused(ann.listeners.create({ workspaceId: board, url } as never), 400, 'BadRequest', 'eventTypes')
  assert.equal((await ann.listeners.list()).listeners.length, before)
})

test('[LIS-6] an update changes the given fields, and without status activates the listener', async () => {
  const { ann, board } = await world()
  const { id, secret: _, ...made } = await listen(ann, board)
  const off = await ann.listeners.update(id, { status: 'IN_ACTIVE', url: 'http://example.com/other' })
  assert.deepEqual(off, { id, ...made, url: 'http://example.com/other', status: ['IN_ACTIVE'] })
  const on = await ann.listeners.update(id, { eventTypes: ['NOTE_ALL', 'TEXT_CREATE'] })
  assert.deepEqual(on, { ...off, eventTypes: ['NOTE_ALL', 'TEXT_CREATE'], status: ['ACTIVE'] })
  assert.deepEqual(await ann.listeners.update(id), on)
  const wrong = { status: 'SUSPENDED' } as never
  await refused(ann.listeners.update(id, wrong), 400, 'BadRequest', 'status')
})

test('[LIS-6] a listener starts after the existing events, and the range while it is IN_ACTIVE is stored', async () => {
  const made = await worldWithoutWorker()
  const { ann, board } = made
  const write = () => ann.notes.create(board, { text: 'one more' })
  await write()
  await write()
  const { id } = await listen(ann, board)
  assert.deepEqual(await progress(made, id), { after_seq: 2, skips: [] })
  await write()
  await ann.listeners.update(id, { status: 'IN_ACTIVE' })
  await write()
  assert.deepEqual(await progress(made, id), { after_seq: 2, skips: [[4, null]] })
  await ann.listeners.update(id, { status: 'IN_ACTIVE' })
  await write()
  await ann.listeners.update(id, { status: 'ACTIVE' })
  await write()
  await ann.listeners.update(id, { status: 'ACTIVE' })
  assert.deepEqual(await progress(made, id), { after_seq: 2, skips: [[4, 5]] })
})

test('[LIS-7] only create and get return the secret', async () => {
  const { ann, board } = await world()
  const { id, secret } = await listen(ann, board)
  assert.match(secret ?? '', /^whsec_[A-Za-z0-9+/]{32}$/)
  assert.equal((await ann.listeners.get(id)).listeners.secret, secret)
  assert.ok(!('secret' in (await ann.listeners.update(id, { url }))))
  assert.ok(!('secret' in ((await ann.listeners.list()).listeners[0] as object)))
  assert.notEqual((await listen(ann, board)).secret, secret)
})

test('[LST-7] [LST-8] listeners are listed in order of creation, and filtered by a field', async () => {
  const { ann, board, organization } = await world()
  const { workspace } = await ann.workspaces.create(organization, { name: 'Other' })
  const { note } = await ann.notes.create(board, { text: 'watched' })
  const first = await listen(ann, board, { url: 'http://Example.com:81/A' })
  const second = await listen(ann, workspace.properties.uid)
  const third = await listen(ann, board, { targetId: note.id })
  await ann.listeners.update(second.id, { status: 'IN_ACTIVE' })
  const find = async (filter_by?: string) =>
    (await ann.listeners.list(filter_by === undefined ? {} : { filter_by })).listeners.map(({ id }) => id)
  assert.deepEqual(await find(), [first.id, second.id, third.id])
  assert.deepEqual(await find(`workspaceId:${board}`), [first.id, third.id])
  assert.deepEqual(await find('status:in_active'), [second.id])
  assert.deepEqual(await find(`targetId:${note.id}`), [third.id])
  assert.deepEqual(await find('url:http://example.com:81/a'), [first.id])
  assert.deepEqual(await find('url:example'), [])
  const { fields } = await refused(find('secret:x'), 400, 'BadRequest', 'filter_by')
  assert.match(fields[0]?.message ?? '', /workspaceId, status, targetId, url/)
})

test('[WSP-10] the listeners of a deleted workspace are gone until it is restored', async () => {
  const { ann, bob, board } = await world()
  const { id } = await listen(bob, board)
  await ann.workspaces.delete(board)
  await refused(bob.listeners.get(id), 404, 'ResourceNotFound')
  await refused(bob.listeners.delete(id), 404, 'ResourceNotFound')
  assert.deepEqual(await bob.listeners.list(), { listeners: [] })
  await ann.workspaces.restore(board)
  assert.equal((await bob.listeners.get(id)).listeners.id, id)
})

test('[LIS-1] a user without access keeps their listeners, but learns nothing about the workspace from them', async () => {
  const { ann, bob, board } = await world()
  const { note } = await ann.notes.create(board, { text: 'hidden' })
  const { id } = await listen(bob, board)
  await ann.workspaces.removeUser(board, bob.id)
  assert.equal((await bob.listeners.list()).listeners.length, 1)
  await refused(bob.listeners.update(id, { targetId: note.id }), 400, 'BadRequest', 'targetId')
  await bob.listeners.update(id, { status: 'IN_ACTIVE' })
  await bob.listeners.delete(id)
})
