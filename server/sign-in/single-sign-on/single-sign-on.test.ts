// Tests signing in at a real OpenID Connect provider: which users are accepted, with which account and role.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { providerLimit } from '../../accounts/attempts/attempts.ts'
import type { OidcConfig } from '../../platform/config/config.ts'
import { stateOf } from '../../testing/database-state.ts'
import {
  client,
  type IdentityProvider,
  type ProviderAccount,
  skewedBy,
  startIdentityProvider,
} from '../../testing/identity-provider.ts'
import { clientOf } from '../../testing/session-client.ts'
import { setTestPassword, signedInVisitor, type Visitor, visitor } from '../../testing/visitor.ts'
import { type Person, type World, worldWith } from '../../testing/world.ts'

let provider: IdentityProvider
let there: World

const settings = (more: Partial<OidcConfig> = {}): OidcConfig => ({
  issuer: provider.issuer,
  ...client,
  name: 'Corp',
  domains: [],
  canSignUp: false,
  roleClaim: 'roles',
  ...more,
})

async function openWorld(more: Partial<OidcConfig> = {}) {
  const made = await worldWith({ oidc: settings(more) })
  provider.register({ publicUrl: made.dependencies.config.publicUrl, serverUrl: made.url })
  return made
}

async function open(): Promise<void> {
  provider = await startIdentityProvider()
  there = await openWorld()
}

/** Opened by the first test: files that share a process must do nothing while they are loaded. */
const testSignOn = (title: string, run: () => Promise<void>) =>
  test(title, async () => {
    opened ??= open()
    await opened
    await run()
  })
let opened: Promise<void> | undefined

let counter = 0
const accountOf = ({ email }: { email: string }, more: Record<string, unknown> = {}): ProviderAccount => {
  counter += 1
  return { sub: `subject-${counter}`, email, email_verified: true, ...more }
}

/** The response of our callback. */
async function signIn(
  account: ProviderAccount,
  {
    at = there,
    browser = visitor(at.url),
    path = '/sign-in/oidc',
  }: { at?: World; browser?: Visitor; path?: string } = {},
): Promise<Response> {
  provider.account = account
  const start = await browser.get(path)
  assert.equal(start.status, 303, await start.text())
  const back = await provider.follow(provider.browser(), start.headers.get('location') as string)
  return await browser.get(back.pathname + back.search)
}

/** Otherwise a user who is in no organization counts as unknown. */
const hasSignedInBefore = ({ email }: ProviderAccount) =>
  there.dependencies.db.write(tx =>
    tx
      .updateTable('users')
      .set({ last_login_at: '2026-01-01T00:00:00.000Z' })
      .where('email', '=', email as string)
      .execute(),
  )

async function userOf(browser: Visitor): Promise<number | null> {
  const response = await browser.post('/session/token', {}, { 'x-tessera-session': '1' })
  return response.status === 200 ? (await response.json()).user.id : null
}

const identities = ({ dependencies }: World, user_id: number) =>
  dependencies.db.read.selectFrom('external_identities').selectAll().where('user_id', '=', user_id).execute()

const roleOf = async (person: Person, at = there) => {
  const { organizations } = await person.users.listOrganizations('me')
  return organizations.find(({ id }) => id === at.organization)?.organization_role.name
}

testSignOn(
  '[SSO-1] [SSO-2] an account with the verified address is linked at the first sign-in, told by mail, and found by subject from then on',
  async () => {
    await setTestPassword(there, there.bob)
    const account = accountOf({ email: there.bob.email.toUpperCase() })
    const browser = visitor(there.url)
    const response = await signIn(account, { browser, path: '/sign-in/oidc?next=/docs' })
    assert.deepEqual([response.status, response.headers.get('location')], [303, '/docs'])
    assert.equal(await userOf(browser), there.bob.id)
    const [identity, ...more] = await identities(there, there.bob.id)
    assert.deepEqual([identity?.issuer, identity?.subject, more.length], [provider.issuer, account.sub, 0])
    await there.mail.mailTo(there.bob.email, /sign in with Corp/)
    const { audit_entries } = await there.ann.organizations.listAudit(there.organization)
    const linked = audit_entries.find(({ action }) => action === 'IDENTITY_LINKED')
    assert.deepEqual([linked?.subject.id, linked?.actor?.id], [String(there.bob.id), there.bob.id])

    const again = visitor(there.url)
    assert.equal((await signIn({ ...account, email: 'married@example.com' }, { browser: again })).status, 303)
    assert.equal(await userOf(again), there.bob.id)
  },
)

testSignOn('[SSO-2] another person who later gets the address at the provider does not get the account', async () => {
  const zoe = await there.person('Zoe')
  await setTestPassword(there, zoe)
  assert.equal((await signIn(accountOf(zoe))).status, 303)
  const response = await signIn(accountOf(zoe))
  assert.equal(response.status, 403)
  assert.match(await response.text(), /another identity at Corp/)
  assert.equal((await identities(there, zoe.id)).length, 1)
})

testSignOn('[SSO-2] an account with a second factor is linked only in a browser that is signed in to it', async () => {
  const tom = await there.person('Tom')
  const browser = await signedInVisitor(there, tom)
  await there.dependencies.db.write(tx =>
    tx
      .updateTable('users')
      .set({ totp_secret: 'JBSWY3DPEHPK3PXP', totp_enabled_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', tom.id)
      .execute(),
  )
  const account = accountOf(tom)
  const refused = await signIn(account)
  assert.equal(refused.status, 403)
  assert.match(await refused.text(), /has a second factor.*href="\/sign-in\?next=\/sign-in\/oidc"/s)
  assert.deepEqual(await identities(there, tom.id), [])
  assert.equal((await signIn(account, { browser })).status, 303)
  assert.equal((await identities(there, tom.id)).length, 1)
})

testSignOn('[SSO-2] an unverified address is refused, even if there is an account for it', async () => {
  const before = await stateOf(there.dependencies.db)
  for (const email_verified of [false, undefined, 'no', 1]) {
    const browser = visitor(there.url)
    const response = await signIn(accountOf(there.vic, { email_verified }), { browser })
    assert.equal(response.status, 403)
    assert.match(await response.text(), /has not verified your email address/)
    assert.equal(await userOf(browser), null)
  }
  assert.deepEqual(await stateOf(there.dependencies.db), before)
  assert.deepEqual(await identities(there, there.vic.id), [])
})

testSignOn(
  '[SSO-11] a refused sign-in is logged with the reason and who it was, without addresses and tokens',
  async () => {
    const at = await openWorld()
    const logged: unknown[][] = []
    at.app.http.serverLog.warn = (...line: unknown[]) => void logged.push(line)
    const account = accountOf(at.vic, { email_verified: false })
    assert.equal((await signIn(account, { at })).status, 403)
    assert.equal((await signIn(accountOf({ email: 'nobody@example.com' }), { at })).status, 403)
    const line = (reason: string, subject: unknown) => [
      { reason, issuer: provider.issuer, subject },
      'refused a single sign-on; the user is not signed in',
    ]
    assert.deepEqual(logged, [
      line('the provider does not name a verified email address', account.sub),
      line('nobody has invited this person, and OIDC_SIGN_UP is not 1', provider.account?.sub),
    ])
  },
)

testSignOn(
  '[SSO-3] without sign-up, people without an account are refused; with it they get one in the first organization',
  async () => {
    const email = 'nina@example.com'
    const claims = { given_name: 'Nina', family_name: 'Novak' }
    const refused = await signIn(accountOf({ email }, claims))
    assert.equal(refused.status, 403)
    assert.match(await refused.text(), /no account for this address/)

    const open = await openWorld({ canSignUp: true, domains: ['example.com'] })
    try {
      const browser = visitor(open.url)
      assert.equal((await signIn(accountOf({ email }, claims), { at: open, browser })).status, 303)
      assert.ok(await userOf(browser))
      const { organization_users: users } = await open.ann.organizations.listMembers(open.organization)
      const nina = users.find(user => user.email === email)
      assert.deepEqual([nina?.first_name, nina?.last_name, nina?.organization_role.name], ['Nina', 'Novak', 'User'])
      const twice = accountOf({ email: 'otto@example.com' })
      const replies = await Promise.all([signIn(twice, { at: open }), signIn(twice, { at: open })])
      assert.deepEqual(
        replies.map(({ status }) => status),
        [303, 303],
      )
      for (const foreign of ['mallory@evil.com', 'mallory@sub.example.com', 'mallory@notexample.com']) {
        const response = await signIn(accountOf({ email: foreign }), { at: open })
        assert.equal(response.status, 403, foreign)
        assert.match(await response.text(), /Addresses of this domain/)
      }
    } finally {
      provider.register({ publicUrl: there.dependencies.config.publicUrl, serverUrl: there.url })
    }
  },
)

testSignOn('[SSO-3] an invited person who signs in with the invited address has accepted the invitation', async () => {
  const email = 'ines@example.com'
  await there.ann.organizations.addMember(there.organization, { email })
  const browser = visitor(there.url)
  assert.equal((await signIn(accountOf({ email }, { name: 'Ines de la Cruz' }), { browser })).status, 303)
  const id = await userOf(browser)
  const { organization_users: users } = await there.ann.organizations.listMembers(there.organization)
  const ines = users.find(user => user.id === id)
  assert.deepEqual([ines?.invited_state, ines?.first_name, ines?.last_name], ['ACCEPTED', 'Ines', 'de la Cruz'])
})

testSignOn(
  '[SSO-4] the role claim sets the role at each sign-in, the highest of several, and never touches the Owner',
  async () => {
    const account = accountOf(there.vic)
    for (const [roles, name] of [
      [['everyone', 'Admin', 'guest'], 'Admin'],
      ['guest', 'Guest'],
      [['owner', 'everyone'], 'Guest'],
      [undefined, 'Guest'],
      ['user', 'User'],
    ] as const) {
      assert.equal((await signIn({ ...account, roles })).status, 303)
      assert.equal(await roleOf(there.vic), name)
    }
    assert.equal((await signIn(accountOf(there.ann, { roles: 'guest' }))).status, 303)
    assert.equal(await roleOf(there.ann), 'Owner')
  },
)

testSignOn('[SSO-2] a locked person is refused, whether linked or not', async () => {
  const lou = await there.person('Lou')
  const account = accountOf(lou)
  const support = await there.person('Sue', { application_role_id: 2 })
  for (const isLinked of [false, true]) {
    if (isLinked) {
      await support.users.lock(lou.id, { locked: false })
      await hasSignedInBefore(account)
      assert.equal((await signIn(account)).status, 303)
    }
    await support.users.lock(lou.id, { locked: true })
    const browser = visitor(there.url)
    const response = await signIn(account, { browser })
    assert.equal(response.status, 403)
    assert.match(await response.text(), /account is locked/)
    assert.equal(await userOf(browser), null)
  }
})

testSignOn(
  '[SSO-5] the way back works once, in the browser that went, and with what the provider was sent',
  async () => {
    const account = accountOf(there.eve)
    provider.account = account
    await setTestPassword(there, there.eve)
    const begin = async (browser: Visitor) => {
      const location = new URL((await browser.get('/sign-in/oidc')).headers.get('location') as string)
      for (const name of ['state', 'nonce', 'code_challenge']) assert.ok(location.searchParams.get(name), name)
      assert.equal(location.searchParams.get('code_challenge_method'), 'S256')
      const back = await provider.follow(provider.browser(), location.href)
      return back.pathname + back.search
    }
    const [browser, other] = [visitor(there.url), visitor(there.url)]
    const [path, othersPath] = [await begin(browser), await begin(other)]
    for (const [by, to] of [
      [visitor(there.url), path],
      [other, path],
      [browser, othersPath],
    ] as const) {
      const response = await by.get(to)
      assert.equal(response.status, 400)
      assert.match(await response.text(), /href="\/sign-in\/oidc"/)
    }
    const fresh = await begin(browser)
    assert.equal((await browser.get(fresh)).status, 303)
    assert.equal((await browser.get(fresh)).status, 400)
    assert.equal(await userOf(other), null)

    const denied = await begin(other)
    const state = new URLSearchParams(denied.slice(denied.indexOf('?'))).get('state')
    const response = await other.get(`/sign-in/oidc/callback?error=access_denied&state=${state}`)
    assert.equal(response.status, 400)
    assert.match(await response.text(), /did not confirm the sign-in/)
  },
)

testSignOn('[SSO-6] a clock that differs by a minute is accepted, one that differs by more is not', async () => {
  const account = accountOf(await there.person('Tic'))
  await hasSignedInBefore(account)
  try {
    for (const [skew, status] of [
      [45, 303],
      [600, 400],
      [-3_645, 303],
      [-4_200, 400],
    ] as const) {
      provider.changeClaims = skewedBy(skew)
      assert.equal((await signIn(account)).status, status, `${skew} seconds`)
    }
  } finally {
    provider.changeClaims = null
  }
})

testSignOn('[SSO-5] a sign-in is as recent as it was at the provider, which can be asked for a new one', async () => {
  const browser = visitor(there.url)
  const account = accountOf(await there.person('Ray'))
  await hasSignedInBefore(account)
  try {
    provider.changeClaims = skewedBy(-3_000)
    assert.equal((await signIn(account, { browser })).status, 303)
    const { authenticated_at } = await there.dependencies.db.read
      .selectFrom('sessions')
      .select('authenticated_at')
      .where('identity_subject', '=', account.sub)
      .executeTakeFirstOrThrow()
    assert.ok(Date.parse(authenticated_at) < Date.now() - 2_900_000, authenticated_at)
    assert.equal((await signIn(account, { browser, path: '/sign-in/oidc?again' })).status, 400)
    provider.changeClaims = null
    assert.equal((await signIn(account, { browser, path: '/sign-in/oidc?again' })).status, 303)
  } finally {
    provider.changeClaims = null
  }
})

testSignOn('[SSO-12] an address counts only with what the same source says about it', async () => {
  const bo = await there.person('Bo')
  await setTestPassword(there, bo)
  const foreign = accountOf({ email: 'attacker@example.com' }, { auth_time: 1 })
  try {
    // The ID token names an address without a word about it, and userinfo verifies another one, or the other way round.
    for (const claims of [{ email: bo.email }, { email: bo.email, email_verified: undefined }, { email: null }]) {
      provider.changeClaims = given => ({ ...given, ...claims })
      assert.equal((await signIn(foreign)).status, 403, JSON.stringify(claims))
    }
    provider.changeClaims = given => ({ ...given, email_verified: true, xms_edov: true })
    assert.equal((await signIn({ ...accountOf(bo), email_verified: false })).status, 403)
    assert.equal((await signIn({ sub: 'without', email: bo.email })).status, 403)
    assert.deepEqual(await identities(there, bo.id), [])
    provider.changeClaims = given => ({ ...given, email: bo.email, email_verified: true })
    assert.equal((await signIn({ ...foreign, email_verified: false })).status, 303)
    assert.equal((await identities(there, bo.id)).length, 1)
  } finally {
    provider.changeClaims = null
  }
})

testSignOn(
  '[SSO-12] without a time of the sign-in in the ID token, only one that was asked for is recent',
  async () => {
    const account = accountOf(await there.person('Ron'))
    await hasSignedInBefore(account)
    const isRecent = async (more: Record<string, unknown>, path = '/sign-in/oidc') => {
      const browser = visitor(there.url)
      const { status } = await signIn({ ...account, ...more }, { browser, path })
      if (status !== 303) return status
      const client = await clientOf(there, browser)
      return await client.sessions.deleteOthers().then(
        () => true,
        () => false,
      )
    }
    try {
      provider.changeClaims = ({ auth_time: _, ...given }) => given
      // Userinfo is not about this sign-in.
      for (const auth_time of [undefined, 'yesterday', Math.floor(Date.now() / 1000), [], null])
        assert.equal(await isRecent({ auth_time }), false, String(auth_time))
      assert.equal(await isRecent({}, '/sign-in/oidc?again'), true)
      for (const auth_time of ['now', '1', null, [], -1, Number.MAX_VALUE, Date.now() / 1000 + 600]) {
        provider.changeClaims = given => ({ ...given, auth_time })
        for (const path of ['/sign-in/oidc', '/sign-in/oidc?again'])
          assert.equal(await isRecent({}, path), 400, `${auth_time} ${path}`)
      }
    } finally {
      provider.changeClaims = null
    }
  },
)

testSignOn(
  '[SSO-6] while the provider is away there is a page with a way to try again, and it works once it is back',
  async () => {
    const at = await openWorld()
    try {
      provider.isAway = true
      const browser = visitor(at.url)
      const response = await browser.get('/sign-in/oidc?next=/docs')
      const page = await response.text()
      assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '10'])
      assert.match(page, /Corp can’t be reached/)
      assert.match(page, /href="\/sign-in\/oidc\?next=%2Fdocs"/)
      provider.isAway = false
      assert.equal((await signIn(accountOf(at.bob), { at, browser, path: '/sign-in/oidc?next=/docs' })).status, 303)
    } finally {
      provider.isAway = false
      provider.register({ publicUrl: there.dependencies.config.publicUrl, serverUrl: there.url })
    }
  },
)

testSignOn('[SSO-6] an address can start only so many sign-ins', async () => {
  const { key, max } = providerLimit('127.0.0.1')
  const at = new Date().toISOString()
  const rows = Array.from({ length: max }, (_, number) => ({ id: `start ${number}`, key, at }))
  const { db } = there.dependencies
  await db.write(tx => tx.insertInto('sign_in_failures').values(rows).execute())
  const response = await visitor(there.url).get('/sign-in/oidc')
  assert.equal(response.status, 429)
  assert.ok(Number(response.headers.get('retry-after')) > 800)
  await db.write(tx => tx.deleteFrom('sign_in_failures').where('key', '=', key).execute())
})

testSignOn('[SSO-1] the sign-in page offers the provider beside the password', async () => {
  const page = await (await visitor(there.url).get('/sign-in?next=/docs')).text()
  assert.match(page, /href="\/sign-in\/oidc\?next=%2Fdocs">Sign in with Corp</)
  assert.match(page, /name="password"/)
  const german = await (await visitor(there.url, { 'accept-language': 'de' }).get('/sign-in')).text()
  assert.match(german, /Mit Corp anmelden/)
})
