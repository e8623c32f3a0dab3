// The scopes and the resource that an application asks for, from the consent page to the token.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  authorizePath,
  claimsOf,
  codeFor,
  decide,
  errorOf,
  exchangeCode,
  getTokens,
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
import { type World, world } from '../../testing/world.ts'

const noteWith = async ({ url, board }: World, token: string) =>
  await fetch(`${url}/api/workspaces/${board}/notes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"text":"by a program"}',
  })

test('[PRG-1] the tokens have the scopes that were asked for, in any order, and the API enforces them', async () => {
  const there = await world()
  const application = await newApplication(there)
  await whitelist(there, application)
  const code = await codeFor(there, there.bob, application, { scope: 'comment  read read' })
  const tokens = await getTokens(there, application, { grant_type: 'authorization_code', code })
  assert.equal(tokens.scope, 'read comment')
  assert.equal(claimsOf(tokens.access_token).scope, 'read comment')
  assert.equal(await statusWith(there, tokens.access_token), 200)
  const response = await noteWith(there, tokens.access_token)
  assert.match(response.headers.get('www-authenticate') ?? '', /error="insufficient_scope", scope="write"/)
  const all = await getTokens(there, application, {
    grant_type: 'authorization_code',
    code: await codeFor(there, there.bob, application),
  })
  assert.equal(all.scope, 'read comment write admin')
  assert.equal((await noteWith(there, all.access_token)).status, 201)
})

test('[PRG-1] org can be combined with other scopes, the implicit flow has scopes, and unknown ones are refused', async () => {
  const there = await world()
  const { client_id } = await newApplication(there)
  const org = { scope: 'read org', org_id: String(there.organization) }
  assert.ok((await decide(there, there.ann, authorizePath(client_id, org))).searchParams.get('code'))
  const { applications } = await there.ann.organizations.listApplications(there.organization)
  assert.deepEqual(
    applications.map(one => one.client_id),
    [client_id],
  )
  const back = await decide(there, there.bob, authorizePath(client_id, { response_type: 'token', scope: 'read' }))
  const fragment = new URLSearchParams(back.hash.slice(1))
  assert.equal(fragment.get('scope'), 'read')
  const refused = await noteWith(there, fragment.get('access_token') as string)
  assert.match(refused.headers.get('www-authenticate') ?? '', /insufficient_scope/)
  for (const scope of ['everything', 'read Write', 'read openid', 'read,write']) {
    const response = await visitor(there.url).get(authorizePath(client_id, { scope }))
    const { searchParams } = new URL(response.headers.get('location') as string)
    assert.equal(searchParams.get('error'), 'invalid_scope', scope)
  }
})

test('[PRG-2] the consent page explains each scope that is asked for, in the language of the browser', async () => {
  const there = await world()
  const { client_id } = await newApplication(there)
  const browser = await signInFor(there, there.bob)
  const path = authorizePath(client_id, { scope: 'read comment' })
  const page = await (await browser.get(path)).text()
  assert.match(page, /See your name, email address/)
  assert.match(page, /Comment on your behalf/)
  assert.doesNotMatch(page, /Add, change and delete|Manage what you can manage|registered itself/)
  const german = await (await browser.get(path, { 'accept-language': 'de' })).text()
  assert.match(german, /in deinem Namen kommentieren/)
})

test('[PRG-3] a refresh can narrow the scopes of the access token, but not widen them', async () => {
  const there = await world()
  const client = await newPublicClient(there)
  const tokens = await publicTokensFor(there, there.bob, client, { scope: 'read write' })
  assert.deepEqual(await errorOf(await refreshTokens(there, client, tokens.refresh_token, { scope: 'read admin' })), [
    400,
    'invalid_scope',
  ])
  const narrow = (await (await refreshTokens(there, client, tokens.refresh_token, { scope: 'read' })).json()) as Tokens
  assert.equal(narrow.scope, 'read')
  assert.equal((await noteWith(there, narrow.access_token)).status, 403)
  const again = (await (await refreshTokens(there, client, narrow.refresh_token)).json()) as Tokens
  assert.equal(again.scope, 'read write')
  assert.equal((await noteWith(there, again.access_token)).status, 201)
  const { url } = there
  const body = JSON.stringify({ ...client, token: narrow.access_token })
  const headers = { 'content-type': 'application/json' }
  assert.equal((await fetch(`${url}/api/v2/oauth2/revoke`, { method: 'POST', headers, body })).status, 200)
  assert.equal(await statusWith(there, narrow.access_token), 401)
  assert.equal(await statusWith(there, again.access_token), 401)
})

test('[PRG-14] the resource becomes the audience of the token, also after a refresh, and others are refused', async () => {
  const there = await world()
  const { publicUrl } = there.dependencies.config
  const client = await newPublicClient(there)
  for (const [resource, aud] of [
    [undefined, `${publicUrl}/api`],
    [`${publicUrl}/api`, `${publicUrl}/api`],
    [`${publicUrl}/mcp`, `${publicUrl}/mcp`],
    [`${publicUrl}/`, publicUrl],
  ] as const) {
    const tokens = await publicTokensFor(there, there.bob, client, resource === undefined ? {} : { resource })
    assert.equal(claimsOf(tokens.access_token).aud, aud)
    assert.equal(await statusWith(there, tokens.access_token), 200)
    const renewed = (await (await refreshTokens(there, client, tokens.refresh_token)).json()) as Tokens
    assert.equal(claimsOf(renewed.access_token).aud, aud)
  }
  const { code_verifier, ...challenge } = newVerifier()
  const path = authorizePath(client.client_id, { ...challenge, resource: 'https://other.example.com/api' })
  const response = await visitor(there.url).get(path)
  assert.match(response.headers.get('location') as string, /error=invalid_target/)
  const code = await codeFor(there, there.bob, client, { ...challenge, resource: `${publicUrl}/mcp` })
  const other = { code_verifier, resource: `${publicUrl}/api` }
  assert.deepEqual(await errorOf(await exchangeCode(there, client, code, other)), [400, 'invalid_target'])
  const tokens = (await (await exchangeCode(there, client, code, { code_verifier })).json()) as Tokens
  const refused = await requestTokens(there, client, {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
    resource: `${publicUrl}/api`,
  })
  assert.deepEqual(await errorOf(refused), [400, 'invalid_target'])
})

test('[PRG-15] every redirect back names the issuer, with a code, a token or an error', async () => {
  const there = await world()
  const { client_id } = await newApplication(there)
  const { publicUrl } = there.dependencies.config
  const issuers = [
    (await decide(there, there.bob, authorizePath(client_id))).searchParams,
    (await decide(there, there.bob, authorizePath(client_id), 'deny')).searchParams,
    new URLSearchParams(
      (await decide(there, there.bob, authorizePath(client_id, { response_type: 'token' }))).hash.slice(1),
    ),
    new URL((await visitor(there.url).get(authorizePath(client_id, { scope: 'x' }))).headers.get('location') as string)
      .searchParams,
  ].map(parameters => parameters.getAll('iss'))
  assert.deepEqual(issuers, Array(4).fill([publicUrl]))
})
