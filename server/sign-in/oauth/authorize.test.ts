// The authorization page in a browser.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { member } from '../../testing/members.ts'
import {
  authorizePath,
  callback,
  decide,
  newApplication,
  newVerifier,
  signInFor,
  statusWith,
} from '../../testing/oauth-application.ts'
import { sessionClient } from '../../testing/session-client.ts'
import { readForm, visitor } from '../../testing/visitor.ts'
import { world } from '../../testing/world.ts'

test('[AUT-13] the page asks for sign-in, then names the application, its owner and its permissions', async () => {
  const there = await world()
  const { client_id } = await newApplication(there)
  const path = authorizePath(client_id, { state: 'a&b="<c>' })
  const stranger = visitor(there.url)
  const first = await stranger.get(path)
  assert.equal(first.status, 303)
  const signIn = new URL(first.headers.get('location') as string, there.url)
  assert.deepEqual([signIn.pathname, signIn.searchParams.get('next')], ['/sign-in', path])
  const browser = await signInFor(there, there.bob)
  const page = await (await browser.get(path)).text()
  assert.match(page, /Allow Mirror &lt;b&gt;&amp;\?/)
  assert.match(page, /Ann Tester/)
  assert.match(page, /Add, change and delete anything you can/)
  assert.match(page, /name="decision" value="deny">Deny<\/button>\s*<button[^>]+name="decision" value="allow">Allow</)
  assert.equal(new URL(readForm(page).action, there.url).searchParams.get('state'), 'a&b="<c>')
})

test('[AUT-15] Allow for a token redirects back with one in the fragment, which works in the API', async () => {
  const there = await world()
  const { client_id } = await newApplication(there)
  const back = await decide(there, there.bob, authorizePath(client_id, { response_type: 'token', state: 's 1' }))
  assert.equal(back.origin + back.pathname + back.search, callback)
  const fragment = new URLSearchParams(back.hash.slice(1))
  assert.deepEqual([...fragment.keys()], ['access_token', 'token_type', 'scope', 'state', 'iss'])
  assert.deepEqual([fragment.get('token_type'), fragment.get('state')], ['Bearer', 's 1'])
  const token = fragment.get('access_token') as string
  assert.equal(await statusWith(there, token), 200)
  const claims = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString())
  assert.equal(claims.azp, client_id)
  assert.equal(claims.exp - claims.iat, 1_209_600)
})

test('[AUT-16] Allow for a code redirects back and keeps the query of the redirect URI', async () => {
  const there = await world()
  const { client_id } = await newApplication(there)
  const back = await decide(there, there.bob, authorizePath(client_id, { state: 'xyz' }))
  assert.match(
    back.href,
    /^https:\/\/app\.example\.com\/callback\?from=tessera&code=[\w-]{43}&state=xyz&iss=http%3A%2F%2Flocalhost%3A8080$/,
  )
})

test('[AUT-14] Deny redirects back with access_denied and stores nothing', async () => {
  const there = await world()
  const { client_id } = await newApplication(there)
  const code = await decide(there, there.bob, authorizePath(client_id, { state: 'xyz' }), 'deny')
  assert.deepEqual([code.searchParams.get('error'), code.searchParams.get('state')], ['access_denied', 'xyz'])
  const token = await decide(there, there.bob, authorizePath(client_id, { response_type: 'token' }), 'deny')
  assert.match(token.hash, /^#error=access_denied&/)
  const grants = await there.dependencies.db.read
    .selectFrom('grants')
    .selectAll()
    .where('client_id', '=', client_id)
    .execute()
  const codes = await there.dependencies.db.read
    .selectFrom('authorization_codes')
    .selectAll()
    .where('client_id', '=', client_id)
    .execute()
  assert.deepEqual([...grants, ...codes], [])
})

test('[AUT-14] a wrong client_id or redirect_uri shows a page and never redirects', async () => {
  const there = await world()
  const own = ['https://app.example.com/callback', 'http://127.0.0.1:7777/cb', 'com.example.app:/done']
  const { client_id } = await newApplication(there, { redirect_uris: own })
  const browser = await signInFor(there, there.bob)
  const strange = [
    ...[
      'https://app.example.com/callback/',
      'https://app.example.com/callback/more',
      'https://app.example.com/callbac',
    ],
    ...[
      'https://app.example.com/callback?x=1',
      'https://app.example.com/callback?',
      'https://app.example.com/callback#x',
    ],
    ...['https://APP.example.com/callback', 'https://app.example.com/Callback', 'HTTPS://app.example.com/callback'],
    ...[
      'https://app.example.com:443/callback',
      'https://user@app.example.com/callback',
      'http://app.example.com/callback',
    ],
    ...['https://app.example.com@evil.example.com/callback', 'https://app.example.com.evil.example.com/callback'],
    ...['https://app.example.com/callback/../evil', 'https://app.example.com/%63allback', 'https://evil.example.com'],
    ...['//app.example.com/callback', 'https://app.example.com\\callback', ' https://app.example.com/callback', ''],
    ...['http://127.0.0.1:7778/cb', 'http://localhost:7777/cb', 'com.example.app:/done/', 'javascript:alert(1)'],
    ...['https://app.example.com/callback,https://evil.example.com', 'https://app.example.com/callback\n'],
  ]
  const requests = [
    ...strange.map(redirect_uri => authorizePath(client_id, { redirect_uri })),
    authorizePath('0123456789abcdef01234567', { redirect_uri: own[0] as string }),
    authorizePath('', { redirect_uri: own[0] as string }),
    `${authorizePath(client_id, { redirect_uri: own[0] as string })}&redirect_uri=${encodeURIComponent('https://evil.example.com')}`,
    `${authorizePath(client_id, { redirect_uri: own[0] as string })}&client_id=x`,
    '/api/authorize',
  ]
  for (const path of requests) {
    for (const visit of [browser, visitor(there.url)]) {
      const response = await visit.get(path)
      assert.deepEqual([response.status, response.headers.get('location')], [400, null], path)
      assert.match(await response.text(), /The request failed/)
    }
  }
  for (const redirect_uri of own) {
    const { status } = await browser.get(authorizePath(client_id, { redirect_uri }))
    assert.equal(status, 200, redirect_uri)
  }
})

test('[AUT-14] every other error is sent back to the application with its code and the state', async () => {
  const there = await world()
  const { client_id } = await newApplication(there, { allow_implicit: false, require_pkce: true })
  const { code_challenge } = newVerifier()
  const cases: [Record<string, string>, string][] = [
    [{ response_type: '' }, 'invalid_request'],
    [{ response_type: 'id_token' }, 'unsupported_response_type'],
    [{ response_type: 'token' }, 'unauthorized_client'],
    [{}, 'invalid_request'],
    [{ code_challenge }, 'invalid_request'],
    [{ code_challenge, code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: 'short', code_challenge_method: 'S256' }, 'invalid_request'],
    [{ code_challenge, code_challenge_method: 'S256', scope: 'everything' }, 'invalid_scope'],
    [{ code_challenge, code_challenge_method: 'S256', scope: 'org' }, 'invalid_request'],
    [{ code_challenge, code_challenge_method: 'S256', org_id: '1' }, 'invalid_request'],
    [{ code_challenge, code_challenge_method: 'S256', scope: 'org', org_id: 'x' }, 'invalid_request'],
  ]
  for (const [more, error] of cases) {
    const response = await visitor(there.url).get(authorizePath(client_id, { state: 'st', ...more }))
    const back = new URL(response.headers.get('location') as string)
    const parameters = more.response_type === 'token' ? new URLSearchParams(back.hash.slice(1)) : back.searchParams
    assert.equal(back.host, 'app.example.com')
    assert.deepEqual([parameters.get('error'), parameters.get('state')], [error, 'st'], JSON.stringify(more))
  }
  const request = authorizePath(client_id, { code_challenge, code_challenge_method: 'S256' })
  assert.ok((await decide(there, there.bob, request)).searchParams.get('code'))
})

test('[AUT-17] an Owner or Admin whitelists the application for their organization, and the application gets a code as usual', async () => {
  const there = await world()
  const { client_id } = await newApplication(there)
  const admin = await member(there, 'Ada', 2)
  const request = { scope: 'org', org_id: String(there.organization) }
  const browser = await signInFor(there, admin)
  assert.match(
    await (await browser.get(authorizePath(client_id, request))).text(),
    /every member of <strong>Mosaic<\/strong>/,
  )
  const before = await there.ann.organizations.listApplications(there.organization)
  const back = await decide(there, admin, authorizePath(client_id, request))
  assert.ok(back.searchParams.get('code'))
  await decide(there, there.ann, authorizePath(client_id, request))
  const after = await there.ann.organizations.listApplications(there.organization)
  assert.deepEqual([before.applications.length, after.applications.map(one => one.client_id)], [0, [client_id]])
})

test('[AUT-17] all other users see a page saying that they cannot allow this', async () => {
  const there = await world()
  const { client_id } = await newApplication(there)
  const ids = [String(there.organization), '999999']
  for (const [person, org_id] of ids.flatMap(id => [there.bob, there.eve].map(one => [one, id] as const))) {
    const browser = await signInFor(there, person)
    const path = authorizePath(client_id, { scope: 'org', org_id })
    const response = await browser.get(path)
    assert.equal(response.status, 403)
    assert.match(await response.text(), /Only the Owner and Admins/)
    const { hidden } = readForm(await (await browser.get(authorizePath(client_id))).text())
    assert.equal((await browser.post(path, { ...hidden, decision: 'allow' })).status, 403)
  }
  const { applications } = await there.ann.organizations.listApplications(there.organization)
  assert.deepEqual(applications, [])
})

test('[SGN-5] consent without a CSRF token, or with that of another browser, is refused', async () => {
  const there = await world()
  const { client_id } = await newApplication(there)
  const browser = await signInFor(there, there.bob)
  const other = readForm(await (await (await signInFor(there, there.bob)).get(authorizePath(client_id))).text()).hidden
  const own = readForm(await (await browser.get(authorizePath(client_id))).text()).hidden
  const path = authorizePath(client_id)
  const responses = [
    await browser.post(path, { decision: 'allow' }),
    await browser.post(path, { ...other, decision: 'allow' }),
    await browser.post(path, { ...own, decision: 'allow' }, { origin: 'https://evil.example.com' }),
    await visitor(there.url).post(path, { ...own, decision: 'allow' }),
  ]
  assert.deepEqual(
    responses.map(response => [response.status, response.headers.get('location')]),
    Array(4).fill([403, null]),
  )
  assert.equal((await browser.post(path, own)).status, 400, 'neither Allow nor Deny')
  const codes = await there.dependencies.db.read
    .selectFrom('authorization_codes')
    .selectAll()
    .where('client_id', '=', client_id)
    .execute()
  assert.deepEqual(codes, [])
})

test('[SGN-5] the form-action policy of the consent page allows the application and nothing else', async () => {
  const there = await world()
  const { client_id } = await newApplication(there)
  const { headers } = await (await signInFor(there, there.bob)).get(authorizePath(client_id))
  assert.equal(
    headers.get('content-security-policy'),
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self' https:; base-uri 'none'; frame-ancestors 'none'",
  )
})

test('[AUT-25] the implicit flow asks each time, its own developer too, and the token can be withdrawn and refused', async () => {
  const there = await world()
  const { ann, organization } = there
  const { client_id } = await newApplication(there)
  const path = authorizePath(client_id, { response_type: 'token' })
  const browser = await signInFor(there, ann)
  for (const _ of ['first', 'second']) {
    const response = await browser.get(path)
    assert.equal(response.status, 200, 'nothing is issued without the page')
    const page = await response.text()
    assert.match(page, /Allow Mirror &lt;b&gt;&amp;\?/)
    for (const allowed of [/See your name/, /Comment on your behalf/, /Add, change and delete/, /Manage what you can/])
      assert.match(page, allowed)
    assert.equal((await browser.fillIn(path, { decision: 'allow' })).status, 303)
  }
  const back = await decide(there, ann, path)
  const fragment = new URLSearchParams(back.hash.slice(1))
  assert.equal(fragment.get('scope'), 'read comment write admin')
  const narrow = await decide(there, ann, authorizePath(client_id, { response_type: 'token', scope: 'read' }))
  assert.equal(new URLSearchParams(narrow.hash.slice(1)).get('scope'), 'read')
  const owner = await sessionClient(there, ann)
  const { authorizations } = await owner.authorizations.list()
  assert.deepEqual(
    authorizations.map(one => [one.client_id, one.scope]),
    [[client_id, 'read comment write admin']],
  )
  const token = fragment.get('access_token') as string
  assert.equal(await statusWith(there, token), 200)
  await owner.authorizations.delete(client_id)
  assert.equal(await statusWith(there, token), 401)
  await ann.organizations.update(organization, { metadata: [{ key: 'require_whitelisting', value: 'true' }] })
  const refusedPage = await browser.get(path)
  assert.equal(refusedPage.status, 403)
  assert.match(await refusedPage.text(), /requires that applications are whitelisted/)
  assert.deepEqual((await owner.authorizations.list()).authorizations, [])
})
