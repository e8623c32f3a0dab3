// Access over the socket is the same as over HTTP, also when it changes while the socket is open.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeCodes } from '@tessera/contract/live'
import { stateOf } from '../../testing/database-state.ts'
import { openLive } from '../../testing/live-client.ts'
import { blobOf, formOf, postForm } from '../../testing/upload-forms.ts'
import { world, worldWithoutWorker } from '../../testing/world.ts'

const note = (text: string) => ({ op: 'create', kind: 'note', data: { text } })

test('[LIV-6] a Viewer cannot change anything over the socket', async () => {
  const there = await world()
  const { note: made } = await there.ann.notes.create(there.board, { text: 'as it is' })
  const before = await stateOf(there.dependencies.db)
  await using vic = await openLive(there, there.vic)
  const changes = [[note('no')], [{ op: 'update', id: made.id, data: { text: 'no' } }], [{ op: 'delete', id: made.id }]]
  for (const [index, list] of changes.entries()) {
    const reply = await vic.change(`${index}`, list)
    assert.equal(reply.type === 'refused' && reply.error.code, 'ForbiddenError')
  }
  assert.deepEqual(await stateOf(there.dependencies.db), before)
})

test('[LIV-6] an invalid change is refused as by the operation, and the connection stays open', async () => {
  const there = await world()
  await using ann = await openLive(there, there.ann)
  const cases = [
    [],
    'nothing',
    [{ op: 'explode' }],
    [{ op: 'explode' }, { op: 'update', id: 'f'.repeat(24), data: {} }],
    [note('fine'), { op: 'create', kind: 'note', data: {} }],
    [{ op: 'update', id: 'f'.repeat(24), data: {} }],
    [{ op: 'create', kind: 'image', data: {} }],
    Array.from({ length: 1_001 }, () => note('many')),
  ]
  for (const [index, changes] of cases.entries()) {
    const reply = await ann.change(`${index}`, changes)
    const rest = await there.send(`/api/workspaces/${there.board}/changes`, {
      as: there.ann,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ changes }),
    })
    const { error } = (await rest.json()) as { error: { request_id: string } }
    assert.ok(reply.type === 'refused')
    assert.deepEqual({ ...reply.error, request_id: '' }, { ...error, request_id: '' })
  }
  assert.equal((await ann.change('fine', [note('fine')])).type, 'done')
  assert.equal((await there.ann.notes.list(there.board)).total, 1)
})

test('[LIV-6] fields are merged one by one, and the last write of each wins for all clients', async () => {
  const there = await world()
  const { note: made } = await there.ann.notes.create(there.board, { text: 'both' })
  await using ann = await openLive(there, there.ann)
  await using bob = await openLive(there, there.bob)
  const update = (data: object) => [{ op: 'update', id: made.id, data }]
  await Promise.all([
    ann.change('1', update({ x: 10, text: 'by ann' })),
    bob.change('1', update({ y: 20, text: 'by bob' })),
    ann.change('2', update({ scale: 2 })),
  ])
  const { note: settled } = await there.ann.notes.get(there.board, made.id)
  assert.deepEqual([settled.x, settled.y, settled.scale, settled.version], [10, 20, 2, 4])
  await Promise.all([ann.upTo(ann.welcome.seq + 3), bob.upTo(ann.welcome.seq + 3)])
  assert.deepEqual(ann.events.at(-1)?.note, settled)
  assert.deepEqual(ann.events, bob.events)
})

test('[LIV-13] a change sent again is applied once and gets the same reply', async () => {
  const there = await world()
  await using first = await openLive(there, there.bob)
  const done = await first.change('once', [note('once')])
  await first.close()
  await using second = await openLive(there, there.bob, { after: first.seq })
  const again = await second.change('once', [note('once')])
  assert.ok(done.type === 'done' && again.type === 'done')
  assert.deepEqual(again.results, done.results)
  const other = await second.change('once', [note('something else')])
  assert.equal(other.type === 'refused' && other.error.code, 'UnprocessableContent')
  await using ann = await openLive(there, there.ann)
  assert.equal((await ann.change('once', [note('of ann')])).type, 'done')
  const both = await Promise.all([ann.change('twice', [note('twice')]), ann.change('twice', [note('twice')])])
  assert.deepEqual(both[0], both[1])
  assert.equal((await there.ann.notes.list(there.board)).total, 3)
})

test('[LIV-13] a refused change is refused again, also if it has become possible meanwhile', async () => {
  const there = await world()
  const { note: made } = await there.ann.notes.create(there.board, { text: 'as it is' })
  const update = [note('beside it'), { op: 'update', id: made.id, data: { text: 'too late' } }]
  await there.ann.notes.delete(there.board, made.id)
  await using first = await openLive(there, there.bob)
  const refused = await first.change('once', update)
  await first.close()
  await there.ann.objects.change(there.board, { changes: [{ op: 'restore', id: made.id }] })
  await using second = await openLive(there, there.bob)
  const again = await second.change('once', update)
  assert.ok(refused.type === 'refused' && again.type === 'refused')
  assert.deepEqual({ ...again.error, request_id: '' }, { ...refused.error, request_id: '' })
  assert.deepEqual(
    (await there.ann.notes.list(there.board)).notes.map(({ text }) => text),
    ['as it is'],
  )
  assert.equal((await second.change('another', update)).type, 'done')
})

test('[LIV-13] a refusal for missing rights is not stored', async () => {
  const there = await world()
  await using before = await openLive(there, there.vic)
  assert.equal((await before.change('once', [note('n')])).type, 'refused')
  await there.ann.workspaces.updateUser(there.board, there.vic.id, { workspace_role_id: 3 })
  await using after = await openLive(there, there.vic)
  assert.equal((await after.change('once', [note('n')])).type, 'done')
})

test('[LIV-3] urls of originals are sent only to users who may download, in snapshots and events', async () => {
  // Without a worker the image is not processed, so there is only the original.
  const there = await worldWithoutWorker()
  const upload = async () => postForm(there, 'images', formOf(['image', await blobOf('plain.png')]))
  await upload()
  await using ann = await openLive(there, there.ann)
  await using vic = await openLive(there, there.vic)
  await upload()
  const urls = async (socket: typeof ann) => {
    const { objects } = await socket.next('snapshot')
    await socket.next('events', ({ events }) => events.some(event => event.type === 'IMAGE_CREATE'))
    const events = socket.events.filter(event => event.type === 'IMAGE_CREATE')
    return [...objects, ...events.map(event => event.image)].map(one => (one as { url: string }).url)
  }
  for (const url of await urls(ann))
    assert.equal((await fetch(url.replace(/^.*?(?=\/files|\/api)/, there.url))).status, 200)
  assert.deepEqual(await urls(vic), ['', ''])
})

test('[LIV-9] [LIV-4] a revoked token, a locked user and a removed role close the connection', async () => {
  const there = await world()
  const { ann, bob, vic, board, dependencies } = there
  await using revoked = await openLive(there, ann)
  await using locked = await openLive(there, bob)
  await using removed = await openLive(there, vic)
  await dependencies.db.write(async tx => {
    const now = new Date().toISOString()
    await tx.updateTable('grants').set({ revoked_at: now }).where('user_id', '=', ann.id).execute()
    await tx.updateTable('users').set({ locked_at: now }).where('id', '=', bob.id).execute()
  })
  assert.equal((await revoked.closed).code, closeCodes.token)
  assert.equal((await revoked.next('error')).error.code, 'Unauthorized')
  assert.equal((await locked.closed).code, closeCodes.token)
  await vic.workspaces.removeUser(board, vic.id)
  assert.equal((await removed.closed).code, closeCodes.notAllowed)
})

test('[LIV-9] deleting a workspace closes its sockets', async () => {
  const there = await world()
  await using bob = await openLive(there, there.bob)
  await there.ann.workspaces.delete(there.board)
  assert.equal((await bob.closed).code, closeCodes.noWorkspace)
})

test('[LIV-3] [LIV-9] a changed role is sent to the user and enforced', async () => {
  const there = await world()
  const { ann, bob, board } = there
  await using socket = await openLive(there, bob, { as: 'browser' })
  socket.send({ type: 'lead', on: true })
  await socket.next('leader', ({ user_id }) => user_id === bob.id)
  await ann.workspaces.updateUser(board, bob.id, { workspace_role_id: 5 })
  const { role } = await socket.next('role')
  assert.deepEqual([role.name, role.can_edit_workspace], ['Viewer', false])
  await socket.until(() => socket.all('leader').at(-1)?.user_id === null)
  const reply = await socket.change('1', [note('no more')])
  assert.equal(reply.type === 'refused' && reply.error.code, 'ForbiddenError')
  const { active_users } = await ann.workspaces.listActiveUsers(board)
  assert.deepEqual(
    active_users.map(({ type }) => type),
    ['viewer'],
  )
})
