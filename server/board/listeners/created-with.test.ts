// Listeners and tokens: what a token without `read` cannot do, and when a listener ends with the token that created it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { creationsEnded } from '../../testing/ended-creations.ts'
import { newApplication, signInFor, tokensFor } from '../../testing/oauth-application.ts'
import { receiver } from '../../testing/receiver.ts'
import { clientOf, sessionClient } from '../../testing/session-client.ts'
import { withPersonalToken, withToken } from '../../testing/token-holders.ts'
import { password } from '../../testing/visitor.ts'
import { type Person, type World, world } from '../../testing/world.ts'

const eventTypes = ['ALL']

const listen = async (who: Person, { board }: World, url = 'http://127.0.0.1:9/') =>
  (await who.listeners.create({ url, workspaceId: board, eventTypes })).id

const assertRefusedScope = async (call: Promise<unknown>, needed: string) =>
  assert.equal((await refused(call, 403, 'ForbiddenError')).neededScope, needed)

const idsOf = async (who: Person) => (await who.listeners.list()).listeners.map(one => one.id)

test('[TOK-10] a token with admin alone gets no content: no listener, redirected listener, delivery or replay', async () => {
  const made = await world()
  const { ann, board, organization } = made
  const there = await receiver()
  const id = await listen(ann, made, there.url)
  await ann.notes.create(board, { text: 'secret plan' })
  await there.events(1)
  const [delivery] = (await ann.listeners.listDeliveries(id)).deliveries
  const admin = await withPersonalToken(made, ann, { scope: 'admin' })
  const { note } = await ann.notes.create(board, { text: 'target' })
  for (const call of [
    () => listen(admin, made, there.url),
    () => admin.listeners.createForOrganization(organization, { url: there.url, eventTypes }),
    () => admin.listeners.update(id, { url: 'http://127.0.0.1:9/elsewhere' }),
    () => admin.listeners.update(id, { targetId: note.id }),
    () => admin.listeners.update(id, { eventTypes: ['ALL'], status: 'ACTIVE' }),
    () => admin.listeners.listDeliveries(id),
    () => admin.listeners.redeliver(id, delivery?.id as string),
    () => admin.listeners.replay(id, { after_seq: 0 }),
  ])
    await assertRefusedScope(call(), 'read admin')
  await admin.listeners.update(id, { status: 'IN_ACTIVE' })
  await admin.listeners.test(id)
  await admin.listeners.delete(id)
  const both = await withPersonalToken(made, ann, { scope: 'read admin' })
  await both.listeners.replay(await listen(both, made, there.url), { after_seq: 0 })
})

test('[TOK-10] a token with write alone hands no content to other people', async () => {
  const made = await world()
  const { ann, eve, board } = made
  const write = await withPersonalToken(made, ann, { scope: 'write' })
  for (const call of [
    () => write.workspaces.publish(board),
    () => write.workspaces.copy(board, { new_workspace_name: 'Copy' }),
    () => write.workspaces.addUsers(board, { users: [{ email: eve.email, workspace_role_id: 4 }] } as never),
    () => write.workspaces.update(board, { public: true }),
    () => write.workspaces.update(board, { name: 'Plan', user_id: eve.id } as never),
  ])
    await assertRefusedScope(call(), 'read write')
  await write.workspaces.update(board, { name: 'Plan' })
})

test('[LIS-30] a listener names the token or the application that created it', async () => {
  const made = await world()
  const { ann, bob, organization } = made
  const own = await listen(bob, made)
  const { token } = await bob.tokens.create({ name: 'nightly' })
  const script = withToken(made, bob, token.access_token as string)
  const first = await listen(script, made)
  const application = await newApplication(made)
  const app = withToken(made, bob, (await tokensFor(made, bob, application)).access_token)
  const second = await listen(app, made)
  const creators = new Map((await bob.listeners.list()).listeners.map(one => [one.id, one.created_with]))
  assert.deepEqual(
    [own, first, second].map(id => creators.get(id)),
    [
      null,
      { type: 'token', id: token.id, name: 'nightly' },
      { type: 'application', id: application.client_id, name: 'Mirror <b>&' },
    ],
  )
  const admin = await withPersonalToken(made, ann)
  const wide = await admin.listeners.createForOrganization(organization, { url: 'http://127.0.0.1:9/', eventTypes })
  assert.equal(wide.created_with?.name, 'script')
  assert.deepEqual((await ann.listeners.get(wide.id)).listeners.created_with, wide.created_with)
})

test('[LIS-31] a listener outlives the expiry of its token, and ends when it or its parent is revoked', async () => {
  const made = await world()
  const { ann, board, organization } = made
  const there = await receiver()
  const { token } = await ann.tokens.create({ name: 'parent' })
  const parent = withToken(made, ann, token.access_token as string)
  const child = withToken(made, ann, (await parent.tokens.create({ name: 'child' })).token.access_token as string)
  const { id } = await child.listeners.createForOrganization(organization, { url: there.url, eventTypes })
  const kept = await listen(ann, made)
  await listen(parent, made)
  const past = new Date(Date.now() - 1_000).toISOString()
  await made.dependencies.db.write(tx =>
    tx
      .updateTable('grants')
      .set({ expires_at: past })
      .where('user_id', '=', ann.id)
      .where('kind', '=', 'personal')
      .execute(),
  )
  await ann.notes.create(board, { text: 'one' })
  await there.events(1)
  assert.equal((await idsOf(ann)).length, 3)
  await ann.tokens.delete(token.id)
  await creationsEnded(made)
  assert.deepEqual(await idsOf(ann), [kept])
  await refused(ann.listeners.get(id), 404, 'ResourceNotFound')
})

test('[LIS-31] a listener ends when the authorization of its application is withdrawn, also one that was revoked before', async () => {
  const made = await world()
  const { bob } = made
  const browser = await sessionClient(made, bob)
  const application = await newApplication(made)
  const first = await tokensFor(made, bob, application)
  await listen(withToken(made, bob, first.access_token), made)
  const body = new URLSearchParams({ ...application, token: first.access_token })
  assert.equal((await fetch(`${made.url}/api/v2/oauth2/revoke`, { method: 'POST', body })).status, 200)
  await creationsEnded(made)
  assert.deepEqual(await idsOf(bob), [], 'a program that gives its token up does not leave a listener')
  await listen(withToken(made, bob, (await tokensFor(made, bob, application)).access_token), made)
  await browser.authorizations.delete(application.client_id)
  await creationsEnded(made)
  assert.deepEqual(await idsOf(bob), [])
})

test('[LIS-30] [LIS-31] a listener whose url was changed with a token ends with that token', async () => {
  const made = await world()
  const { ann, organization } = made
  const url = 'http://127.0.0.1:9/elsewhere'
  const ids = [
    await listen(ann, made),
    (await ann.listeners.createForOrganization(organization, { url: 'http://127.0.0.1:9/', eventTypes })).id,
  ]
  const { token } = await ann.tokens.create({ name: 'thief' })
  const script = withToken(made, ann, token.access_token as string)
  for (const id of ids) {
    await script.listeners.update(id, { eventTypes: ['NOTE_ALL'] })
    assert.equal((await ann.listeners.get(id)).listeners.created_with, null)
    assert.equal((await script.listeners.update(id, { url })).created_with?.name, 'thief')
    assert.equal((await ann.listeners.get(id)).listeners.created_with?.name, 'thief')
  }
  const back = await listen(script, made)
  await ann.listeners.update(back, { url })
  await ann.tokens.delete(token.id)
  await creationsEnded(made)
  assert.deepEqual(await idsOf(ann), [back])
})

test('[TOK-12] a new password and a lock end the tokens, and leave what they created', async () => {
  const made = await world()
  const { bob } = made
  const browser = await signInFor(made, bob)
  const id = await listen(await withPersonalToken(made, bob), made)
  const client = await clientOf(made, browser)
  await client.users.update(bob.id, { current_password: password, new_password: 'a floor of mosaic' })
  const root = await made.person('Root', { application_role_id: 1 })
  await root.users.lock(bob.id, { locked: true })
  await root.users.lock(bob.id, { locked: false })
  await creationsEnded(made)
  assert.deepEqual((await (await sessionClient(made, bob)).listeners.list()).listeners[0]?.id, id)
})

test('[LIS-32] the owner can keep listeners when they revoke, in a browser only, and they end with nothing from then on', async () => {
  const made = await world()
  const { ann, bob } = made
  const browser = await sessionClient(made, bob)
  const { token } = await bob.tokens.create({ name: 'script' })
  const script = withToken(made, bob, token.access_token as string)
  const id = await listen(script, made)
  await refused(script.tokens.delete(token.id, { keep: true }), 403, 'ForbiddenError')
  await browser.tokens.delete(token.id, { keep: true })
  await creationsEnded(made)
  const { created_with } = (await bob.listeners.get(id)).listeners
  assert.equal(created_with?.name, 'script')
  const application = await newApplication(made)
  const app = withToken(made, bob, (await tokensFor(made, bob, application)).access_token)
  const other = await listen(app, made)
  await browser.authorizations.delete(application.client_id, { keep: true })
  await creationsEnded(made)
  await ann.applications.delete(application.client_id)
  await creationsEnded(made)
  assert.deepEqual(await idsOf(bob), [id, other])
})

test('[LIS-31] a listener that is created while its token is revoked ends with it', async () => {
  const made = await world()
  const tokens = await Promise.all(
    Array.from({ length: 6 }, async () => (await made.bob.tokens.create({ name: 'script' })).token),
  )
  await Promise.all(
    tokens.flatMap(({ id, access_token }) => [
      listen(withToken(made, made.bob, access_token as string), made).catch(() => null),
      made.bob.tokens.delete(id),
    ]),
  )
  await creationsEnded(made)
  assert.deepEqual(await idsOf(made.bob), [])
})

test('[SGN-31] ending all other sessions ends the personal tokens and what they created, if asked to', async () => {
  const made = await world()
  const browser = await sessionClient(made, made.bob)
  const { token } = await browser.tokens.create({ name: 'script', days: null })
  const script = withToken(made, made.bob, token.access_token as string)
  const other = await withPersonalToken(made, made.vic)
  await listen(script, made)
  await browser.sessions.deleteOthers()
  await script.users.me()
  assert.equal((await browser.listeners.list()).listeners.length, 1)
  await browser.sessions.deleteOthers({ tokens: true })
  await refused(script.users.me(), 401, 'Unauthorized')
  await creationsEnded(made)
  assert.deepEqual((await browser.listeners.list()).listeners, [])
  assert.deepEqual((await browser.tokens.list()).tokens, [])
  await other.users.me()
})
