// Tests clients that describe themselves: the document at their client id is fetched, checked and fetched again.

import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import {
  authorizePath,
  getTokens,
  newVerifier,
  publicTokensFor,
  signInFor,
  statusWith,
} from '../../testing/oauth-application.ts'
import { sessionClient } from '../../testing/session-client.ts'
import { visitor } from '../../testing/visitor.ts'
import { type World, world, worldWith } from '../../testing/world.ts'
import { DocumentError, readDocument } from './client-document.ts'

const redirect_uri = 'https://app.example.com/callback?from=tessera'

/** The site of a client: serves the document, or whatever `answer` returns. */
async function siteOf(t: TestContext, change: (document: Record<string, unknown>) => object = document => document) {
  let requests = 0
  let answer: RequestListener | undefined
  const server = createServer((request, response) => {
    requests += 1
    if (answer) return answer(request, response)
    const document = { client_id, client_name: 'Aided <Design>', redirect_uris: [redirect_uri] }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(change(document)))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const client_id = `http://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`
  return {
    client_id,
    count: () => requests,
    answerWith: (next: RequestListener | undefined) => {
      answer = next
    },
    changeTo: (next: typeof change) => {
      change = next
    },
  }
}

const challenge = () => {
  const { code_verifier: _, ...rest } = newVerifier()
  return rest
}

async function statusOf(there: World, client_id: string): Promise<[number, string]> {
  const browser = await signInFor(there, there.bob)
  const response = await browser.get(authorizePath(client_id, challenge()))
  assert.equal(response.headers.get('location'), null)
  return [response.status, await response.text()]
}

const expire = ({ dependencies }: World, client_id: string) =>
  dependencies.db.write(tx =>
    tx
      .updateTable('applications')
      .set({ fetched_at: new Date(Date.now() - 61 * 60_000).toISOString() })
      .where('client_id', '=', client_id)
      .execute(),
  )

test('[PRG-7] [PRG-2] [AUT-22] a client is known by the document at its client id, and the page names that host', async t => {
  const there = await world()
  const { client_id, count } = await siteOf(t)
  const [status, page] = await statusOf(there, client_id)
  assert.equal(status, 200)
  assert.match(page, /Allow Aided &lt;Design&gt;\?/)
  assert.match(page, new RegExp(`It describes itself at <strong>${new URL(client_id).host}</strong>`))
  const tokens = await publicTokensFor(there, there.bob, { client_id })
  assert.equal(await statusWith(there, tokens.access_token), 200)
  await getTokens(there, { client_id }, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
  assert.equal(count(), 1)
  const { authorizations } = await there.bob.authorizations.list()
  assert.deepEqual(
    authorizations.map(one => [one.client_id, one.owner]),
    [[client_id, null]],
  )
  await (await sessionClient(there, there.bob)).authorizations.delete(client_id)
  assert.equal(await statusWith(there, tokens.access_token), 401)
})

test('[PRG-8] only signed-in users make the service fetch anything', async t => {
  const there = await world()
  const { client_id, count } = await siteOf(t)
  const response = await visitor(there.url).get(authorizePath(client_id, challenge()))
  assert.equal(new URL(response.headers.get('location') as string, there.url).pathname, '/sign-in')
  assert.equal(count(), 0)
})

test('[PRG-8] a document that redirects, is too large, is no JSON or names another client is refused', async t => {
  const there = await world()
  const site = await siteOf(t)
  const json = { 'content-type': 'application/json' }
  const whole = (client_id = site.client_id) =>
    JSON.stringify({ client_id, client_name: 'Elsewhere', redirect_uris: [redirect_uri] })
  const answers: RequestListener[] = [
    (request, response) =>
      request.url === '/client.json'
        ? response.writeHead(302, { location: '/moved.json' }).end()
        : response.writeHead(200, json).end(whole()),
    (_, response) => response.writeHead(200, json).end(whole() + ' '.repeat(16_384)),
    (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(whole()),
    (_, response) => response.writeHead(200, json).end('{'),
    (_, response) => response.writeHead(404, json).end(whole()),
    (_, response) => response.writeHead(200, json).end(whole('https://other.example.com/client.json')),
  ]
  for (const answer of answers) {
    site.answerWith(answer)
    const [status, page] = await statusOf(there, site.client_id)
    assert.deepEqual([status, /can’t be used/.test(page)], [400, true])
  }
  site.answerWith(undefined)
  assert.equal((await statusOf(there, site.client_id))[0], 200)
})

test('[PRG-8] the document is fetched again after an hour, and its new redirect URIs count', async t => {
  const there = await world()
  const site = await siteOf(t)
  assert.equal((await statusOf(there, site.client_id))[0], 200)
  site.changeTo(document => ({ ...document, redirect_uris: ['https://new.example.com/callback'] }))
  assert.equal((await statusOf(there, site.client_id))[0], 200, 'the known document is fresh')
  await expire(there, site.client_id)
  const [status, page] = await statusOf(there, site.client_id)
  assert.deepEqual([status, /does not match the registration/.test(page)], [400, true])
  site.answerWith((_, response) => response.writeHead(500).end())
  await expire(there, site.client_id)
  assert.equal((await statusOf(there, site.client_id))[0], 400, 'an old document is not used')
})

test('[PRG-8] a document on a private address is not fetched, and neither are more than 20 a minute', async t => {
  const site = await siteOf(t)
  const guarded = await worldWith({ publicUrl: 'https://board.example.com' })
  const cookie = await signInFor(guarded, guarded.bob)
  const inside = await cookie.get(authorizePath(site.client_id, challenge()))
  assert.equal(inside.status, 400)
  assert.equal(site.count(), 0)
  for (let index = 0; index < 20; index += 1) await cookie.get(authorizePath(`${site.client_id}?${index}`, challenge()))
  assert.equal((await cookie.get(authorizePath(`${site.client_id}?last`, challenge()))).status, 429)
})

test('[PRG-7] a client id must be a URL in normal form: https, or http on this machine', async () => {
  const there = await world()
  const ids = [
    'http://app.example.com/client.json',
    'https://app.example.com',
    'https://app.example.com/',
    'https://app.example.com/client.json#x',
    'https://user@app.example.com/client.json',
    'https://app.example.com/a/../client.json',
    'https://APP.example.com/client.json',
    'https://app.example.com:443/client.json',
    `https://app.example.com/${'a'.repeat(500)}`,
  ]
  const browser = await signInFor(there, there.bob)
  for (const id of ids) assert.equal((await browser.get(authorizePath(id, challenge()))).status, 400, id)
})

test('[PRG-7] the document of a client is checked field by field', () => {
  const client_id = 'https://app.example.com/client.json'
  const good = { client_id, client_name: ' Aide ', redirect_uris: ['https://app.example.com/cb', 'http://[::1]/cb'] }
  assert.equal(readDocument(client_id, good).client_name, 'Aide')
  const faults: unknown[] = [
    null,
    [good],
    { ...good, client_id: `${client_id}?` },
    { ...good, client_name: '' },
    { ...good, client_name: 7 },
    { ...good, client_name: 'Reversed \u202e eman' },
    { ...good, client_name: 'x'.repeat(256) },
    { ...good, redirect_uris: [] },
    { ...good, redirect_uris: 'https://app.example.com/cb' },
    { ...good, redirect_uris: [7] },
    { ...good, redirect_uris: ['javascript:alert(1)'] },
    { ...good, redirect_uris: ['https://app.example.com/cb#x'] },
    { ...good, redirect_uris: ['http://app.example.com/cb'] },
    { ...good, token_endpoint_auth_method: 'client_secret_post' },
    { ...good, client_secret: 'x' },
  ]
  for (const fault of faults) assert.throws(() => readDocument(client_id, fault), DocumentError, JSON.stringify(fault))
})
