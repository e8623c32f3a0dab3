// Which application made a change: in the log, in live messages and in notifications.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '@tessera/client'
import { openLive } from '../../testing/live-client.ts'
import { newPublicClient, publicTokensFor } from '../../testing/oauth-application.ts'
import { receiver } from '../../testing/receiver.ts'
import { testEngine } from '../../testing/test-database.ts'
import { withApplication, withPersonalToken, withToken } from '../../testing/token-holders.ts'
import { type Person, type World, world, worldOnWriteThread } from '../../testing/world.ts'

async function program(there: World) {
  const { client_id } = await newPublicClient(there)
  const { access_token: token } = await publicTokensFor(there, there.bob, { client_id })
  const via = { client_id, name: 'Mirror <b>&' }
  return { acting: connect({ url: there.url, token, retries: 0 }), via, client_id }
}

const viaOf = async ({ ann }: World, board: string) =>
  (await ann.events.list(board)).events.map(({ type, actor }) => [type, actor.via] as const)

test('[PRG-21] an event names the application that made the change, through updates, restores and copies', async () => {
  const there = await world()
  const { ann, bob, board } = there
  const { acting, via, client_id } = await program(there)
  const { note } = await acting.notes.create(board, { text: 'by a program' })
  await bob.notes.update(board, note.id, { x: 5 })
  await acting.comments.create(board, 'notes', note.id, { text: 'seen' })
  await acting.objects.change(board, { changes: [{ op: 'delete', id: note.id }] })
  await bob.objects.change(board, { changes: [{ op: 'restore', id: note.id }] })
  await acting.workspaces.update(board, { name: 'Renamed' }).catch(() => {})
  await ann.applications.update(client_id, { name: 'Another name' })
  assert.deepEqual((await viaOf(there, board)).slice(0, 7), [
    ['NOTE_CREATE', via],
    ['NOTE_UPDATE', null],
    ['COMMENT_CREATE', via],
    ['COMMENT_DELETE', via],
    ['NOTE_DELETE', via],
    ['NOTE_CREATE', null],
    ['COMMENT_CREATE', null],
  ])
})

test('[PRG-21] changes of the workspace and its copies name the application, too', async () => {
  const there = await world()
  const { client_id } = await newPublicClient(there)
  const { access_token: token } = await publicTokensFor(there, there.ann, { client_id })
  const acting = connect({ url: there.url, token, retries: 0 })
  const { ann, vic, board } = there
  await ann.notes.create(board, { text: 'copied' })
  await acting.workspaces.update(board, { name: 'Renamed' })
  await acting.workspaces.updateUser(board, vic.id, { workspace_role_id: 3 })
  const copy = (await acting.workspaces.copy(board, {})).workspace.uid
  const via = { client_id, name: 'Mirror <b>&' }
  assert.deepEqual(await viaOf(there, board), [
    ['NOTE_CREATE', null],
    ['WORKSPACE_UPDATE', via],
    ['WORKSPACE_USER_ROLE_CHANGE', via],
    ['WORKSPACE_DUPLICATE', via],
  ])
  assert.deepEqual(await viaOf(there, copy), [['NOTE_CREATE', via]])
})

const worlds = { 'a batch': world, ...(testEngine === 'sqlite' ? { 'the write thread': worldOnWriteThread } : {}) }

for (const [name, open] of Object.entries(worlds))
  test(`[PRG-21] ${name} of changes names the application of each`, async () => {
    const there = await open()
    const { acting, via } = await program(there)
    const people = [acting, there.bob, acting, there.ann]
    await Promise.all(people.map((one, index) => one.notes.create(there.board, { text: String(index) })))
    const { events } = await there.ann.events.list(there.board)
    const byText = new Map(events.map(({ note, actor }) => [note?.text, actor.via]))
    assert.deepEqual(
      ['0', '1', '2', '3'].map(text => byText.get(text)),
      [via, null, via, null],
    )
  })

test('[PRG-21] live messages and notifications name the application', async () => {
  const there = await world()
  const { ann, vic, board } = there
  const { acting, via } = await program(there)
  const hook = await receiver()
  await ann.listeners.create({ workspaceId: board, url: hook.url, eventTypes: ['ALL'] })
  await using socket = await openLive(there, vic)
  await acting.notes.create(board, { text: 'told' })
  await ann.notes.create(board, { text: 'by herself' })
  await socket.upTo(socket.welcome.seq + 2)
  assert.deepEqual(
    socket.events.map(({ actor }) => actor.via),
    [via, null],
  )
  const received = await hook.events(2)
  assert.deepEqual(
    received.map(({ body }) => body.actor.via),
    [via, null],
  )
})

test('[PRG-21] a personal token that an application created names that application, everywhere', async () => {
  const there = await world()
  const { ann, bob, vic, board } = there
  const { acting, via } = await program(there)
  const { token } = await acting.tokens.create({ name: 'nightly' })
  const child = withToken(there, bob, token.access_token as string)
  const grandchild = withToken(there, bob, (await child.tokens.create({ name: 'x' })).token.access_token as string)
  const own = withToken(there, bob, (await bob.tokens.create({ name: 'own' })).token.access_token as string)
  const hook = await receiver()
  await ann.listeners.create({ workspaceId: board, url: hook.url, eventTypes: ['ALL'] })
  await using socket = await openLive(there, vic)
  const { note } = await child.notes.create(board, { text: 'one' })
  await grandchild.notes.create(board, { text: 'two' })
  await own.notes.create(board, { text: 'three' })
  const { comment } = await child.comments.create(board, 'notes', note.id, { text: 'seen' })
  assert.deepEqual(comment.author.via, via)
  await socket.upTo(socket.welcome.seq + 4)
  const expected = [via, via, null, via]
  assert.deepEqual(
    socket.events.map(({ actor }) => actor.via),
    expected,
  )
  assert.deepEqual(
    (await viaOf(there, board)).map(([, one]) => one),
    expected,
  )
  assert.deepEqual(
    (await hook.events(4)).map(({ body }) => body.actor.via),
    expected,
  )
})

test('[EVT-6] a program lists its own changes, and a personal token those made with it', async () => {
  const there = await world()
  const { bob, board } = there
  const { acting, client_id } = await program(there)
  const [script, other] = [await withPersonalToken(there, bob), await withPersonalToken(there, bob)]
  const another = await withApplication(there, there.ann, client_id)
  const callers = { bob, acting, script, other, another }
  for (const [text, { notes }] of Object.entries(callers)) await notes.create(board, { text })
  const mine = async ({ events }: Pick<Person, 'events'>, after = 0) =>
    (await events.list(board, { mine: true, after })).events.map(({ note }) => note?.text)
  assert.deepEqual(await mine(acting), ['acting'])
  assert.deepEqual(await mine(script), ['script'])
  assert.deepEqual(await mine(other), ['other'])
  assert.deepEqual(await mine(another), ['another'])
  assert.deepEqual(await mine(await withApplication(there, bob, client_id)), ['acting'], 'after signing in again')
  assert.deepEqual(await mine(acting, 2), [])
})
