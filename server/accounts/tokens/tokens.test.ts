// Personal access tokens, and how a token is presented.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { refused } from '../../testing/assert-refused.ts'
import { type Person, type World, world } from '../../testing/world.ts'
import { hashSecret } from '../../tools/ids.ts'
import { createGrant } from '../grants/grants.ts'
import { recordTokenUses } from './record-token-uses.ts'

const daySeconds = 24 * 60 * 60

const statusOf = async ({ send }: World, authorization: string) =>
  (await send('/api/session/user', { headers: { authorization } })).status

test('[AUT-7] a personal token is a random secret that is valid for the requested days, fifteen by default', async () => {
  const made = await world()
  const { ann } = made
  for (const [body, days] of [
    [{ days: 1 }, 1],
    [{ days: 365 }, 365],
    [{}, 15],
  ] as const) {
    const { token } = await ann.tokens.create({ name: ' nightly ', ...body })
    const { id, access_token, ...rest } = token
    assert.match(access_token as string, /^tsr_[A-Za-z0-9_-]{43}$/)
    const expires_at = Math.floor(Date.parse(token.created_at) / 1000) + days * daySeconds
    const { created_at } = token
    const all = { scope: 'read comment write admin', workspace_id: null, created_with: null, last_used_at: null }
    assert.deepEqual(rest, { name: 'nightly', created_at, expires_at, ...all })
    assert.equal(await statusOf(made, `Bearer ${access_token}`), 200)
  }
})

test('[AUT-7] a token with days null does not expire, and an expired one is refused', async t => {
  const made = await world()
  const { token } = await made.ann.tokens.create({ name: 'forever', days: null })
  const { token: short } = await made.ann.tokens.create({ name: 'short', days: 1 })
  assert.equal(token.expires_at, null)
  const [forever, shortly] = [token, short].map(one => `Bearer ${one.access_token}`) as [string, string]
  assert.deepEqual([await statusOf(made, forever), await statusOf(made, shortly)], [200, 200])
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + (daySeconds + 1) * 1000 })
  assert.deepEqual([await statusOf(made, forever), await statusOf(made, shortly)], [200, 401])
})

test('[AUT-7] only a hash of a personal token is stored', async () => {
  const { ann, dependencies } = await world()
  const { token } = await ann.tokens.create({ name: 'script' })
  const row = await dependencies.db.read
    .selectFrom('grants')
    .selectAll()
    .where('id', '=', token.id)
    .executeTakeFirstOrThrow()
  assert.equal(row.token_hash, hashSecret(token.access_token as string))
  assert.equal(JSON.stringify(row).includes(token.access_token as string), false)
})

test('[AUT-7] a signed personal token from an earlier version stays valid', async () => {
  const made = await world()
  const { ann, dependencies } = made
  const grant = {
    user_id: ann.id,
    kind: 'personal',
    name: 'old',
    now: new Date().toISOString(),
    lifeSeconds: 60,
  } as const
  const { id: grant_id } = await dependencies.db.write(tx => createGrant(tx, grant))
  const token = await dependencies.tokens.issueAccessToken({ user_id: ann.id, grant_id, client_id: null })
  assert.equal(await statusOf(made, `Bearer ${token}`), 200)
  assert.ok((await ann.tokens.list()).tokens.some(({ id }) => id === grant_id))
})

test('[AUT-7] a token needs a name, lives 1 to 365 days, and has scopes and a workspace that exist', async () => {
  const { ann, eve, board } = await world()
  for (const days of [0, 366, 1.5]) await refused(ann.tokens.create({ name: 'x', days }), 400, 'BadRequest', 'days')
  await refused(ann.tokens.create({ name: ' ' }), 400, 'BadRequest', 'name')
  for (const scope of ['', ' ', 'read everything', 'Read', 'org'])
    await refused(ann.tokens.create({ name: 'x', scope }), 400, 'BadRequest', 'scope')
  for (const workspace_id of ['unknown', ''])
    await refused(ann.tokens.create({ name: 'x', workspace_id }), 400, 'BadRequest', 'workspace_id')
  await refused(eve.tokens.create({ name: 'x', workspace_id: board }), 400, 'BadRequest', 'workspace_id')
  assert.deepEqual((await ann.tokens.list()).tokens, [])
})

test('[AUT-7] scopes are listed once and in order, and the workspace by its uid', async () => {
  const { ann, board } = await world()
  const { token } = await ann.tokens.create({ name: 'x', scope: ' write  read write', workspace_id: board })
  assert.deepEqual([token.scope, token.workspace_id], ['read write', board])
  const [listed] = (await ann.tokens.list()).tokens
  assert.deepEqual([listed?.scope, listed?.workspace_id], ['read write', board])
})

test('[TOK-9] the list shows when a token was last used', async () => {
  const made = await world()
  const { ann, dependencies } = made
  const { token } = await ann.tokens.create({ name: 'script' })
  const lastUse = async () => {
    await recordTokenUses(dependencies)
    return (await ann.tokens.list()).tokens.find(({ id }) => id === token.id)?.last_used_at as string | null
  }
  assert.equal(await lastUse(), null)
  const before = Date.now()
  for (let times = 0; times < 2; times += 1) await statusOf(made, `Bearer ${token.access_token}`)
  const first = await lastUse()
  assert.ok(Date.parse(first as string) >= before && Date.parse(first as string) <= Date.now())
  assert.equal(await lastUse(), first, 'it is written only after another use')
})

test('[AUT-8] [AUT-5] one’s own tokens are listed without the secret, and end when they are deleted', async () => {
  const made = await world()
  const { bob } = made
  const others = (await bob.tokens.list()).tokens
  const { token } = await bob.tokens.create({ name: 'script' })
  const { access_token, ...listed } = token
  assert.deepEqual(
    (await bob.tokens.list()).tokens.filter(({ id }) => id === token.id),
    [listed],
  )
  assert.equal(await statusOf(made, `Bearer ${access_token}`), 200)
  assert.deepEqual(await bob.tokens.delete(token.id), { message: 'The token was revoked' })
  assert.equal(await statusOf(made, `Bearer ${access_token}`), 401)
  assert.deepEqual((await bob.tokens.list()).tokens, others)
  await refused(bob.tokens.delete(token.id), 404, 'ResourceNotFound')
})

test('[AUT-8] another person’s token does not exist', async () => {
  const made = await world()
  const { ann, bob } = made
  const { token } = await ann.tokens.create({ name: 'script' })
  await refused(bob.tokens.delete(token.id), 404, 'ResourceNotFound')
  assert.equal(
    (await bob.tokens.list()).tokens.some(({ id }) => id === token.id),
    false,
  )
  assert.equal(await statusOf(made, `Bearer ${token.access_token}`), 200)
})

test('[AUT-1] the word Bearer is accepted in any case; anything else, and a token in the query, is a 401', async () => {
  const made = await world()
  const { ann, send } = made
  for (const word of ['Bearer', 'bearer', 'BEARER']) assert.equal(await statusOf(made, `${word} ${ann.token}`), 200)
  for (const header of [ann.token, `Basic ${ann.token}`, 'Bearer', `Bearer ${ann.token} x`, `Bearer x${ann.token}`])
    assert.equal(await statusOf(made, header), 401)
  for (const name of ['token', 'access_token'])
    assert.equal((await send(`/api/session/user?${name}=${ann.token}`)).status, 401)
})

test('[AUT-5] a token carries the rights that its user has at the time of the request', async () => {
  const { ann, bob, board } = await world()
  const rename = (person: Person) => person.workspaces.update(board, { name: 'Renamed' })
  await refused(rename(bob), 400, 'ForbiddenError')
  await ann.workspaces.update(board, { user_id: bob.id })
  await rename(bob)
  await refused(rename(ann), 400, 'ForbiddenError')
})

test('[AUT-6] the published keys verify our tokens', async () => {
  const { ann, send } = await world()
  const response = await send('/.well-known/jwks.json')
  assert.equal(response.status, 200)
  const keys = (await response.json()) as { keys: object[] }
  const { payload } = await jwtVerify(ann.token, createLocalJWKSet(keys as never))
  assert.equal(payload.sub, String(ann.id))
  assert.equal(JSON.stringify(keys).includes('"d"'), false)
})
