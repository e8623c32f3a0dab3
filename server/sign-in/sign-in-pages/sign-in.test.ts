// Signing in and out through the pages, throttling, and protection of forms and cookies.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '@tessera/client'
import { beginAttempt, signInLimits } from '../../accounts/attempts/attempts.ts'
import { refused } from '../../testing/assert-refused.ts'
import { password, readForm, setTestPassword, signedInVisitor, visitor } from '../../testing/visitor.ts'
import { world, worldWith } from '../../testing/world.ts'

const sessionHeader = { 'x-tessera-session': '1' }

test('[SGN-3] signing in continues to the requested page and starts a session', async () => {
  const there = await world()
  await setTestPassword(there, there.ann)
  const browser = visitor(there.url)
  const response = await browser.fillIn('/sign-in?next=/developers%3Ftab%3Dtokens', {
    email: there.ann.email.toUpperCase(),
    password,
  })
  assert.equal(response.status, 303)
  assert.equal(response.headers.get('location'), '/developers?tab=tokens')
  const again = await browser.get('/sign-in?next=/docs')
  assert.deepEqual([again.status, again.headers.get('location')], [303, '/docs'])
  const { user } = await there.ann.users.get(there.ann.id)
  assert.ok(user.last_login_at)
})

test('[SGN-3] a form without its fields names what is missing', async () => {
  const { url } = await world()
  const response = await visitor(url).fillIn('/sign-in', { email: '', password: '' })
  const page = await response.text()
  assert.equal(response.status, 400)
  assert.match(page, /role="alert"/)
  assert.match(page, /aria-describedby="password-fault" aria-invalid="true"/)
})

test('[SGN-4] a wrong password, an unknown and a locked account get the same message', async () => {
  const there = await worldWith({ trustedProxies: ['127.0.0.1'] })
  for (const person of [there.ann, there.bob]) await setTestPassword(there, person)
  await there.dependencies.db.write(tx =>
    tx.updateTable('users').set({ locked_at: '2026-01-01T00:00:00.000Z' }).where('id', '=', there.bob.id).execute(),
  )
  const attempts = [
    { email: there.ann.email, password: 'not the password' },
    { email: 'nobody@example.com', password },
    { email: there.bob.email, password },
    { email: there.vic.email, password: password },
  ]
  const pages = await Promise.all(
    attempts.map(async (fields, index) => {
      const browser = visitor(there.url, { 'x-forwarded-for': `203.0.113.${index}` })
      const response = await browser.fillIn('/sign-in', fields)
      assert.equal(response.status, 401)
      const page = (await response.text()).replaceAll(fields.email, '')
      return page.replaceAll(/(name="csrf" value|data-passkey)="[^"]+"/g, '')
    }),
  )
  assert.equal(new Set(pages).size, 1)
})

const from = (url: string, address: string) => visitor(url, { 'x-forwarded-for': address })

for (const exists of [true, false]) {
  test(`[SGN-4] after 5 failures from an address, an account that ${exists ? 'exists' : 'does not exist'} is refused there, also with the right password`, async () => {
    const there = await worldWith({ trustedProxies: ['127.0.0.1'] })
    await setTestPassword(there, there.ann)
    const email = exists ? there.ann.email : 'nobody@example.com'
    const attempt = (guess: string) => from(there.url, '203.0.113.1').fillIn('/sign-in', { email, password: guess })
    for (let number = 0; number < 5; number++) assert.equal((await attempt('wrong password')).status, 401)
    const response = await attempt(password)
    assert.equal(response.status, 429)
    const wait = Number(response.headers.get('retry-after'))
    assert.ok(wait > 800 && wait <= 900, String(wait))
    assert.match(await response.text(), /Try again in 15 minutes/)
  })
}

test('[SGN-4] wrong passwords from one address block neither the account elsewhere nor other accounts', async () => {
  const there = await worldWith({ trustedProxies: ['127.0.0.1'] })
  for (const person of [there.ann, there.bob]) await setTestPassword(there, person)
  const attacker = '2001:db8:0:1::1'
  for (let number = 0; number < 6; number++)
    await from(there.url, attacker).fillIn('/sign-in', { email: there.ann.email, password: 'wrong password' })
  const signIn = async (address: string, { email }: { email: string }) =>
    (await from(there.url, address).fillIn('/sign-in', { email, password })).status
  assert.equal(await signIn('2001:db8:0:1:ffff::9', there.ann), 429)
  assert.equal(await signIn('2001:db8:0:2::1', there.ann), 303)
  assert.equal(await signIn(attacker, there.bob), 303)
})

test('[SGN-4] an account has 50 failures from everywhere, an address 100 over all accounts, and a known browser its own 5', async () => {
  const there = await worldWith({ trustedProxies: ['127.0.0.1'] })
  const { db } = there.dependencies
  await setTestPassword(there, there.ann)
  const { email } = there.ann
  const known = from(there.url, '203.0.113.1')
  assert.equal((await known.fillIn('/sign-in', { email, password })).status, 303)
  const now = new Date().toISOString()
  const fail = (guess: { email: string; address: string }) =>
    beginAttempt(db, signInLimits({ ...guess, device: null }), now)
  const signIn = async (address: string, as: string) =>
    (await from(there.url, address).fillIn('/sign-in', { email: as, password })).status

  for (let number = 0; number < 49; number++) await fail({ email, address: `198.51.100.${number}` })
  assert.equal(await signIn('203.0.113.2', email), 303)
  await fail({ email, address: '198.51.100.50' })
  assert.equal(await signIn('203.0.113.2', email), 429)

  for (let number = 0; number < 100; number++) await fail({ email: `n${number}@example.com`, address: '203.0.113.1' })
  assert.equal(await signIn('203.0.113.1', there.bob.email), 429)

  known.cookies.delete('tessera')
  for (let number = 0; number < 5; number++)
    assert.equal((await known.fillIn('/sign-in', { email, password: 'wrong password' })).status, 401)
  assert.equal((await known.fillIn('/sign-in', { email, password })).status, 429)
})

test('[SGN-4] a browser that was signed in to an account is recognized after signing out, for this account only', async () => {
  const there = await worldWith({ trustedProxies: ['127.0.0.1'] })
  for (const person of [there.ann, there.bob]) await setTestPassword(there, person)
  const browser = from(there.url, '203.0.113.1')
  const first = await browser.fillIn('/sign-in', { email: there.ann.email, password })
  const cookie = first.headers.getSetCookie().find(line => line.startsWith('tessera-device='))
  assert.match(cookie ?? '', /^tessera-device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/)
  browser.cookies.delete('tessera')
  for (let number = 0; number < 5; number++)
    for (const { email } of [there.ann, there.bob])
      await from(there.url, '203.0.113.1').fillIn('/sign-in', { email, password: 'wrong password' })
  assert.equal((await browser.fillIn('/sign-in', { email: there.ann.email, password })).status, 303)
  browser.cookies.delete('tessera')
  assert.equal((await browser.fillIn('/sign-in', { email: there.bob.email, password })).status, 429)
})

test('[SGN-4] concurrent attempts are all counted', async () => {
  const there = await worldWith({ trustedProxies: ['127.0.0.1'] })
  await setTestPassword(there, there.ann)
  const guesses = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const browser = from(there.url, '203.0.113.1')
      return (await browser.fillIn('/sign-in', { email: there.ann.email, password: 'wrong password' })).status
    }),
  )
  assert.equal(guesses.filter(status => status === 401).length, 5)
  assert.equal(guesses.filter(status => status === 429).length, 7)
})

test('[SGN-4] signing in clears the failures', async () => {
  const there = await worldWith({ trustedProxies: ['127.0.0.1'] })
  await setTestPassword(there, there.ann)
  for (let number = 0; number < 12; number++) {
    const guess = number % 4 === 3 ? password : 'wrong password'
    const browser = from(there.url, '203.0.113.1')
    const { status } = await browser.fillIn('/sign-in', { email: there.ann.email, password: guess })
    assert.equal(status, number % 4 === 3 ? 303 : 401)
  }
})

test('[SGN-5] scripts and other sites cannot read the cookie, and it changes with every sign-in', async () => {
  const there = await world()
  await setTestPassword(there, there.ann)
  const browser = visitor(there.url)
  const page = await browser.get('/sign-in')
  const [before = ''] = page.headers.getSetCookie()
  assert.match(before, /^tessera=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
  const planted = browser.cookies.get('tessera')
  const response = await browser.fillIn('/sign-in', { email: there.ann.email, password })
  assert.match(
    response.headers.getSetCookie()[0] ?? '',
    /^tessera=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=/,
  )
  assert.notEqual(browser.cookies.get('tessera'), planted)
  const attacker = visitor(there.url)
  attacker.cookies.set('tessera', planted as string)
  assert.equal((await attacker.post('/session/token', {}, sessionHeader)).status, 401)
})

test('[SGN-5] on https the cookie is Secure and bound to the host', async () => {
  const there = await worldWith({ publicUrl: 'https://board.example.com' })
  const { headers } = await visitor(there.url).get('/sign-in')
  const [cookie = ''] = headers.getSetCookie()
  assert.equal(headers.get('strict-transport-security'), 'max-age=31536000')
  assert.match(cookie, /^__Host-tessera=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  await setTestPassword(there, there.ann)
  const signedIn = await visitor(there.url).fillIn('/sign-in', { email: there.ann.email, password })
  const device = signedIn.headers.getSetCookie().find(line => line.includes('device'))
  assert.match(device ?? '', /^__Host-tessera-device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=\d+$/)
})

test('[SGN-5] a form without its CSRF token, with that of another browser or from another site is refused', async () => {
  const there = await world()
  await setTestPassword(there, there.ann)
  const fields = { email: there.ann.email, password }
  const other = readForm(await (await visitor(there.url).get('/sign-in')).text()).hidden
  const browser = visitor(there.url)
  const { hidden } = readForm(await (await browser.get('/sign-in')).text())
  const cookie = browser.cookies.get('tessera')
  const responses = [
    await browser.post('/sign-in', fields),
    await browser.post('/sign-in', { ...fields, csrf: '' }),
    await browser.post('/sign-in', { ...fields, csrf: other.csrf as string }),
    await browser.post('/sign-in', { ...fields, ...hidden }, { origin: 'https://evil.example.com' }),
    await browser.post('/sign-in', { ...fields, ...hidden }, { origin: 'null' }),
    await browser.post('/sign-in', { ...fields, ...hidden }, { 'sec-fetch-site': 'cross-site' }),
  ]
  assert.deepEqual(
    responses.map(response => response.status),
    [403, 403, 403, 403, 403, 403],
  )
  assert.equal(browser.cookies.get('tessera'), cookie)
  assert.equal((await browser.post('/sign-in', { ...fields, ...hidden }, { origin: there.url })).status, 303)
})

test('[SGN-5] signing out needs the CSRF token, and ends the session and its tokens', async () => {
  const there = await world()
  const browser = await signedInVisitor(there, there.ann)
  const { access_token: token, csrf, user } = await (await browser.post('/session/token', {}, sessionHeader)).json()
  assert.equal(user.id, there.ann.id)
  const page = connect({ url: there.url, token, retries: 0 })
  assert.equal((await browser.post('/sign-out', {})).status, 403)
  assert.equal((await page.users.me()).user.id, there.ann.id)
  const cookie = browser.cookies.get('tessera') as string
  assert.equal((await browser.post('/sign-out', { csrf })).status, 303)
  await refused(page.users.me(), 401, 'Unauthorized')
  browser.cookies.set('tessera', cookie)
  assert.equal((await browser.post('/session/token', {}, sessionHeader)).status, 401)
})

test('[SGN-5] pages run no script except our own for passkeys, cannot be framed and are not cached', async () => {
  const { url } = await world()
  for (const path of [
    '/sign-in',
    '/forgot-password',
    '/reset-password?token=x',
    '/invitation?token=x',
    '/api/authorize',
  ]) {
    const { headers } = await visitor(url).get(path)
    const policy = headers.get('content-security-policy') ?? ''
    const scripts = path === '/sign-in' ? "script-src 'self'; connect-src 'self'; " : ''
    const expected = `default-src 'none'; ${scripts}style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'`
    assert.ok(policy.startsWith(expected), policy)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.deepEqual(
      ['x-frame-options', 'x-content-type-options', 'cache-control', 'referrer-policy'].map(name => headers.get(name)),
      ['DENY', 'nosniff', 'no-store', 'same-origin'],
    )
  }
})

test('[SGN-11] [SGN-5] a token is issued only to our own pages', async () => {
  const there = await world()
  const browser = await signedInVisitor(there, there.ann)
  assert.equal((await browser.post('/session/token', {})).status, 403)
  const foreign = await browser.post('/session/token', {}, { ...sessionHeader, origin: 'https://evil.example.com' })
  assert.equal(foreign.status, 403)
  assert.equal(foreign.headers.get('access-control-allow-origin'), null)
  assert.equal((await visitor(there.url).post('/session/token', {}, sessionHeader)).status, 401)
  const { expires_at } = await (await browser.post('/session/token', {}, sessionHeader)).json()
  assert.ok(expires_at - Date.now() / 1000 <= 3600)
})

test('[SGN-2] changing the password ends every other session, locking a user ends all of them', async () => {
  const there = await world()
  const [one, other] = [await signedInVisitor(there, there.ann), await signedInVisitor(there, there.ann)]
  const { access_token: token } = await (await one.post('/session/token', {}, sessionHeader)).json()
  const page = connect({ url: there.url, token, retries: 0 })
  await page.users.update(there.ann.id, { current_password: password, new_password: 'another good one' })
  assert.equal((await one.post('/session/token', {}, sessionHeader)).status, 200)
  assert.equal((await other.post('/session/token', {}, sessionHeader)).status, 401)
  const root = await there.person('Root', { application_role_id: 1 })
  await root.users.lock(there.ann.id, { locked: true })
  assert.equal((await one.post('/session/token', {}, sessionHeader)).status, 401)
  await root.users.lock(there.ann.id, { locked: false })
  assert.equal((await one.post('/session/token', {}, sessionHeader)).status, 401, 'a lock ends sessions for good')
})

test('a page supports HEAD, names its methods, and refuses bodies that are too large', async () => {
  const { url } = await world()
  const head = await fetch(`${url}/sign-in`, { method: 'HEAD' })
  assert.deepEqual([head.status, await head.text()], [200, ''])
  const put = await fetch(`${url}/sign-in`, { method: 'PUT' })
  assert.deepEqual([put.status, put.headers.get('allow')], [405, 'GET, POST, HEAD'])
  const large = await visitor(url).post('/sign-in', { email: 'x'.repeat(100_000) })
  assert.ok([400, 413].includes(large.status), String(large.status))
  assert.match(large.headers.get('content-type') ?? '', /^text\/html/)
})

test('[SGN-7] many sign-ins at once do not block the API, and a refused one can be retried', async () => {
  const there = await worldWith({ trustedProxies: ['127.0.0.1'] })
  await setTestPassword(there, there.ann)
  const form = await (async () => {
    const browser = visitor(there.url)
    const { hidden } = readForm(await (await browser.get('/sign-in')).text())
    return { cookie: `tessera=${browser.cookies.get('tessera')}`, csrf: hidden.csrf as string }
  })()
  const guess = async (number: number) => {
    const headers = { cookie: form.cookie, 'x-forwarded-for': `203.0.${number}.1` }
    const fields = { csrf: form.csrf, email: `nobody${number}@example.com`, password: 'wrong password' }
    return (await visitor(there.url).post('/sign-in', fields, headers)).status
  }
  let ended = 0
  const storm = Array.from({ length: 160 }, async (_, number) => {
    const status = await guess(number)
    ended += 1
    return status
  })
  assert.equal((await there.bob.users.me()).user.id, there.bob.id)
  assert.ok(ended < 160, 'the API did not wait for the storm to pass')
  const statuses = await Promise.all(storm)
  assert.ok(
    statuses.every(status => [401, 503].includes(status)),
    JSON.stringify(statuses),
  )
  const counted = await there.dependencies.db.read.selectFrom('sign_in_failures').selectAll().execute()
  assert.equal(counted.length, statuses.filter(status => status === 401).length * 3)
})
