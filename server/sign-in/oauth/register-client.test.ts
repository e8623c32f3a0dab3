// Tests dynamic registration: what is accepted and refused, how many registrations are allowed, and how long they are
// kept.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  authorizePath,
  callback,
  codeFor,
  decide,
  errorOf,
  exchangeCode,
  newVerifier,
  publicTokensFor,
  signInFor,
  statusWith,
} from '../../testing/oauth-application.ts'
import { type World, world, worldWith } from '../../testing/world.ts'
import { removeUnusedApplications } from '../applications/application-use.ts'

const register = ({ url }: World, body: unknown) =>
  fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const publicClient = { redirect_uris: [callback], client_name: 'Robo', token_endpoint_auth_method: 'none' }

async function registerProgram(there: World, body: object = publicClient) {
  const response = await register(there, body)
  assert.equal(response.status, 201, await response.clone().text())
  return (await response.json()) as { client_id: string; client_secret?: string } & Record<string, unknown>
}

test('[PRG-9] [PRG-2] a program registers itself, and the consent page says that nobody verified it', async () => {
  const there = await world()
  const { client_id, client_id_issued_at, ...rest } = await registerProgram(there, {
    ...publicClient,
    logo_uri: 'https://x.example.com',
  })
  assert.ok(Math.abs((client_id_issued_at as number) - Date.now() / 1000) < 60)
  assert.deepEqual(rest, {
    ...publicClient,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: 'read comment write admin',
  })
  const { code_verifier: _, ...challenge } = newVerifier()
  const browser = await signInFor(there, there.bob)
  const page = await (await browser.get(authorizePath(client_id, challenge))).text()
  assert.match(page, /registered itself, and no one has verified it.*<strong>app\.example\.com<\/strong>/s)
  const tokens = await publicTokensFor(there, there.bob, { client_id })
  assert.equal(await statusWith(there, tokens.access_token), 200)
})

test('[PRG-9] without a method it is a confidential client, whose consent is enough, and which needs PKCE', async () => {
  const there = await world()
  const { client_id, client_secret, ...rest } = await registerProgram(there, { redirect_uris: [callback] })
  assert.match(client_secret as string, /^[\w-]{43}$/)
  assert.deepEqual(
    [rest.token_endpoint_auth_method, rest.client_secret_expires_at, rest.client_name],
    ['client_secret_basic', 0, 'app.example.com'],
  )
  const application = { client_id, client_secret: client_secret as string }
  const { code_verifier, ...challenge } = newVerifier()
  const code = await codeFor(there, there.bob, application, challenge)
  assert.deepEqual(await errorOf(await exchangeCode(there, { client_id }, code, { code_verifier })), [
    401,
    'invalid_client',
  ])
  assert.equal((await exchangeCode(there, application, code, { code_verifier })).status, 200)
})

test('[PRG-9] unsafe addresses and unsupported metadata are refused, and nothing is stored', async () => {
  const there = await world()
  const cases: [unknown, string][] = [
    [{ ...publicClient, redirect_uris: undefined }, 'invalid_redirect_uri'],
    [{ ...publicClient, redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ ...publicClient, redirect_uris: [7] }, 'invalid_redirect_uri'],
    [{ ...publicClient, redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ ...publicClient, redirect_uris: ['data:text/html,x'] }, 'invalid_redirect_uri'],
    [{ ...publicClient, redirect_uris: [`${callback}#fragment`] }, 'invalid_redirect_uri'],
    [{ ...publicClient, redirect_uris: ['http://app.example.com/callback'] }, 'invalid_redirect_uri'],
    [{ ...publicClient, redirect_uris: ['https://user:secret@app.example.com/'] }, 'invalid_redirect_uri'],
    [
      { ...publicClient, redirect_uris: Array.from({ length: 21 }, (_, n) => `${callback}${n}`) },
      'invalid_redirect_uri',
    ],
    [{ ...publicClient, redirect_uris: [`https://app.example.com/${'x'.repeat(2_048)}`] }, 'invalid_redirect_uri'],
    [{ ...publicClient, client_name: '' }, 'invalid_client_metadata'],
    [{ ...publicClient, client_name: 'x'.repeat(256) }, 'invalid_client_metadata'],
    [{ ...publicClient, client_name: 'Invisible\u200b' }, 'invalid_client_metadata'],
    [{ ...publicClient, token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
    [{ ...publicClient, grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    [{ ...publicClient, response_types: ['token'] }, 'invalid_client_metadata'],
    [[publicClient], 'invalid_client_metadata'],
    ['"text"', 'invalid_client_metadata'],
    ['{', 'invalid_request'],
  ]
  for (const [body, error] of cases)
    assert.deepEqual(await errorOf(await register(there, body)), [400, error], JSON.stringify(body))
})

test('[PRG-10] a flood of registrations is stopped for its network, also if they come at once', async () => {
  const there = await worldWith({})
  const flood = await Promise.all(Array.from({ length: 30 }, () => register(there, publicClient)))
  const statuses = Map.groupBy(flood, response => response.status)
  assert.deepEqual([statuses.get(201)?.length, statuses.get(429)?.length], [20, 10])
  assert.equal(statuses.get(429)?.[0]?.headers.get('retry-after'), '3600')
})

test('[PRG-10] registrations that nobody uses for 30 days are removed, with everything else left alone', async () => {
  const there = await world()
  const [unused, used] = [await registerProgram(there), await registerProgram(there)]
  const owned = await there.ann.applications.create({ name: 'Owned', redirect_uri: callback })
  const tokens = await publicTokensFor(there, there.bob, { client_id: used.client_id })
  const later = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString()
  const { db } = there.dependencies
  const remaining = async () => {
    const ids = [unused.client_id, used.client_id, owned.application.client_id]
    const rows = db.read.selectFrom('applications').select('client_id').where('client_id', 'in', ids)
    return (await rows.execute()).map(row => row.client_id).sort()
  }
  const all = await remaining()
  await removeUnusedApplications(db, later(29))
  assert.deepEqual(await remaining(), all)
  await removeUnusedApplications(db, later(31))
  assert.deepEqual(await remaining(), [used.client_id, owned.application.client_id].sort())
  const body = new URLSearchParams({ client_id: used.client_id, token: tokens.refresh_token })
  await fetch(`${there.url}/api/v2/oauth2/revoke`, { method: 'POST', body })
  await removeUnusedApplications(db, later(31))
  assert.deepEqual(await remaining(), [owned.application.client_id])
})

test('[PRG-11] registration can be turned off', async () => {
  const there = await worldWith({ isRegistrationOpen: false })
  assert.equal((await register(there, publicClient)).status, 404)
  const metadata = await (await fetch(`${there.url}/.well-known/oauth-authorization-server`)).json()
  assert.equal('registration_endpoint' in metadata, false)
})

test('[PRG-9] [AUT-23] an organization sees self-registered applications that it whitelisted, without an owner', async () => {
  const there = await world()
  const client = await registerProgram(there)
  const { ann, organization } = there
  const { code_verifier: _, ...challenge } = newVerifier()
  const org = { scope: 'org', org_id: String(organization), ...challenge }
  await decide(there, ann, authorizePath(client.client_id, org))
  const { applications } = await ann.organizations.listApplications(organization)
  assert.deepEqual(
    applications.map(({ client_id, owner }) => [client_id, owner]),
    [[client.client_id, null]],
  )
})
