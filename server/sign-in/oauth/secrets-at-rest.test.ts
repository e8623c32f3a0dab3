// What an attacker with a copy of the database would find: no usable secret.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInvitationLink, createPasswordLink } from '../../accounts/mailed-links/mailed-links.ts'
import { readTables } from '../../testing/database-rows.ts'
import { codeFor, getTokens, newApplication, signInFor, tokensFor } from '../../testing/oauth-application.ts'
import { password } from '../../testing/visitor.ts'
import { world } from '../../testing/world.ts'

test('[SGN-1] [AUT-11] no password, cookie, code, token, secret or link is in the database, only hashes', async () => {
  const there = await world()
  const application = await newApplication(there)
  const first = await tokensFor(there, there.bob, application)
  const second = await getTokens(there, application, {
    grant_type: 'refresh_token',
    refresh_token: first.refresh_token,
  })
  const browser = await signInFor(there, there.bob)
  const now = new Date().toISOString()
  const links = await there.dependencies.db.write(async tx => [
    await createInvitationLink(tx, there.bob.id, there.organization, now),
    await createPasswordLink(tx, there.bob.id, now),
  ])
  const secrets = {
    password,
    cookie: browser.cookies.get('tessera') as string,
    code: await codeFor(there, there.bob, application),
    'client secret': application.client_secret,
    'access token': first.access_token.split('.')[2] as string,
    'refresh token': first.refresh_token,
    'its successor': second.refresh_token,
    'invitation link': new URL(links[0] as string, there.url).searchParams.get('token') as string,
    'password link': new URL(links[1] as string, there.url).searchParams.get('token') as string,
  }
  const rows = Object.values(await readTables(there.dependencies.db))
    .flat()
    .join('\n')
  assert.ok(rows.includes(there.bob.email), 'the whole database was read')
  for (const [name, secret] of Object.entries(secrets)) {
    assert.ok(secret.length > 20, name)
    assert.ok(!rows.includes(secret), name)
  }
})

test('[AUT-11] a repeated request with the same Idempotency-Key gets the same secret, although it is not stored', async () => {
  const there = await world()
  const request = () =>
    there.send('/api/tokens', {
      as: there.bob,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'b1d7a3f0-once' },
      body: JSON.stringify({ name: 'script' }),
    })
  const [first, again] = [await request(), await request()]
  const { token } = await first.json()
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual((await again.json()).token, token)
  const rows = Object.values(await readTables(there.dependencies.db))
    .flat()
    .join('\n')
  assert.ok(!rows.includes(token.access_token.split('.')[2]))
  assert.ok(!rows.includes('b1d7a3f0-once'))
})
