// The token endpoint: codes and refresh tokens, used once, reused, and used concurrently.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  callback,
  codeFor,
  errorOf,
  exchangeCode,
  getTokens,
  newApplication,
  newVerifier,
  refreshTokens,
  requestTokens,
  statusWith,
  type Tokens,
  tokensFor,
  whitelist,
} from '../../testing/oauth-application.ts'
import { sessionClient } from '../../testing/session-client.ts'
import { type World, world } from '../../testing/world.ts'

const grantOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString()).grant_id as string

/** Moves the stored times into the past. */
const age = (
  { dependencies }: World,
  table: 'authorization_codes' | 'refresh_tokens',
  column: 'expires_at' | 'used_at',
  seconds: number,
) =>
  dependencies.db.write(async tx => {
    const at = new Date(Date.now() - seconds * 1000).toISOString()
    await tx
      .updateTable(table)
      .set({ [column]: at })
      .where(column as never, 'is not', null)
      .execute()
  })

test('[AUT-18] a code is exchanged for tokens, which work in the API as the user', async () => {
  const there = await world()
  const application = await newApplication(there)
  const tokens = await tokensFor(there, there.bob, application)
  assert.equal(tokens.token_type, 'Bearer')
  assert.ok(Math.abs(tokens.expires_at - Date.now() / 1000 - 1_209_600) < 60)
  const me = await fetch(`${there.url}/api/users/me`, { headers: { authorization: `bearer ${tokens.access_token}` } })
  assert.equal((await me.json()).user.id, there.bob.id)
})

test('[AUT-18] the endpoint takes JSON and forms, the secret in the body or as HTTP Basic', async () => {
  const there = await world()
  const application = await newApplication(there)
  const { client_id, client_secret } = application
  await whitelist(there, application)
  const send = async (
    headers: Record<string, string>,
    body: (fields: Record<string, string>) => BodyInit,
    inBody: boolean,
  ) => {
    const fields = {
      grant_type: 'authorization_code',
      code: await codeFor(there, there.bob, application),
      redirect_uri: callback,
      ...(inBody ? { client_id, client_secret } : {}),
    }
    const response = await fetch(`${there.url}/api/v2/oauth2/token`, { method: 'POST', headers, body: body(fields) })
    assert.equal(response.headers.get('cache-control'), 'no-store')
    return response.status
  }
  const json = { 'content-type': 'application/json' }
  const basic = { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` }
  const form = (fields: Record<string, string>) => new URLSearchParams(fields)
  assert.equal(await send(json, JSON.stringify, true), 200)
  assert.equal(await send({ ...json, ...basic }, JSON.stringify, false), 200)
  assert.equal(await send({}, form, true), 200)
  assert.equal(await send(basic, form, false), 200)
  assert.equal(await send(basic, form, true), 400, 'the secret twice')
})

test('[AUT-20] errors have the codes of RFC 6749', async () => {
  const there = await world()
  const application = await newApplication(there)
  const other = await newApplication(there)
  await whitelist(there, application)
  const code = await codeFor(there, there.bob, application)
  const grant_type = 'authorization_code'
  const cases: [Record<string, string | undefined>, number, string][] = [
    [{ grant_type: undefined, code }, 400, 'invalid_request'],
    [{ grant_type: 'password', code }, 400, 'unsupported_grant_type'],
    [{ grant_type: 'constructor', code }, 400, 'unsupported_grant_type'],
    [{ grant_type }, 400, 'invalid_request'],
    [{ grant_type, code, redirect_uri: undefined }, 400, 'invalid_request'],
    [{ grant_type, code: 'made-up' }, 400, 'invalid_grant'],
    [{ grant_type, code, redirect_uri: 'https://app.example.com/callback' }, 400, 'invalid_grant'],
    [{ grant_type, code, client_secret: 'wrong' }, 401, 'invalid_client'],
    [{ grant_type, code, client_secret: undefined }, 401, 'invalid_client'],
    [{ grant_type, code, client_id: 'unknown' }, 401, 'invalid_client'],
    [{ grant_type, code, ...other }, 400, 'invalid_grant'],
    [{ grant_type: 'refresh_token' }, 400, 'invalid_request'],
    [{ grant_type: 'refresh_token', refresh_token: 'made-up' }, 400, 'invalid_grant'],
  ]
  for (const [fields, status, error] of cases)
    assert.deepEqual(
      await errorOf(await requestTokens(there, application, fields)),
      [status, error],
      JSON.stringify(fields),
    )
  const url = `${there.url}/api/v2/oauth2/token`
  const json = { 'content-type': 'application/json' }
  assert.deepEqual(await errorOf(await fetch(url, { method: 'POST', headers: json, body: '{' })), [
    400,
    'invalid_request',
  ])
  assert.deepEqual(await errorOf(await fetch(url, { method: 'POST', headers: json, body: '{"code":1}' })), [
    400,
    'invalid_request',
  ])
  assert.deepEqual(await errorOf(await fetch(url)), [405, 'invalid_request'])
  assert.equal((await exchangeCode(there, application, code)).status, 200, 'none of it used the code up')
})

test('[AUT-20] if no organization of the user whitelisted the application, the response is 405', async () => {
  const there = await world()
  const application = await newApplication(there)
  const code = await codeFor(there, there.bob, application)
  assert.deepEqual(await errorOf(await exchangeCode(there, application, code)), [405, 'not_allowed'])
  await whitelist(there, application)
  const stranger = await codeFor(there, there.eve, application)
  assert.deepEqual(await errorOf(await exchangeCode(there, application, stranger)), [405, 'not_allowed'])
  const tokens = (await (await exchangeCode(there, application, code)).json()) as Tokens
  await there.ann.organizations.withdrawApplication(there.organization, application.client_id)
  assert.deepEqual(await errorOf(await refreshTokens(there, application, tokens.refresh_token)), [405, 'not_allowed'])
})

test('[AUT-16] a code works once, and a second use revokes the grant of the first', async () => {
  const there = await world()
  const application = await newApplication(there)
  await whitelist(there, application)
  const code = await codeFor(there, there.bob, application)
  const tokens = (await (await exchangeCode(there, application, code)).json()) as Tokens
  assert.equal(await statusWith(there, tokens.access_token), 200)
  assert.deepEqual(await errorOf(await exchangeCode(there, application, code)), [400, 'invalid_grant'])
  assert.equal(await statusWith(there, tokens.access_token), 401)
  assert.deepEqual(await errorOf(await refreshTokens(there, application, tokens.refresh_token)), [400, 'invalid_grant'])
})

test('[AUT-16] of several concurrent uses of a code, one gets tokens', async () => {
  const there = await world()
  const application = await newApplication(there)
  await whitelist(there, application)
  const code = await codeFor(there, there.bob, application)
  const responses = await Promise.all(Array.from({ length: 8 }, () => exchangeCode(there, application, code)))
  assert.deepEqual(responses.map(one => one.status).sort(), [200, 400, 400, 400, 400, 400, 400, 400])
  const grants = await there.dependencies.db.read
    .selectFrom('grants')
    .selectAll()
    .where('client_id', '=', application.client_id)
    .execute()
  assert.equal(grants.length, 1)
  assert.notEqual(grants[0]?.revoked_at, null)
})

test('[AUT-16] a code is valid for 60 seconds', async () => {
  const there = await world()
  const application = await newApplication(there)
  await whitelist(there, application)
  const code = await codeFor(there, there.bob, application)
  const row = await there.dependencies.db.read
    .selectFrom('authorization_codes')
    .selectAll()
    .where('client_id', '=', application.client_id)
    .where('user_id', '=', there.bob.id)
    .executeTakeFirstOrThrow()
  assert.ok(Date.parse(row.expires_at) - Date.now() <= 60_000)
  await age(there, 'authorization_codes', 'expires_at', 1)
  assert.deepEqual(await errorOf(await exchangeCode(there, application, code)), [400, 'invalid_grant'])
})

test('[AUT-16] a code with a challenge needs the matching verifier', async () => {
  const there = await world()
  const application = await newApplication(there)
  await whitelist(there, application)
  const { code_verifier, ...challenge } = newVerifier()
  const code = await codeFor(there, there.bob, application, challenge)
  const wrong = [undefined, newVerifier().code_verifier, challenge.code_challenge, 'short', `${code_verifier}x`]
  for (const verifier of wrong)
    assert.deepEqual(await errorOf(await exchangeCode(there, application, code, { code_verifier: verifier })), [
      400,
      'invalid_grant',
    ])
  assert.equal((await exchangeCode(there, application, code, { code_verifier })).status, 200)
  const plain = await codeFor(there, there.bob, application)
  assert.deepEqual(await errorOf(await exchangeCode(there, application, plain, { code_verifier })), [
    400,
    'invalid_grant',
  ])
})

test('[AUT-19] each refresh rotates the token, and reuse of an old one revokes the grant', async () => {
  const there = await world()
  const application = await newApplication(there)
  const first = await tokensFor(there, there.bob, application)
  const second = await getTokens(there, application, {
    grant_type: 'refresh_token',
    refresh_token: first.refresh_token,
  })
  const third = await getTokens(there, application, {
    grant_type: 'refresh_token',
    refresh_token: second.refresh_token,
  })
  assert.equal(new Set([first, second, third].map(one => one.refresh_token)).size, 3)
  assert.equal(new Set([first, second, third].map(one => one.access_token)).size, 3)
  for (const { access_token } of [first, second, third]) assert.equal(await statusWith(there, access_token), 200)
  assert.deepEqual(await errorOf(await refreshTokens(there, application, first.refresh_token)), [400, 'invalid_grant'])
  assert.deepEqual(await errorOf(await refreshTokens(there, application, third.refresh_token)), [400, 'invalid_grant'])
  for (const { access_token } of [first, third]) assert.equal(await statusWith(there, access_token), 401)
})

test('[AUT-19] the direct predecessor gets the same successor, for 30 seconds', async () => {
  const there = await world()
  const application = await newApplication(there)
  const first = await tokensFor(there, there.bob, application)
  const again = () => refreshTokens(there, application, first.refresh_token)
  const second = (await (await again()).json()) as Tokens
  assert.equal(((await (await again()).json()) as Tokens).refresh_token, second.refresh_token)
  await age(there, 'refresh_tokens', 'used_at', 31)
  assert.deepEqual(await errorOf(await again()), [400, 'invalid_grant'])
  assert.equal(await statusWith(there, second.access_token), 401)
})

test('[AUT-19] concurrent refreshes get one successor', async () => {
  const there = await world()
  const application = await newApplication(there)
  const first = await tokensFor(there, there.bob, application)
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => refreshTokens(there, application, first.refresh_token)),
  )
  const tokens = await Promise.all(responses.map(async one => (await one.json()) as Tokens))
  assert.deepEqual(
    responses.map(one => one.status),
    Array(8).fill(200),
  )
  assert.equal(new Set(tokens.map(one => one.refresh_token)).size, 1)
  const rows = await there.dependencies.db.read
    .selectFrom('refresh_tokens')
    .selectAll()
    .where('grant_id', '=', grantOf(first.access_token))
    .execute()
  assert.equal(rows.filter(row => row.used_at === null).length, 1)
  const [next] = tokens as [Tokens]
  assert.equal((await refreshTokens(there, application, next.refresh_token)).status, 200)
})

test('[AUT-19] a refresh token is bound to its application', async () => {
  const there = await world()
  const [application, other] = [await newApplication(there), await newApplication(there)]
  const tokens = await tokensFor(there, there.bob, application)
  await whitelist(there, other)
  assert.deepEqual(await errorOf(await refreshTokens(there, other, tokens.refresh_token)), [400, 'invalid_grant'])
  assert.deepEqual(
    await errorOf(
      await refreshTokens(there, application, tokens.refresh_token, { redirect_uri: 'https://evil.example.com' }),
    ),
    [400, 'invalid_grant'],
  )
  assert.equal((await refreshTokens(there, application, tokens.refresh_token)).status, 200)
})

test('[AUT-18] a refresh needs no redirect_uri', async () => {
  const there = await world()
  const application = await newApplication(there)
  const { refresh_token } = await tokensFor(there, there.bob, application)
  const response = await refreshTokens(there, application, refresh_token, { redirect_uri: undefined })
  assert.equal(response.status, 200)
})

test('[AUT-3] a refresh token is not accepted as an access token', async () => {
  const there = await world()
  const tokens = await tokensFor(there, there.bob, await newApplication(there))
  assert.equal(await statusWith(there, tokens.refresh_token), 401)
})

test('[AUT-5] revoking a grant ends its tokens at once', async () => {
  const there = await world()
  const root = await there.person('Root', { application_role_id: 1 })
  const endings: ((client_id: string) => Promise<unknown>)[] = [
    client_id => there.ann.applications.regenerateSecret(client_id),
    client_id => there.ann.applications.delete(client_id),
    async client_id => (await sessionClient(there, there.bob)).authorizations.delete(client_id),
    () => root.users.lock(there.bob.id, { locked: true }),
  ]
  for (const end of endings) {
    const application = await newApplication(there)
    const tokens = await tokensFor(there, there.bob, application)
    assert.equal(await statusWith(there, tokens.access_token), 200)
    await end(application.client_id)
    assert.equal(await statusWith(there, tokens.access_token), 401, String(end))
    assert.ok([400, 401].includes((await refreshTokens(there, application, tokens.refresh_token)).status))
  }
})

test('[AUT-21] revoking either token ends the grant, for its application alone', async () => {
  const there = await world()
  const [application, other] = [await newApplication(there), await newApplication(there)]
  const revoke = (who: typeof application, token: string) =>
    fetch(`${there.url}/api/v2/oauth2/revoke`, { method: 'POST', body: new URLSearchParams({ ...who, token }) })
  for (const type of ['access_token', 'refresh_token'] as const) {
    const tokens = await tokensFor(there, there.bob, application)
    assert.deepEqual(await errorOf(await revoke(other, tokens[type])), [400, 'invalid_grant'])
    assert.deepEqual(await errorOf(await revoke({ ...application, client_secret: 'x' }, tokens[type])), [
      401,
      'invalid_client',
    ])
    assert.equal(await statusWith(there, tokens.access_token), 200)
    assert.equal((await revoke(application, tokens[type])).status, 200)
    assert.equal(await statusWith(there, tokens.access_token), 401)
    assert.equal((await refreshTokens(there, application, tokens.refresh_token)).status, 400)
    assert.equal((await revoke(application, tokens[type])).status, 200, 'revoking again succeeds')
  }
  assert.equal((await revoke(application, 'made-up')).status, 200)
})
