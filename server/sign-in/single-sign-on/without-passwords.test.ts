// PASSWORD_SIGN_IN=0: nobody signs in with a password, and the operator can still create a recovery link.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findUserByEmail } from '../../accounts/identity/user-accounts.ts'
import {
  createInvitationLink,
  createPasswordLink,
  createRecoveryLink,
} from '../../accounts/mailed-links/mailed-links.ts'
import { refused } from '../../testing/assert-refused.ts'
import { client } from '../../testing/identity-provider.ts'
import { password, setTestPassword, visitor } from '../../testing/visitor.ts'
import { type World, worldWith } from '../../testing/world.ts'

let there: World

async function open(): Promise<void> {
  // The provider is down, which is when the operator is needed.
  const issuer = 'http://127.0.0.1:9099'
  const oidc = { issuer, ...client, name: 'Corp', domains: [], canSignUp: false, roleClaim: undefined }
  there = await worldWith({ oidc, hasPasswordSignIn: false })
}

/** Opened by the first test: files that share a process must do nothing while they are loaded. */
const testSignOn = (title: string, run: () => Promise<void>) =>
  test(title, async () => {
    opened ??= open()
    await opened
    await run()
  })
let opened: Promise<void> | undefined

testSignOn('[SSO-9] the pages offer the provider only, and passwords are refused', async () => {
  await setTestPassword(there, there.ann)
  const browser = visitor(there.url)
  const page = await (await browser.get('/sign-in')).text()
  assert.match(page, /Sign in with Corp/)
  assert.doesNotMatch(page, /name="password"|forgot-password/)
  const other = await visitor(there.url).get('/recover?token=x')
  assert.equal(other.status, 410)
  const now = new Date().toISOString()
  const [reset, invitation] = await there.dependencies.db.write(async tx => [
    await createPasswordLink(tx, there.ann.id, now),
    await createInvitationLink(tx, there.ann.id, there.organization, now),
  ])
  for (const path of ['/forgot-password', reset as string]) assert.equal((await browser.get(path)).status, 404)
  const csrf = await csrfOf(browser)
  for (const path of ['/sign-in', '/forgot-password', reset as string])
    assert.equal((await browser.post(path, { csrf, email: there.ann.email, password })).status, 404, path)
  assert.equal((await browser.get(invitation as string)).status, 410)
  const change = there.ann.users.update('me', { current_password: password, new_password: 'another password' })
  await refused(change, 400, 'ForbiddenError')
})

testSignOn('[SSO-9] an invitation leads to the provider instead of asking for a password', async () => {
  const email = 'ines@example.com'
  await there.ann.organizations.addMember(there.organization, { email })
  const now = new Date().toISOString()
  const path = await there.dependencies.db.write(async tx => {
    const user = await findUserByEmail(tx, email)
    return await createInvitationLink(tx, user?.id as number, there.organization, now)
  })
  const page = await (await visitor(there.url).get(path)).text()
  assert.match(page, /Sign in with Corp to accept/)
  assert.match(page, /href="\/sign-in\/oidc"/)
  assert.doesNotMatch(page, /name="password"/)
  const { text } = await there.mail.mailTo(email)
  assert.doesNotMatch(text, /password/)
})

testSignOn('[SSO-10] the operator’s link signs in without password and provider, once', async () => {
  const now = new Date().toISOString()
  const path = await there.dependencies.db.write(tx => createRecoveryLink(tx, there.bob.id, now))
  const browser = visitor(there.url)
  const response = await browser.fillIn(path, {})
  assert.deepEqual([response.status, response.headers.get('location')], [303, '/'])
  const token = await browser.post('/session/token', {}, { 'x-tessera-session': '1' })
  const { user, has_password_sign_in } = await token.json()
  assert.deepEqual([user.id, has_password_sign_in], [there.bob.id, false])
  assert.equal((await visitor(there.url).get(path)).status, 410)
})

/** Reads the CSRF token of the browser from a page that has one. */
async function csrfOf(browser: ReturnType<typeof visitor>): Promise<string> {
  const now = new Date().toISOString()
  const path = await there.dependencies.db.write(tx => createRecoveryLink(tx, there.eve.id, now))
  return /name="csrf" value="([^"]+)"/.exec(await (await browser.get(path)).text())?.[1] as string
}
