// The device authorization grant: the request, the page where a person decides, and the exchange.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeviceCodeTable } from '../../platform/schema/program-tables.ts'
import {
  errorOf as errorAndStatusOf,
  newApplication,
  newPublicClient,
  refreshTokens,
  requestTokens,
  signInFor,
  statusWith,
  type TestClient,
  type Tokens,
} from '../../testing/oauth-application.ts'
import { sessionClient } from '../../testing/session-client.ts'
import { readForm, visitor } from '../../testing/visitor.ts'
import { type World, world, worldWith } from '../../testing/world.ts'
import { hashSecret } from '../../tools/ids.ts'
import { readUserCode } from './request-device-code.ts'

const cli = { client_id: 'tessera-cli' }
const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'

interface DeviceReply {
  readonly device_code: string
  readonly user_code: string
  readonly verification_uri: string
  readonly verification_uri_complete: string
  readonly expires_in: number
  readonly interval: number
}

const post = ({ url }: World, fields: Record<string, string>) =>
  fetch(`${url}/api/device`, { method: 'POST', body: new URLSearchParams(fields) })

async function requestCodes(there: World, fields: Record<string, string> = cli): Promise<DeviceReply> {
  const response = await post(there, fields)
  assert.equal(response.status, 200, await response.clone().text())
  return (await response.json()) as DeviceReply
}

const poll = (there: World, { device_code }: DeviceReply, client: TestClient = cli) =>
  requestTokens(there, client, { grant_type, device_code, redirect_uri: undefined })

const change = ({ dependencies }: World, { device_code }: DeviceReply, columns: Partial<DeviceCodeTable>) =>
  dependencies.db.write(tx =>
    tx.updateTable('device_codes').set(columns).where('hash', '=', hashSecret(device_code)).execute(),
  )

const errorOf = async (response: Response) => (await errorAndStatusOf(response))[1]

const pathOf = ({ user_code }: DeviceReply) => `/device?user_code=${user_code}`

test('[PRG-22] a program gets two codes, of which only hashes are stored', async () => {
  const there = await world()
  const reply = await requestCodes(there, { ...cli, scope: 'read' })
  assert.match(reply.user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  const origin = there.dependencies.config.publicUrl
  assert.equal(reply.verification_uri, `${origin}/device`)
  assert.equal(reply.verification_uri_complete, `${origin}/device?user_code=${reply.user_code}`)
  assert.deepEqual([reply.expires_in, reply.interval], [600, 5])
  const metadata = await (await there.send('/.well-known/oauth-authorization-server')).json()
  const { device_authorization_endpoint, grant_types_supported } = metadata as Record<string, unknown>
  assert.equal(device_authorization_endpoint, `${origin}/api/device`)
  assert.ok((grant_types_supported as string[]).includes(grant_type))
  const rows = await there.dependencies.db.read.selectFrom('device_codes').selectAll().execute()
  const stored = JSON.stringify(rows)
  assert.ok(!stored.includes(reply.device_code) && !stored.includes(reply.user_code))
})

test('[PRG-22] an unknown client, scope or resource is refused, and so are too many requests', async () => {
  const there = await worldWith({})
  const application = await newApplication(there)
  for (const [fields, error] of [
    [{}, 'invalid_client'],
    [{ client_id: 'nobody' }, 'invalid_client'],
    [{ client_id: application.client_id }, 'invalid_client'],
    [{ ...cli, client_secret: 'x' }, 'invalid_client'],
    [{ ...cli, scope: 'everything' }, 'invalid_scope'],
    [{ ...cli, resource: 'https://other.example.com' }, 'invalid_target'],
  ] as [Record<string, string>, string][])
    assert.equal(await errorOf(await post(there, fields)), error)
  for (let count = 0; count < 30; count += 1) await requestCodes(there)
  const refused = await post(there, cli)
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '600'])
})

test('[PRG-23] [PRG-24] a person allows what the program asks for, and the program gets its tokens once', async () => {
  const there = await world()
  const asked = await requestCodes(there, { ...cli, scope: 'read comment' })
  assert.equal(await errorOf(await poll(there, asked)), 'authorization_pending')
  const browser = await signInFor(there, there.bob)
  const typed = await browser.fillIn('/device', { user_code: asked.user_code.toLowerCase().replace('-', ' ') })
  assert.equal(typed.status, 303)
  const page = await (await browser.get(typed.headers.get('location') as string)).text()
  for (const text of ['Tessera command line', asked.user_code, '127.0.0.1', 'Comment on your behalf', there.bob.email])
    assert.ok(page.includes(text), text)
  assert.ok(!page.includes('Manage what you can manage'))
  const { action, hidden } = readForm(page)
  const allowed = await browser.post(action, { ...hidden, decision: 'allow' })
  assert.equal(allowed.status, 200)
  assert.match(await allowed.text(), /You’re connected/)
  const tokens = (await (await poll(there, asked)).json()) as Tokens
  assert.equal(tokens.scope, 'read comment')
  assert.equal(await statusWith(there, tokens.access_token), 200)
  assert.equal((await refreshTokens(there, cli, tokens.refresh_token, { redirect_uri: undefined })).status, 200)
  assert.equal(await errorOf(await poll(there, asked)), 'invalid_grant')
  assert.equal((await browser.get(pathOf(asked))).status, 400)
  const { audit_entries: entries } = await there.ann.organizations.listAudit(there.organization)
  assert.ok(entries.some(one => one.action === 'APPLICATION_AUTHORIZED' && one.actor?.id === there.bob.id))
})

test('[PRG-23] the page is for signed-in people, needs the CSRF token and limits wrong codes', async () => {
  const there = await world()
  const asked = await requestCodes(there)
  const stranger = await visitor(there.url).get(pathOf(asked))
  const next = new URLSearchParams({ next: pathOf(asked) })
  assert.equal(stranger.headers.get('location'), `/sign-in?${next}`)
  const browser = await signInFor(there, there.bob)
  assert.equal((await browser.post(pathOf(asked), { decision: 'allow' })).status, 403)
  for (let count = 0; count < 10; count += 1)
    assert.equal((await browser.get('/device?user_code=BBBB-BBBB')).status, 400)
  const limited = await browser.get(pathOf(asked))
  assert.equal(limited.status, 429)
  assert.match(await limited.text(), /Too many wrong codes/)
  // The limit does not apply to other people.
  assert.equal((await (await signInFor(there, there.vic)).get(pathOf(asked))).status, 200)
})

test('[PRG-23] an organization that requires whitelisting keeps its members from allowing the program', async () => {
  const there = await world()
  await there.ann.organizations.update(there.organization, {
    metadata: [{ key: 'require_whitelisting', value: 'true' }],
  })
  const asked = await requestCodes(there)
  const browser = await signInFor(there, there.bob)
  const page = await browser.get(pathOf(asked))
  assert.equal(page.status, 403)
  assert.match(await page.text(), /requires that applications are whitelisted/)
})

test('[PRG-24] polling too early is slowed down, and codes that are denied, expired or not theirs give no tokens', async () => {
  const there = await world()
  const asked = await requestCodes(there)
  assert.equal(await errorOf(await poll(there, asked)), 'authorization_pending')
  assert.equal(await errorOf(await poll(there, asked)), 'slow_down')
  const sixSecondsAgo = new Date(Date.now() - 6_000).toISOString()
  await change(there, asked, { polled_at: sixSecondsAgo })
  assert.equal(await errorOf(await poll(there, asked)), 'slow_down')
  await change(there, asked, { polled_at: new Date(Date.now() - 16_000).toISOString() })
  assert.equal(await errorOf(await poll(there, asked)), 'authorization_pending')
  assert.equal(await errorOf(await poll(there, asked, await newPublicClient(there))), 'invalid_grant')
  assert.equal(await errorOf(await poll(there, { ...asked, device_code: 'x' })), 'invalid_grant')
  const browser = await signInFor(there, there.bob)
  const denied = await browser.fillIn(pathOf(asked), { decision: 'deny' })
  assert.match(await denied.text(), /Access denied/)
  assert.equal(await errorOf(await poll(there, asked)), 'access_denied')
  const late = await requestCodes(there)
  await change(there, late, { expires_at: new Date(Date.now() - 1).toISOString() })
  assert.equal((await browser.get(pathOf(late))).status, 400)
  assert.equal(await errorOf(await poll(there, late)), 'expired_token')
})

test('[PRG-24] of several exchanges at the same time, one gets the tokens', async () => {
  const there = await world()
  const asked = await requestCodes(there)
  await (await signInFor(there, there.bob)).fillIn(pathOf(asked), { decision: 'allow' })
  const statuses = (await Promise.all([1, 2, 3, 4].map(() => poll(there, asked)))).map(({ status }) => status)
  assert.deepEqual(statuses.sort(), [200, 400, 400, 400])
})

test('[PRG-25] withdrawing the authorization voids a code that no program has used yet', async () => {
  const there = await world()
  const asked = await requestCodes(there)
  const browser = await signInFor(there, there.bob)
  await browser.fillIn(pathOf(asked), { decision: 'allow' })
  const earlier = await requestCodes(there)
  await browser.fillIn(pathOf(earlier), { decision: 'allow' })
  const tokens = (await (await poll(there, earlier)).json()) as Tokens
  await (await sessionClient(there, there.bob)).authorizations.delete(cli.client_id)
  assert.equal(await statusWith(there, tokens.access_token), 401)
  assert.equal(await errorOf(await poll(there, asked)), 'invalid_grant')
})

test('[PRG-26] the client of the command line exists without registration and belongs to nobody', async () => {
  const there = await worldWith({ isRegistrationOpen: false })
  const browser = await signInFor(there, there.bob)
  const query = new URLSearchParams({
    client_id: 'tessera-cli',
    response_type: 'code',
    redirect_uri: 'http://127.0.0.1:34567/callback',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  })
  const page = await browser.get(`/api/authorize?${query}`)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /Allow Tessera command line\?/)
  query.set('redirect_uri', 'https://example.com/callback')
  assert.equal((await browser.get(`/api/authorize?${query}`)).status, 400)
  assert.equal((await there.send('/api/applications/tessera-cli', { as: there.ann })).status, 404)
})

test('[PRG-23] a code may be typed in any case, with blanks and dashes', () => {
  for (const typed of ['bcdf-ghjk', ' BCDF GHJK ', 'bcdfghjk']) assert.equal(readUserCode(typed), 'BCDF-GHJK')
  for (const typed of ['', 'BCDF', 'ABCD-EFGH', 'BCDF-GHJ1', 'BCDF-GHJK-L']) assert.equal(readUserCode(typed), null)
})
