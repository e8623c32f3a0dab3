// Applications: registered, read and updated by their owner, and their secrets.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { stateOf } from '../../testing/database-state.ts'
import { grantTo } from '../../testing/people.ts'
import { type Person, type World, world, worldWith } from '../../testing/world.ts'

const redirect_uri = 'https://app.example.com/callback'

const register = async (person: Person, more: object = {}) =>
  (await person.applications.create({ name: 'Sketcher', redirect_uri, ...more })).application

test('[AUT-9] [AUT-10] a new application has every field, with its defaults', async () => {
  const { ann } = await world()
  const { client_id, client_secret, created_at, updated_at, ...rest } = await register(ann, { name: ' Sketcher ' })
  assert.match(client_id, /^[0-9a-f]{24}$/)
  assert.match(client_secret as string, /^[\w-]{43}$/)
  assert.equal(created_at, updated_at)
  assert.deepEqual(rest, {
    name: 'Sketcher',
    redirect_uri,
    redirect_uris: [redirect_uri],
    whitelisted_domains: [],
    require_pkce: false,
    allow_implicit: true,
    token_endpoint_auth_method: 'client_secret_basic',
    bot: false,
    bot_user: null,
    scope: 'read comment write admin',
    created_with: null,
    parts_created_with: [],
  })
})

test('[AUT-9] [AUT-11] get, list and update do not return the secret', async () => {
  const { ann } = await world()
  const { client_secret: _, ...application } = await register(ann)
  const { client_id } = application
  assert.deepEqual((await ann.applications.get(client_id)).application, application)
  assert.deepEqual((await ann.applications.list()).applications, [application])
  const change = {
    name: 'Renamed',
    redirect_uris: ['https://one.example.com/', 'https://two.example.com/'],
    whitelisted_domains: ['example.com'],
    require_pkce: true,
    allow_implicit: false,
  }
  const { application: updated } = await ann.applications.update(client_id, change)
  const expected = {
    ...application,
    ...change,
    redirect_uri: 'https://one.example.com/',
    updated_at: updated.updated_at,
  }
  assert.deepEqual(updated, expected)
  assert.deepEqual((await ann.applications.update(client_id, {})).application, updated)
  const again = await ann.applications.update(client_id, { redirect_uri })
  assert.deepEqual(again.application.redirect_uris, [redirect_uri, 'https://two.example.com/'])
})

test('[AUT-10] invalid input is refused, and nothing is created', async () => {
  const { ann, dependencies } = await world()
  const before = await stateOf(dependencies.db)
  await refused(ann.applications.create({ name: 'x' }), 400, 'BadRequest', 'redirect_uri')
  await refused(ann.applications.create({ name: ' ', redirect_uri }), 400, 'BadRequest', 'name')
  await refused(register(ann, { redirect_uri: 'javascript:alert(1)' }), 400, 'BadRequest', 'redirect_uri')
  await refused(register(ann, { redirect_uris: ['data:,x'] }), 400, 'BadRequest', 'redirect_uris[0]')
  await refused(register(ann, { redirect_uris: Array(21).fill(redirect_uri) }), 400, 'BadRequest', 'redirect_uris')
  await refused(register(ann, { whitelisted_domains: ['x'.repeat(256)] }), 400, 'BadRequest', 'whitelisted_domains[0]')
  assert.deepEqual(await stateOf(dependencies.db), before)
})

test('[AUT-9] another person’s application does not exist', async () => {
  const { ann, bob, dependencies } = await world()
  const { client_id } = await register(ann)
  const before = await stateOf(dependencies.db)
  await refused(bob.applications.get(client_id), 404, 'ResourceNotFound')
  await refused(bob.applications.update(client_id, { name: 'Mine' }), 404, 'ResourceNotFound')
  await refused(bob.applications.regenerateSecret(client_id), 404, 'ResourceNotFound')
  await refused(bob.applications.delete(client_id), 404, 'ResourceNotFound')
  assert.deepEqual((await bob.applications.list()).applications, [])
  assert.deepEqual(await stateOf(dependencies.db), before)
})

/** A token that an application got for a user, as if the user had allowed it. */
async function tokenFor({ dependencies }: World, { id: user_id }: Person, client_id: string): Promise<string> {
  const grant_id = await grantTo(dependencies, user_id, client_id)
  return await dependencies.tokens.issueAccessToken({ user_id, grant_id, client_id })
}

const statusWith = async ({ send }: World, token: string) =>
  (await send('/api/session/user', { headers: { authorization: `Bearer ${token}` } })).status

const hashIn = async ({ dependencies }: World, client_id: string) =>
  (
    await dependencies.db.read
      .selectFrom('applications')
      .selectAll()
      .where('client_id', '=', client_id)
      .executeTakeFirst()
  )?.secret_hash

test('[AUT-11] [AUT-5] a new secret invalidates the old one at once and revokes the application’s grants', async () => {
  const made = await world()
  const { ann, bob } = made
  const { client_id, client_secret } = await register(ann)
  const sha256 = (secret: string | undefined) =>
    createHash('sha256')
      .update(secret as string)
      .digest('hex')
  assert.equal(await hashIn(made, client_id), sha256(client_secret))
  const token = await tokenFor(made, bob, client_id)
  assert.equal(await statusWith(made, token), 200)
  const { application } = await ann.applications.regenerateSecret(client_id)
  assert.notEqual(application.client_secret, client_secret)
  assert.equal(await hashIn(made, client_id), sha256(application.client_secret))
  assert.equal(await statusWith(made, token), 401)
  assert.equal(await statusWith(made, bob.token), 200)
})

test('[AUT-9] deleting an application deletes its grants', async () => {
  const made = await world()
  const { ann, bob, dependencies } = made
  const { client_id } = await register(ann)
  const token = await tokenFor(made, bob, client_id)
  assert.equal(await statusWith(made, token), 200)
  await ann.applications.delete(client_id)
  assert.equal(await statusWith(made, token), 401)
  assert.deepEqual(
    await dependencies.db.read.selectFrom('grants').selectAll().where('client_id', '=', client_id).execute(),
    [],
  )
  await refused(ann.applications.get(client_id), 404, 'ResourceNotFound')
  await refused(ann.applications.delete(client_id), 404, 'ResourceNotFound')
})

test('[LIM-20] a user has a limited number of applications, even if they are registered concurrently', async () => {
  const { ann, bob } = await worldWith({ applicationsPerUser: 2 })
  const made = await Promise.allSettled(Array.from({ length: 5 }, () => register(ann, { bot: true })))
  assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 2)
  const error = await refused(register(ann), 403, 'ForbiddenError')
  assert.match(error.message, /at most 2 applications. Delete one first/)
  await register(bob)
  const { applications } = await ann.applications.list()
  assert.equal(applications.length, 2)
  await ann.applications.update(applications[0]?.client_id as string, { name: 'Still there' })
  await ann.applications.delete(applications[0]?.client_id as string)
  await register(ann)
})
