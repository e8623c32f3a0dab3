// Second factors: managed in a browser session with a recent sign-in, and asked for when signing in with a password.

import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { addPasskey, addTotp, codeOf, passkeyOptionsOn } from '../../testing/second-factors.ts'
import { ageSignIns, clientOf, sessionClient } from '../../testing/session-client.ts'
import { withPersonalToken } from '../../testing/token-holders.ts'
import { password, readForm, setTestPassword, visitor } from '../../testing/visitor.ts'
import { type Person, type World, world, worldWith } from '../../testing/world.ts'
import { createPasswordLink, createRecoveryLink } from '../mailed-links/mailed-links.ts'

let shared: Promise<World> | undefined
let addresses = 0

/**
 * Creates new people in one app that reads the addresses of browsers from a header: failures of one test do not affect
 * others.
 */
async function scene() {
  shared ??= worldWith({ trustedProxies: ['127.0.0.1'] })
  const made = await shared
  const [ann, bob] = [await made.person('Ann'), await made.person('Bob')]
  await setTestPassword(made, ann)
  return { ...made, ann, bob }
}

function newBrowser({ url }: World) {
  addresses += 1
  return visitor(url, { 'x-forwarded-for': `203.0.113.${addresses}` })
}

function newBrowserWith(made: World, cookie: string) {
  const browser = newBrowser(made)
  browser.cookies.set('tessera', cookie)
  return browser
}

async function passwordSignIn(made: World, { email }: Person, next = '/') {
  const browser = newBrowser(made)
  const response = await browser.fillIn(`/sign-in?next=${next}`, { email, password })
  assert.equal(response.status, 303, await response.text())
  return { browser, location: response.headers.get('location') }
}

const isSignedIn = async (browser: ReturnType<typeof visitor>) =>
  (await browser.get('/sign-in?next=/docs')).headers.get('location') === '/docs'

test('[SGN-21] [SGN-22] a password alone starts no session once an authenticator app is on; its code does, once', async () => {
  const made = await scene()
  const { secret } = await addTotp(await sessionClient(made, made.ann))
  const { browser, location } = await passwordSignIn(made, made.ann, '/developers')
  assert.equal(location, '/sign-in/second-factor')
  assert.equal(await isSignedIn(browser), false)
  const wrong = await browser.fillIn('/sign-in/second-factor', { code: '000000' })
  assert.equal(wrong.status, 401)
  assert.match(await wrong.text(), /This code is incorrect or was used before/)
  const code = codeOf(secret)
  const right = await browser.fillIn('/sign-in/second-factor', { code })
  assert.deepEqual([right.status, right.headers.get('location')], [303, '/developers'])
  assert.equal(await isSignedIn(browser), true)
  const again = await passwordSignIn(made, made.ann)
  assert.equal((await again.browser.fillIn('/sign-in/second-factor', { code })).status, 401)
})

test('[SGN-21] the second factor is asked of the browser that had the password, for 10 minutes, until the password changes', async () => {
  const made = await scene()
  const { secret } = await addTotp(await sessionClient(made, made.ann))
  const { browser } = await passwordSignIn(made, made.ann)
  const form = readForm(await (await browser.get('/sign-in/second-factor')).text())
  const stranger = newBrowser(made)
  await stranger.get('/sign-in')
  assert.equal((await stranger.get('/sign-in/second-factor')).headers.get('location'), '/sign-in?expired')
  await setTestPassword(made, made.ann, 'another password')
  const late = await browser.post('/sign-in/second-factor', { ...form.hidden, code: codeOf(secret) })
  assert.equal(late.headers.get('location'), '/sign-in?expired')
  await setTestPassword(made, made.ann)
  const { browser: slow } = await passwordSignIn(made, made.ann)
  await made.dependencies.db.write(tx =>
    tx.updateTable('sign_in_challenges').set({ expires_at: new Date().toISOString() }).execute(),
  )
  assert.equal((await slow.get('/sign-in/second-factor')).headers.get('location'), '/sign-in?expired')
  assert.equal(await isSignedIn(slow), false)
})

test('[SGN-21] [SGN-22] of two browsers that send the same code at once, one is signed in', async () => {
  const made = await scene()
  const { secret } = await addTotp(await sessionClient(made, made.ann))
  const browsers = [await passwordSignIn(made, made.ann), await passwordSignIn(made, made.ann)]
  const code = codeOf(secret)
  const responses = await Promise.all(browsers.map(({ browser }) => browser.fillIn('/sign-in/second-factor', { code })))
  assert.deepEqual(responses.map(one => one.status).sort(), [303, 401])
})

test('[SGN-21] a password that was reset by mail still needs the second factor', async () => {
  const made = await scene()
  await addTotp(await sessionClient(made, made.ann))
  const { db } = made.dependencies
  const link = await db.write(tx => createPasswordLink(tx, made.ann.id, new Date().toISOString()))
  const browser = newBrowser(made)
  await browser.fillIn(link, { password: 'floor of small tiles' })
  const response = await browser.fillIn('/sign-in', { email: made.ann.email, password: 'floor of small tiles' })
  assert.equal(response.headers.get('location'), '/sign-in/second-factor')
  assert.equal(await isSignedIn(browser), false)
})

test("[SGN-29] the operator's way back in removes the second factors", async () => {
  const made = await scene()
  const client = await sessionClient(made, made.ann)
  await addTotp(client)
  await addPasskey(made, client)
  const { db } = made.dependencies
  const link = await db.write(tx => createRecoveryLink(tx, made.ann.id, new Date().toISOString()))
  const browser = newBrowser(made)
  await browser.fillIn(link, { password: 'floor of small tiles' })
  assert.equal(await isSignedIn(browser), true)
  const { second_factors } = await (await clientOf(made, browser)).secondFactors.get()
  const { totp_enabled_at, passkeys, recovery_codes_left } = second_factors
  assert.deepEqual([totp_enabled_at, passkeys, recovery_codes_left], [null, [], 0])
})

test('[SGN-21] after 5 wrong codes the account is refused for a while, also with the right code', async () => {
  const made = await scene()
  const { secret } = await addTotp(await sessionClient(made, made.ann))
  const guess = async (code: string) => {
    const browser = newBrowser(made)
    await browser.fillIn('/sign-in', { email: made.ann.email, password })
    return (await browser.fillIn('/sign-in/second-factor', { code })).status
  }
  const statuses: number[] = []
  for (let round = 0; round < 5; round++) statuses.push(await guess('000000'))
  assert.deepEqual(statuses, [401, 401, 401, 401, 401])
  assert.equal(await guess(codeOf(secret)), 429)
})

test('[SGN-23] ten recovery codes sign in, each once, until they are renewed', async () => {
  const made = await scene()
  const client = await sessionClient(made, made.ann)
  const { recovery_codes } = await addTotp(client)
  assert.equal(new Set(recovery_codes).size, 10)
  const rows = await made.dependencies.db.read
    .selectFrom('recovery_codes')
    .selectAll()
    .where('user_id', '=', made.ann.id)
    .execute()
  for (const code of recovery_codes) assert.ok(!JSON.stringify(rows).includes(code.replaceAll('-', '')))
  const [first = '', second = ''] = recovery_codes
  const use = async (code: string) => {
    const { browser } = await passwordSignIn(made, made.ann)
    return (await browser.fillIn('/sign-in/second-factor', { code })).status
  }
  assert.equal(await use(first.toUpperCase().replaceAll('-', ' ')), 303)
  assert.equal(await use(first), 401)
  assert.equal((await client.secondFactors.get()).second_factors.recovery_codes_left, 9)
  const renewed = await client.secondFactors.renewRecoveryCodes()
  assert.equal(await use(second), 401)
  assert.equal(await use(renewed.recovery_codes[0] as string), 303)
})

test('[SGN-22] an authenticator app is on only after its first code, and can be turned off again', async () => {
  const made = await scene()
  const client = await sessionClient(made, made.ann)
  const { totp } = await client.secondFactors.startTotp()
  assert.match(totp.qr_code, /^<svg /)
  assert.equal((await client.secondFactors.get()).second_factors.totp_enabled_at, null)
  await refused(client.secondFactors.enableTotp({ code: '000000' }), 400, 'BadRequest', 'code')
  await client.secondFactors.enableTotp({ code: codeOf(totp.secret) })
  assert.ok((await client.secondFactors.get()).second_factors.totp_enabled_at)
  await refused(client.secondFactors.startTotp(), 400, 'BadRequest')
  await client.secondFactors.disableTotp()
  const { totp_enabled_at, recovery_codes_left } = (await client.secondFactors.get()).second_factors
  assert.deepEqual([totp_enabled_at, recovery_codes_left], [null, 0])
  await refused(client.secondFactors.disableTotp(), 404, 'ResourceNotFound')
})

test('[SGN-22] [STO-13] with SECRET_KEY the secret of an authenticator app is stored encrypted', async () => {
  const made = await worldWith({ secretKey: 'a key that is long enough to be one' })
  await setTestPassword(made, made.ann)
  const { secret } = await addTotp(await sessionClient(made, made.ann))
  const { db } = made.dependencies
  const row = await db.read.selectFrom('users').select('totp_secret').where('id', '=', made.ann.id).executeTakeFirst()
  assert.match(row?.totp_secret ?? '', /^sealed:/)
  const { browser } = await passwordSignIn(made, made.ann)
  assert.equal((await browser.fillIn('/sign-in/second-factor', { code: codeOf(secret) })).status, 303)
})

test('[SGN-24] passkeys are added, renamed and removed by their user, and the first brings recovery codes', async () => {
  const made = await scene()
  const client = await sessionClient(made, made.ann)
  const { passkey, recovery_codes } = await addPasskey(made, client)
  assert.equal(recovery_codes.length, 10)
  const other = await addPasskey(made, client, 'Key')
  assert.deepEqual(other.recovery_codes, [])
  await client.passkeys.update(passkey.id, { name: 'Desk' })
  const bob = await sessionClient(made, made.bob)
  await refused(bob.passkeys.update(passkey.id, { name: 'Mine' }), 404, 'ResourceNotFound')
  await refused(bob.passkeys.delete(passkey.id), 404, 'ResourceNotFound')
  const names = async () => (await client.secondFactors.get()).second_factors.passkeys.map(one => one.name)
  assert.deepEqual((await names()).sort(), ['Desk', 'Key'])
  await client.passkeys.delete(passkey.id)
  assert.deepEqual(await names(), ['Key'])
})

test('[SGN-24] a passkey is added only for the challenge of its session, and only once', async () => {
  const made = await scene()
  const [client, bob] = [await sessionClient(made, made.ann), await sessionClient(made, made.bob)]
  const { passkey } = await addPasskey(made, client)
  const { options } = await client.passkeys.prepare()
  const response = passkey.register(options as never)
  await refused(bob.passkeys.create({ name: 'Stolen', ...response }), 400, 'BadRequest')
  await refused(client.passkeys.create({ name: 'Again', ...response }), 400, 'BadRequest')
  const { options: next } = await client.passkeys.prepare()
  const wrong = passkey.register({ challenge: 'AAAA' })
  await refused(client.passkeys.create({ name: 'Wrong', ...wrong }), 400, 'BadRequest')
  await refused(client.passkeys.create({ name: 'Used', ...passkey.register(next as never) }), 400, 'BadRequest')
})

test('[SGN-25] a passkey signs in alone, once per challenge, and counts as both factors', async () => {
  const made = await scene()
  const { passkey } = await addPasskey(made, await sessionClient(made, made.ann))
  const browser = newBrowser(made)
  const page = await (await browser.get('/sign-in?next=/developers')).text()
  const { hidden } = readForm(page)
  const options = passkeyOptionsOn(page)
  assert.equal(options.userVerification, 'required')
  const fields = { ...hidden, passkey: passkey.use(options) }
  const planted = newBrowser(made)
  await planted.get('/sign-in')
  const other = readForm(await (await planted.get('/sign-in')).text())
  assert.equal((await planted.post('/sign-in/passkey', { ...other.hidden, passkey: fields.passkey })).status, 401)
  const cookie = browser.cookies.get('tessera') as string
  const response = await browser.post('/sign-in/passkey', fields)
  assert.deepEqual([response.status, response.headers.get('location')], [303, '/developers'])
  assert.equal(await isSignedIn(browser), true)
  const replay = newBrowser(made)
  replay.cookies.set('tessera', cookie)
  assert.equal((await replay.post('/sign-in/passkey', fields)).status, 401)
  const [used] = (await (await clientOf(made, browser)).secondFactors.get()).second_factors.passkeys
  assert.ok(used?.last_used_at)
})

test('[SGN-30] a browser cannot make up a challenge, and each page has another one', async () => {
  const made = await scene()
  const { passkey } = await addPasskey(made, await sessionClient(made, made.ann))
  const browser = newBrowser(made)
  const page = await (await browser.get('/sign-in')).text()
  const { hidden } = readForm(page)
  const given = Buffer.from(passkeyOptionsOn(page).challenge, 'base64url')
  const again = passkeyOptionsOn(await (await browser.get('/sign-in')).text())
  assert.notEqual(again.challenge, given.toString('base64url'))
  // All that the browser knows: its cookie, and what is derived from it.
  const cookie = browser.cookies.get('tessera') as string
  const hmac = (key: string | Buffer, data: string | Buffer) => createHmac('sha256', key).update(data)
  const known = hmac(cookie, 'browser').digest('base64url')
  for (const key of ['', cookie, known, hidden.csrf as string])
    for (const ahead of [0, 60_000, 3_600_000]) {
      const time = Buffer.alloc(8)
      time.writeBigUInt64BE(BigInt(Date.now() + ahead))
      const random = randomBytes(16)
      for (const challenge of [
        Buffer.concat([time, hmac(key, time).digest()]),
        Buffer.concat([time, random, hmac(key, Buffer.concat([time, random])).digest()]),
        Buffer.concat([time, given.subarray(8)]),
        Buffer.concat([given, given]),
      ]) {
        const proof = passkey.use({ challenge: challenge.toString('base64url') })
        const { status } = await newBrowserWith(made, cookie).post('/sign-in/passkey', { ...hidden, passkey: proof })
        assert.equal(status, 401, challenge.toString('hex'))
      }
    }
  const right = passkey.use({ challenge: given.toString('base64url') })
  assert.equal((await browser.post('/sign-in/passkey', { ...hidden, passkey: right })).status, 303)
})

test('[SGN-30] a page that stays open gets another challenge, for its browser alone', async () => {
  const made = await scene()
  const { passkey } = await addPasskey(made, await sessionClient(made, made.ann))
  const browser = newBrowser(made)
  const { hidden } = readForm(await (await browser.get('/sign-in')).text())
  const { challenge } = await (await browser.get('/sign-in/passkey/challenge')).json()
  const other = newBrowser(made)
  const { hidden: theirs } = readForm(await (await other.get('/sign-in')).text())
  const stolen = { ...theirs, passkey: passkey.use({ challenge }) }
  assert.equal((await other.post('/sign-in/passkey', stolen)).status, 401)
  const own = { ...hidden, passkey: passkey.use({ challenge }) }
  const statuses = await Promise.all([1, 2].map(async () => (await browser.post('/sign-in/passkey', own)).status))
  assert.deepEqual(statuses.toSorted(), [303, 401])
})

test('[SGN-25] a passkey that does not verify its user, or of another site, does not sign in alone', async () => {
  const made = await scene()
  const { passkey } = await addPasskey(made, await sessionClient(made, made.ann))
  for (const more of [{ isUserVerified: false }, { origin: 'https://example.net' }]) {
    const browser = newBrowser(made)
    const page = await (await browser.get('/sign-in')).text()
    const { hidden } = readForm(page)
    const response = await browser.post('/sign-in/passkey', {
      ...hidden,
      passkey: passkey.use(passkeyOptionsOn(page), more),
    })
    assert.equal(response.status, 401)
    assert.equal(await isSignedIn(browser), false)
  }
})

test('[SGN-24] a passkey is a second factor after the password, also without user verification', async () => {
  const made = await scene()
  const { passkey } = await addPasskey(made, await sessionClient(made, made.ann))
  const { passkey: foreign } = await addPasskey(made, await sessionClient(made, made.bob))
  const { browser, location } = await passwordSignIn(made, made.ann)
  assert.equal(location, '/sign-in/second-factor')
  const attempt = async (one: typeof passkey) => {
    const page = await (await browser.get('/sign-in/second-factor')).text()
    const { hidden } = readForm(page)
    const proof = one.use(passkeyOptionsOn(page), { isUserVerified: false })
    return (await browser.post('/sign-in/second-factor', { ...hidden, passkey: proof })).status
  }
  assert.equal(await attempt(foreign), 401)
  assert.equal(await attempt(passkey), 303)
  assert.equal(await isSignedIn(browser), true)
})

test('[SGN-26] a change of second factors needs a session and a recent sign-in', async () => {
  const made = await scene()
  const client = await sessionClient(made, made.ann)
  const { passkey } = await addPasskey(made, client)
  const calls = (who: typeof client | Person) => [
    () => who.secondFactors.startTotp(),
    () => who.secondFactors.enableTotp({ code: '123456' }),
    () => who.secondFactors.disableTotp(),
    () => who.secondFactors.renewRecoveryCodes(),
    () => who.passkeys.prepare(),
    () => who.passkeys.update(passkey.id, { name: 'Other' }),
    () => who.passkeys.delete(passkey.id),
  ]
  const script = await withPersonalToken(made, made.ann)
  for (const call of calls(script)) await refused(call(), 403, 'ForbiddenError')
  await ageSignIns(made, made.ann, 11)
  for (const call of calls(client)) await refused(call(), 403, 'ForbiddenError', 'reauthenticate')
  assert.equal((await client.secondFactors.get()).second_factors.passkeys.length, 1)
})

test('[SGN-29] changes of second factors are mailed and audited', async () => {
  const made = await world()
  const client = await sessionClient(made, made.bob)
  await addTotp(client)
  const { passkey } = await addPasskey(made, client)
  await client.secondFactors.renewRecoveryCodes()
  await client.passkeys.delete(passkey.id)
  await client.secondFactors.disableTotp()
  const subjects: string[] = []
  while (subjects.length < 5) subjects.push((await made.mail.mailTo(made.bob.email)).subject)
  assert.deepEqual(subjects.sort(), [
    'A passkey was added to your account',
    'A passkey was removed from your account',
    'An authenticator app was added to your account',
    'The authenticator app was removed from your account',
    'Your recovery codes were replaced',
  ])
  const { audit_entries } = await made.ann.organizations.listAudit(made.organization)
  const changes = audit_entries.filter(one => one.action.startsWith('USER_SECOND'))
  assert.deepEqual(
    changes.map(one => [one.action, one.actor?.id, one.changes[0]?.before ?? one.changes[0]?.after]),
    [
      ['USER_SECOND_FACTOR_REMOVED', made.bob.id, 'totp'],
      ['USER_SECOND_FACTOR_REMOVED', made.bob.id, 'passkey'],
      ['USER_SECOND_FACTOR_ADDED', made.bob.id, 'passkey'],
      ['USER_SECOND_FACTOR_ADDED', made.bob.id, 'totp'],
    ],
  )
})
