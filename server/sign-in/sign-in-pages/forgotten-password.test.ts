// Forgotten passwords: requesting a link, and resetting the password with it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { revokeGrantsOfUser } from '../../accounts/grants/grants.ts'
import { updateUserDetails } from '../../accounts/identity/user-accounts.ts'
import { createPasswordLink } from '../../accounts/mailed-links/mailed-links.ts'
import { hashPassword } from '../../accounts/passwords/password-hash.ts'
import { untilBlocked } from '../../testing/blocked-transactions.ts'
import { changeEmail } from '../../testing/change-email.ts'
import { statusWith } from '../../testing/oauth-application.ts'
import { until } from '../../testing/until.ts'
import { password, readForm, setTestPassword, signedInVisitor, visitor } from '../../testing/visitor.ts'
import { type World, world, worldWith, worldWithoutWorker } from '../../testing/world.ts'

const linkFor = ({ dependencies }: World, user_id: number, now = new Date().toISOString()) =>
  dependencies.db.write(tx => createPasswordLink(tx, user_id, now))

const jobsFor = async ({ dependencies }: World, user_id: number) => {
  const rows = await dependencies.db.read
    .selectFrom('jobs')
    .select('payload')
    .where('name', '=', 'send-password-link')
    .execute()
  return rows.map(row => JSON.parse(row.payload)).filter(payload => payload.user_id === user_id)
}

test('[SGN-6] a link is mailed if there is an account, and the response does not reveal it', async () => {
  const there = await world()
  const requestLink = async (email: string) => {
    const response = await visitor(there.url).fillIn('/forgot-password', { email })
    return [response.status, (await response.text()).replaceAll(email, '')]
  }
  assert.deepEqual(await requestLink(there.bob.email), await requestLink('nobody@example.com'))
  await until(async () => (await jobsFor(there, there.bob.id)).length > 0)
  assert.deepEqual(await jobsFor(there, there.bob.id), [{ user_id: there.bob.id }])
})

test('[SGN-6] the page does the same work whether or not the account exists: a job finds out', async () => {
  const there = await worldWithoutWorker()
  const requested = async (email: string) => {
    await visitor(there.url).fillIn('/forgot-password', { email })
    const jobs = await there.dependencies.db.read.selectFrom('jobs').select(['name', 'payload']).execute()
    return jobs.filter(job => job.payload.includes(email) || job.payload.includes('user_id'))
  }
  for (const email of [there.bob.email, 'nobody@example.com', 'locked@example.com'])
    assert.deepEqual(await requested(email), [{ name: 'request-password-link', payload: JSON.stringify({ email }) }])
})

test('[SGN-6] one address can request only a limited number of links, for any mailboxes', async () => {
  const there = await worldWith({ trustedProxies: ['127.0.0.1'] }, { hasProcessing: false, hasWorker: false })
  const request = (address: string, email: string) =>
    visitor(there.url, { 'x-forwarded-for': address }).fillIn('/forgot-password', { email })
  for (let number = 0; number < 20; number++)
    assert.equal((await request('203.0.113.1', `n${number}@example.com`)).status, 200)
  const refused = await request('203.0.113.1', there.bob.email)
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) > 800)
  assert.equal((await request('203.0.113.2', there.bob.email)).status, 200)
})

test('[SGN-6] a mailbox is not flooded', async () => {
  const there = await worldWithoutWorker()
  for (let count = 0; count < 8; count++)
    assert.equal((await visitor(there.url).fillIn('/forgot-password', { email: there.bob.email })).status, 200)
  const jobs = await there.dependencies.db.read.selectFrom('jobs').select('payload').execute()
  assert.equal(jobs.filter(({ payload }) => payload.includes(there.bob.email)).length, 5)
})

test('[SGN-6] [SGN-2] the link works once, sets the password and ends every session and grant', async () => {
  const there = await world()
  const browser = await signedInVisitor(there, there.bob)
  const [path, other] = [await linkFor(there, there.bob.id), await linkFor(there, there.bob.id)]
  const response = await visitor(there.url).fillIn(path, { password: 'a new password' })
  assert.deepEqual([response.status, response.headers.get('location')], [303, '/sign-in?new-password'])
  assert.equal(await statusWith(there, there.bob.token), 401)
  assert.equal((await browser.post('/session/token', {}, { 'x-tessera-session': '1' })).status, 401)
  const signIn = (guess: string) => visitor(there.url).fillIn('/sign-in', { email: there.bob.email, password: guess })
  assert.equal((await signIn(password)).status, 401)
  assert.equal((await signIn('a new password')).status, 303)
  for (const used of [path, other]) assert.equal((await visitor(there.url).get(used)).status, 410)
})

test('[SGN-6] a link is valid for an hour, for its purpose only, and only with an accepted password', async () => {
  const there = await world()
  const old = await linkFor(there, there.bob.id, new Date(Date.now() - 3_601_000).toISOString())
  assert.equal((await visitor(there.url).get(old)).status, 410)
  const path = await linkFor(there, there.bob.id)
  assert.equal((await visitor(there.url).get(path.replace('/reset-password', '/invitation'))).status, 410)
  for (const bad of ['short', there.bob.email, 'x'.repeat(257), 'Password1'])
    assert.equal((await visitor(there.url).fillIn(path, { password: bad })).status, 400)
  assert.equal((await visitor(there.url).get(path)).status, 200)
  assert.equal(await statusWith(there, there.bob.token), 200)
})

test('[SGN-6] a link is void once the password or the email was changed by other means', async () => {
  const there = await world()
  await signedInVisitor(there, there.bob)
  const changes = [
    () => there.bob.users.update('me', { current_password: password, new_password: 'another password' }),
    () => changeEmail(there, there.bob, `new.${there.bob.email}`),
  ]
  for (const change of changes) {
    const path = await linkFor(there, there.bob.id)
    assert.equal((await visitor(there.url).get(path)).status, 200)
    await change()
    assert.equal((await visitor(there.url).get(path)).status, 410)
  }
})

test('[SGN-2] a sign-in with the old password fails while it is being replaced', async () => {
  const there = await world()
  const { bob, dependencies } = there
  await setTestPassword(there, bob)
  const browser = visitor(there.url)
  const page = readForm(await (await browser.get('/sign-in')).text())
  const password_hash = await hashPassword('a new password')
  const now = new Date().toISOString()
  const signingIn = await dependencies.db.write(async tx => {
    await updateUserDetails(tx, bob.id, { password_hash }, now)
    await revokeGrantsOfUser(tx, bob.id, now)
    const response = browser.post(page.action, { ...page.hidden, email: bob.email, password })
    await untilBlocked(dependencies.db)
    return { response }
  })
  assert.equal((await signingIn.response).status, 401)
})
