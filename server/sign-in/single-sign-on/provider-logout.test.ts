// Signing out at the provider and here: each ends the other.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { client, type IdentityProvider, startIdentityProvider } from '../../testing/identity-provider.ts'
import { until } from '../../testing/until.ts'
import { type Visitor, visitor } from '../../testing/visitor.ts'
import { type Person, type World, worldWith } from '../../testing/world.ts'

let provider: IdentityProvider
let there: World

async function open(): Promise<void> {
  provider = await startIdentityProvider()
  const oidc = { issuer: provider.issuer, ...client, name: 'Corp', domains: [], canSignUp: false, roleClaim: undefined }
  there = await worldWith({ oidc, secretKey: 'a key that is long enough to be one' })
  provider.register({ publicUrl: there.dependencies.config.publicUrl, serverUrl: there.url })
}

/** Opened by the first test: files that share a process must do nothing while they are loaded. */
const testSignOn = (title: string, run: () => Promise<void>) =>
  test(title, async () => {
    opened ??= open()
    await opened
    await run()
  })
let opened: Promise<void> | undefined

interface SignedIn {
  readonly browser: Visitor
  readonly atProvider: Visitor
  readonly token: string
  readonly csrf: string
}

async function signIn(person: Person, atProvider = provider.browser()): Promise<SignedIn> {
  provider.account = { sub: `subject of ${person.id}`, email: person.email, email_verified: true }
  const browser = visitor(there.url)
  const start = await browser.get('/sign-in/oidc')
  const back = await provider.follow(atProvider, start.headers.get('location') as string)
  assert.equal((await browser.get(back.pathname + back.search)).status, 303)
  const { access_token, csrf } = await (await browser.post('/session/token', {}, { 'x-tessera-session': '1' })).json()
  return { browser, atProvider, token: access_token, csrf }
}

const isAccepted = async (token: string) =>
  (await fetch(`${there.url}/api/session/user`, { headers: { authorization: `Bearer ${token}` } })).status === 200

testSignOn(
  '[SSO-7] [STO-13] signing out here leads to the provider, where the session ends too, and back',
  async () => {
    const { browser, atProvider, token, csrf } = await signIn(there.bob)
    const { identity_token } = await there.dependencies.db.read
      .selectFrom('sessions')
      .select('identity_token')
      .where('user_id', '=', there.bob.id)
      .where('identity_issuer', 'is not', null)
      .executeTakeFirstOrThrow()
    assert.match(identity_token ?? '', /^sealed:1:/)
    const response = await browser.post('/sign-out', { csrf })
    assert.equal(response.status, 200)
    assert.equal(await isAccepted(token), false)
    const url = new URL((response.headers.get('refresh') as string).replace('0; url=', ''))
    assert.match(url.searchParams.get('id_token_hint') ?? '', /^ey[\w-]+\.[\w-]+\.[\w-]+$/)
    const { publicUrl } = there.dependencies.config
    assert.equal(url.searchParams.get('post_logout_redirect_uri'), `${publicUrl}/sign-in?signed-out`)
    assert.ok((await response.text()).includes(url.href.replaceAll('&', '&amp;')))
    const back = await provider.signOut(atProvider, url.href)
    assert.equal(back.href.split('&state')[0], `${publicUrl}/sign-in?signed-out`)
  },
)

testSignOn('[SSO-7] a user who signed in with a password is not sent to the provider', async () => {
  const { browser, csrf } = await signIn(there.ann)
  await there.dependencies.db.write(tx =>
    tx.updateTable('sessions').set({ identity_token: null }).where('user_id', '=', there.ann.id).execute(),
  )
  const response = await browser.post('/sign-out', { csrf })
  assert.deepEqual([response.status, response.headers.get('location')], [303, '/sign-in?signed-out'])
})

testSignOn(
  '[SSO-8] signing out at the provider ends the session and its tokens here, and no other session',
  async () => {
    const first = await signIn(there.vic)
    const second = await signIn(there.vic)
    const personal = (await there.vic.tokens.create({ name: 'script' })).token.access_token as string
    const id_token_hint = await idTokenOf(first.token)
    const post_logout_redirect_uri = `${there.dependencies.config.publicUrl}/sign-in?signed-out`
    const parameters = new URLSearchParams({ id_token_hint, post_logout_redirect_uri })
    await provider.signOut(first.atProvider, `${provider.issuer}/session/end?${parameters}`)
    await until(async () => !(await isAccepted(first.token)))
    assert.equal((await first.browser.post('/session/token', {}, { 'x-tessera-session': '1' })).status, 401)
    assert.deepEqual([await isAccepted(second.token), await isAccepted(personal)], [true, true])
  },
)

testSignOn(
  '[SSO-8] a logout token must be signed by the provider, for this server, fresh, used once and a logout token',
  async () => {
    const { token } = await signIn(there.eve)
    const iat = Math.floor(Date.now() / 1000)
    const right = {
      iss: provider.issuer,
      aud: client.clientId,
      iat,
      exp: iat + 120,
      jti: 'one',
      sub: `subject of ${there.eve.id}`,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    }
    const send = async (logout_token: string) =>
      (await visitor(there.url).post('/sign-in/oidc/logout', { logout_token })).status
    const { sub, ...nobody } = right
    const { jti, ...withoutId } = right
    const wrong = [
      { ...right, iss: 'https://other.example.com' },
      { ...right, aud: 'another client' },
      { ...right, nonce: 'n' },
      { ...right, events: {} },
      { ...right, iat: iat - 600, exp: iat + 600 },
      { ...right, iat: iat + 600, exp: iat + 900 },
      nobody,
      withoutId,
    ]
    for (const payload of wrong) assert.equal(await send(await provider.sign(payload)), 400, JSON.stringify(payload))
    const stranger = await startIdentityProvider()
    for (const text of [await stranger.sign(right), '', 'x.y.z', unsigned(right)]) assert.equal(await send(text), 400)
    assert.equal(await isAccepted(token), true)

    const valid = await provider.sign(right)
    assert.equal(await send(valid), 200)
    assert.equal(await isAccepted(token), false)
    const { token: later } = await signIn(there.eve)
    assert.equal(await send(valid), 400)
    assert.equal(await isAccepted(later), true)
  },
)

const unsigned = (payload: object) =>
  `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.`

async function idTokenOf(accessToken: string): Promise<string> {
  const { grant_id } = await there.dependencies.tokens.verifyAccessToken(accessToken)
  const { identity_token } = await there.dependencies.db.read
    .selectFrom('sessions')
    .select('identity_token')
    .where('grant_id', '=', grant_id)
    .executeTakeFirstOrThrow()
  return there.dependencies.sealedSecrets.open(identity_token as string, 'identity-token')
}
