// Personal access tokens, and how a token is presented.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import { refused } from '../testing/assert-refused.ts'
import { type Person, type World, world } from '../testing/world.ts'

const daySeconds = 24 * 60 * 60

const statusOf = async ({ send }: World, authorization: string) =>
  (await send('/api/session/user', { headers: { authorization } })).status

test('[AUT-7] a personal token is valid for the requested days, fifteen by default', async () => {
  const made = await world()
  const { ann } = made
  for (const [body, days] of [
    [{ days: 1 }, 1],
    [{}, 15],
  ] as const) {
    const { token } = await ann.tokens.create({ name: ' nightly ', ...body })
    const { id, name, access_token, created_at, expires_at } = token
    const { iat, exp, sub, jti } = decodeJwt(access_token as string)
    assert.deepEqual([name, sub, jti], ['nightly', String(ann.id), id])
    assert.equal(exp, expires_at)
    assert.equal(exp, (iat as number) + days * daySeconds)
    assert.equal(iat, Math.floor(Date.parse(created_at) / 1000))
    assert.equal(await statusOf(made, `Bearer ${access_token}`), 200)
  }
})

test('[AUT-7] a token needs a name, and lives 1 to 15 days', async () => {
  const { ann } = await world()
  for (const days of [0, 16, 1.5]) await refused(ann.tokens.create({ name: 'x', days }), 400, 'BadRequest', 'days')
  await refused(ann.tokens.create({ name: ' ' }), 400, 'BadRequest', 'name')
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
