// What a token created with another token inherits, and that it ends with it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { newApplication, refreshTokens, signInFor, tokensFor } from '../../testing/oauth-application.ts'
import { sessionClient } from '../../testing/session-client.ts'
import { withApplication, withPersonalToken, withToken } from '../../testing/token-holders.ts'
import { password } from '../../testing/visitor.ts'
import { type Person, type World, world } from '../../testing/world.ts'

const robot = async (made: World) =>
  (await made.ann.applications.create({ name: 'Robot', redirect_uri: 'https://example.com/back' })).application

const daySeconds = 24 * 60 * 60

/** The person with a token that they created with their current one. */
async function childOf(made: World, holder: Person, more: object = {}): Promise<Person> {
  const { token } = await holder.tokens.create({ name: 'child', ...more })
  return withToken(made, holder, token.access_token as string)
}

test('[TOK-6] a token created with another has no more scopes than it', async () => {
  const made = await world()
  const holder = await withPersonalToken(made, made.bob, { scope: 'read admin' })
  const { token } = await holder.tokens.create({ name: 'child' })
  assert.equal(token.scope, 'read admin')
  assert.equal((await holder.tokens.create({ name: 'child', scope: 'read' })).token.scope, 'read')
  for (const scope of ['write', 'read comment admin'])
    await refused(holder.tokens.create({ name: 'child', scope }), 400, 'BadRequest', 'scope')
  const child = withToken(made, made.bob, token.access_token as string)
  await refused(child.notes.create(made.board, { text: 'no' }), 403, 'ForbiddenError')
})

test('[TOK-6] a token created with another does not live longer than it', async () => {
  const made = await world()
  const parent = await made.bob.tokens.create({ name: 'parent', days: 3 })
  const holder = withToken(made, made.bob, parent.token.access_token as string)
  const ends = async (days: number | null) => (await holder.tokens.create({ name: 'child', days })).token.expires_at
  for (const days of [4, 365, null]) assert.equal(await ends(days), parent.token.expires_at)
  assert.ok(((await ends(1)) as number) < (parent.token.expires_at as number))
})

test('[TOK-6] a token created by an application does not live longer than the token it used', async () => {
  const made = await world()
  const { access_token, expires_at } = await tokensFor(made, made.bob, await newApplication(made))
  const app = withToken(made, made.bob, access_token)
  assert.equal((await app.tokens.create({ name: 'child', days: null })).token.expires_at, expires_at)
})

test('[TOK-6] a token created with a restricted one has the same restriction', async () => {
  const made = await world()
  const { workspace } = await made.ann.workspaces.create(made.organization, { name: 'Other' })
  const other = workspace.properties.uid
  const holder = await withPersonalToken(made, made.ann, { workspace: made.board })
  assert.equal((await holder.tokens.create({ name: 'child' })).token.workspace_id, made.board)
  await refused(holder.tokens.create({ name: 'child', workspace_id: other }), 400, 'BadRequest', 'workspace_id')
  const child = await childOf(made, holder)
  await refused(child.notes.list(other), 404, 'ResourceNotFound')
  assert.equal((await child.notes.list(made.board)).total, 0)
})

test('[TOK-6] a token does not get the stored response of a token created with another one', async () => {
  const made = await world()
  const create = (as: Person) =>
    made.send('/api/tokens', {
      as,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
      body: '{"name":"script"}',
    })
  const first = await create(made.bob)
  assert.equal(await (await create(made.bob)).text(), await first.text())
  const limited = await withPersonalToken(made, made.bob, { scope: 'admin' })
  const response = await create(limited)
  assert.equal(response.status, 422)
  assert.equal((await response.text()).includes('tsr_'), false)
})

test('[TOK-7] deleting a token ends those created with it, and those created with them', async () => {
  const made = await world()
  const { token } = await made.bob.tokens.create({ name: 'parent', days: null })
  const parent = withToken(made, made.bob, token.access_token as string)
  const child = await childOf(made, parent)
  const grandchild = await childOf(made, child)
  const other = await childOf(made, made.bob)
  await grandchild.users.me()
  await made.bob.tokens.delete(token.id)
  for (const ended of [parent, child, grandchild]) await refused(ended.users.me(), 401, 'Unauthorized')
  assert.equal((await other.users.me()).user.id, made.bob.id)
})

/** Everything that revokes the grant of an application, besides locking its user. */
const revocations: Record<string, (made: World, client_id: string) => Promise<unknown>> = {
  'withdrawing the authorization': async (made, client_id) =>
    (await sessionClient(made, made.bob)).authorizations.delete(client_id),
  'a new client secret': ({ ann }, client_id) => ann.applications.regenerateSecret(client_id),
  'deleting the application': ({ ann }, client_id) => ann.applications.delete(client_id),
  'locking the user': async (made, _client_id) =>
    (await made.person('Root', { application_role_id: 1 })).users.lock(made.bob.id, { locked: true }),
}

for (const [cause, revoke] of Object.entries(revocations))
  test(`[TOK-7] ${cause} also ends the tokens that the application created`, async () => {
    const made = await world()
    const { client_id } = await robot(made)
    const child = await childOf(made, await withApplication(made, made.bob, client_id))
    const grandchild = await childOf(made, child)
    await grandchild.users.me()
    await revoke(made, client_id)
    for (const ended of [child, grandchild]) await refused(ended.users.me(), 401, 'Unauthorized')
  })

test('[TOK-7] the reuse of a refresh token and the revocation endpoint end the tokens created with it', async () => {
  const made = await world()
  const application = await newApplication(made)
  const first = await tokensFor(made, made.bob, application)
  const child = await childOf(made, withToken(made, made.bob, first.access_token))
  const second = (await (await refreshTokens(made, application, first.refresh_token)).json()) as typeof first
  await refreshTokens(made, application, second.refresh_token)
  await child.users.me()
  assert.equal((await refreshTokens(made, application, first.refresh_token)).status, 400)
  await refused(child.users.me(), 401, 'Unauthorized')

  const again = await tokensFor(made, made.bob, application)
  const other = await childOf(made, withToken(made, made.bob, again.access_token))
  const body = new URLSearchParams({ ...application, token: again.access_token })
  assert.equal((await fetch(`${made.url}/api/v2/oauth2/revoke`, { method: 'POST', body })).status, 200)
  await refused(other.users.me(), 401, 'Unauthorized')
})

test('[TOK-7] changing the password with a token also ends a token created with another one', async () => {
  const made = await world()
  await signInFor(made, made.bob)
  const parent = await withPersonalToken(made, made.bob)
  const child = await childOf(made, parent)
  await child.users.update(made.bob.id, { current_password: password, new_password: 'a floor of mosaic' })
  for (const ended of [parent, child]) await refused(ended.users.me(), 401, 'Unauthorized')
})

test('[TOK-7] a token created while its parent is revoked ends with it', async () => {
  const made = await world()
  const parents = await Promise.all(
    Array.from({ length: 8 }, async () => (await made.bob.tokens.create({ name: 'parent' })).token),
  )
  const children = await Promise.all(
    parents.flatMap(({ id, access_token }) => {
      const holder = withToken(made, made.bob, access_token as string)
      return [childOf(made, holder).catch(() => null), made.bob.tokens.delete(id).then(() => null)]
    }),
  )
  for (const child of children) if (child) await refused(child.users.me(), 401, 'Unauthorized')
})

test('[TOK-6] a token created in a browser session has no limits but its own, and outlives the session', async () => {
  const made = await world()
  const { token } = await made.bob.tokens.create({ name: 'script', days: 365 })
  assert.equal(token.expires_at, Math.floor(Date.parse(token.created_at) / 1000) + 365 * daySeconds)
  const { parent_id } = await made.dependencies.db.read
    .selectFrom('grants')
    .select('parent_id')
    .where('id', '=', token.id)
    .executeTakeFirstOrThrow()
  assert.equal(parent_id, null)
})
