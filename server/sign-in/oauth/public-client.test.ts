// Public clients: no secret, PKCE, loopback redirects, and the attacks that they must withstand.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import {
  authorizePath,
  callback,
  codeFor,
  decide,
  errorOf,
  exchangeCode,
  newApplication,
  newPublicClient,
  newVerifier,
  publicTokensFor,
  refreshTokens,
  requestTokens,
  signInFor,
  statusWith,
  type Tokens,
  whitelist,
} from '../../testing/oauth-application.ts'
import { visitor } from '../../testing/visitor.ts'
import { world } from '../../testing/world.ts'

test('[PRG-4] a public client has no secret, needs PKCE and cannot use the implicit flow', async () => {
  const { ann } = await world()
  const draft = { name: 'Tool', redirect_uri: 'http://127.0.0.1/callback', token_endpoint_auth_method: 'none' } as const
  const { application } = await ann.applications.create(draft)
  assert.equal('client_secret' in application, false)
  const { require_pkce, allow_implicit, token_endpoint_auth_method, bot } = application
  assert.deepEqual([require_pkce, allow_implicit, token_endpoint_auth_method, bot], [true, false, 'none', false])
  await refused(ann.applications.create({ ...draft, require_pkce: false }), 400, 'BadRequest', 'require_pkce')
  await refused(ann.applications.create({ ...draft, allow_implicit: true }), 400, 'BadRequest', 'allow_implicit')
  await refused(ann.applications.create({ ...draft, bot: true }), 400, 'BadRequest', 'bot')
  await refused(
    ann.applications.update(application.client_id, { allow_implicit: true }),
    400,
    'BadRequest',
    'allow_implicit',
  )
  await refused(ann.applications.regenerateSecret(application.client_id), 400, 'BadRequest')
  const listed = await ann.applications.list()
  assert.deepEqual(
    listed.applications.map(one => one.token_endpoint_auth_method),
    ['none'],
  )
})

test('[PRG-4] becoming a public client ends the secret and the grants, and going back gives a new secret', async () => {
  const there = await world()
  const application = await newApplication(there)
  await whitelist(there, application)
  const code = await codeFor(there, there.bob, application)
  const tokens = (await (await exchangeCode(there, application, code)).json()) as Tokens
  const { ann } = there
  const open = await ann.applications.update(application.client_id, { token_endpoint_auth_method: 'none' })
  assert.deepEqual([open.application.require_pkce, open.application.allow_implicit], [true, false])
  assert.equal('client_secret' in open.application, false)
  assert.equal(await statusWith(there, tokens.access_token), 401)
  assert.deepEqual(await errorOf(await refreshTokens(there, application, tokens.refresh_token)), [
    401,
    'invalid_client',
  ])
  const closed = await ann.applications.update(application.client_id, {
    token_endpoint_auth_method: 'client_secret_post',
  })
  assert.match(closed.application.client_secret ?? '', /^[\w-]{43}$/)
  assert.notEqual(closed.application.client_secret, application.client_secret)
})

test('[PRG-5] a public client gets tokens with PKCE alone, refreshes and revokes them', async () => {
  const there = await world()
  const client = await newPublicClient(there)
  const tokens = await publicTokensFor(there, there.bob, client)
  assert.equal(await statusWith(there, tokens.access_token), 200)
  const renewed = (await (await refreshTokens(there, client, tokens.refresh_token)).json()) as Tokens
  assert.equal(await statusWith(there, renewed.access_token), 200)
  const body = new URLSearchParams({ client_id: client.client_id, token: renewed.refresh_token })
  assert.equal((await fetch(`${there.url}/api/v2/oauth2/revoke`, { method: 'POST', body })).status, 200)
  assert.equal(await statusWith(there, renewed.access_token), 401)
})

test('[PRG-5] an intercepted code is worth nothing without the verifier, and a code used twice ends its grant', async () => {
  const there = await world()
  const client = await newPublicClient(there)
  const other = await newPublicClient(there)
  const { code_verifier, ...challenge } = newVerifier()
  const code = await codeFor(there, there.bob, client, challenge)
  const attempts = [
    {},
    { code_verifier: newVerifier().code_verifier },
    { code_verifier: challenge.code_challenge },
    { code_verifier, client_id: other.client_id },
    { code_verifier, redirect_uri: 'https://evil.example.com/callback' },
    { code_verifier, redirect_uri: callback.replace('https:', 'http:') },
  ]
  for (const attempt of attempts)
    assert.deepEqual(await errorOf(await exchangeCode(there, client, code, attempt)), [400, 'invalid_grant'])
  const tokens = (await (await exchangeCode(there, client, code, { code_verifier })).json()) as Tokens
  assert.equal(await statusWith(there, tokens.access_token), 200)
  assert.deepEqual(await errorOf(await exchangeCode(there, client, code, { code_verifier })), [400, 'invalid_grant'])
  assert.equal(await statusWith(there, tokens.access_token), 401)
})

test('[PRG-5] a request without a challenge, with plain, or for a token in the fragment is refused', async () => {
  const there = await world()
  const { client_id } = await newPublicClient(there)
  const { code_challenge, code_challenge_method } = newVerifier()
  const cases: [Record<string, string>, string][] = [
    [{}, 'invalid_request'],
    [{ code_challenge, code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge, code_challenge_method, response_type: 'token' }, 'unauthorized_client'],
  ]
  for (const [more, error] of cases) {
    const response = await visitor(there.url).get(authorizePath(client_id, more))
    assert.match(response.headers.get('location') as string, new RegExp(`error=${error}`))
  }
})

test('[PRG-5] a public client with a secret, and a confidential one without, are refused', async () => {
  const there = await world()
  const client = await newPublicClient(there)
  const application = await newApplication(there)
  const { code_verifier, ...challenge } = newVerifier()
  const code = await codeFor(there, there.bob, client, challenge)
  const fields = { grant_type: 'authorization_code', code, code_verifier }
  const withSecret = { ...client, client_secret: application.client_secret }
  assert.deepEqual(await errorOf(await requestTokens(there, withSecret, fields)), [401, 'invalid_client'])
  const credentials = Buffer.from(`${client.client_id}:${application.client_secret}`).toString('base64')
  const basic = await fetch(`${there.url}/api/v2/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ ...fields, redirect_uri: callback }),
  })
  assert.deepEqual(await errorOf(basic), [401, 'invalid_client'])
  await whitelist(there, application)
  const own = await codeFor(there, there.bob, application, challenge)
  const { client_id } = application
  const without = await requestTokens(there, { client_id }, { ...fields, code: own })
  assert.deepEqual(await errorOf(without), [401, 'invalid_client'])
  assert.equal((await requestTokens(there, client, fields)).status, 200)
})

test('[PRG-6] loopback redirects of a public client match with any port, and nothing else does', async () => {
  const there = await world()
  const registered = ['http://127.0.0.1/cb', 'http://[::1]:5000/cb?x=1', 'http://localhost/cb', callback]
  const client = await newPublicClient(there, registered)
  const { code_verifier, ...challenge } = newVerifier()
  const browser = await signInFor(there, there.bob)
  const status = async (client_id: string, redirect_uri: string) =>
    (await browser.get(authorizePath(client_id, { ...challenge, redirect_uri }))).status
  for (const uri of ['http://127.0.0.1:51004/cb', 'http://[::1]:1/cb?x=1', 'http://localhost:65535/cb', callback])
    assert.equal(await status(client.client_id, uri), 200, uri)
  const strange = [
    'http://127.0.0.1:51004/cb/',
    'http://127.0.0.1:51004/other',
    'http://127.0.0.1:65536/cb',
    'http://127.0.0.2:80/cb',
    'http://127.0.0.1:80@evil.example.com/cb',
    'http://127.0.0.1.evil.example.com:80/cb',
    'https://127.0.0.1:51004/cb',
    'http://[::1]:1/cb',
    'http://localhost:1/cb#x',
    'https://app.example.com:8443/callback?from=tessera',
    'http://app.example.com/callback?from=tessera',
    'https://evil.example.com/callback?from=tessera',
  ]
  for (const uri of strange) assert.equal(await status(client.client_id, uri), 400, uri)
  const confidential = await newApplication(there, { redirect_uris: registered, require_pkce: true })
  assert.equal(await status(confidential.client_id, 'http://127.0.0.1/cb'), 200)
  assert.equal(await status(confidential.client_id, 'http://127.0.0.1:51004/cb'), 400)

  const redirect_uri = 'http://127.0.0.1:51004/cb'
  const back = await decide(there, there.bob, authorizePath(client.client_id, { ...challenge, redirect_uri }))
  assert.equal(back.origin, 'http://127.0.0.1:51004')
  const code = back.searchParams.get('code') as string
  const otherPort = { code_verifier, redirect_uri: 'http://127.0.0.1:51005/cb' }
  assert.deepEqual(await errorOf(await exchangeCode(there, client, code, otherPort)), [400, 'invalid_grant'])
  assert.equal((await exchangeCode(there, client, code, { code_verifier, redirect_uri })).status, 200)
})

test('[PRG-12] consent is enough for a public client, unless an organization of the user requires whitelisting', async () => {
  const there = await world()
  const { ann, bob, eve, organization } = there
  const client = await newPublicClient(there)
  const tokens = await publicTokensFor(there, bob, client)
  const { code_verifier, ...challenge } = newVerifier()
  const early = await codeFor(there, bob, client, challenge)
  const confidential = await newApplication(there)
  await ann.organizations.update(organization, { metadata: [{ key: 'require_whitelisting', value: 'true' }] })
  assert.deepEqual(await errorOf(await refreshTokens(there, client, tokens.refresh_token)), [405, 'not_allowed'])
  assert.deepEqual(await errorOf(await exchangeCode(there, client, early, { code_verifier })), [405, 'not_allowed'])
  const browser = await signInFor(there, bob)
  for (const path of [
    authorizePath(client.client_id, challenge),
    authorizePath(confidential.client_id, { response_type: 'token' }),
  ]) {
    const page = await browser.get(path)
    assert.equal(page.status, 403)
    assert.match(await page.text(), /Mosaic requires that applications are whitelisted/)
  }
  await publicTokensFor(there, eve, client)
  const org = { scope: 'org', org_id: String(organization) }
  await decide(there, ann, authorizePath(client.client_id, { ...challenge, ...org }))
  assert.equal((await refreshTokens(there, client, tokens.refresh_token)).status, 200)
  await publicTokensFor(there, bob, client)
})
