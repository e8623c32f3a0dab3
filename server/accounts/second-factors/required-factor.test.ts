// Organizations that require a second factor.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { signIn } from '../../testing/people.ts'
import { addTotp, codeOf } from '../../testing/second-factors.ts'
import { clientOf, sessionClient } from '../../testing/session-client.ts'
import { withPersonalToken } from '../../testing/token-holders.ts'
import { password, setTestPassword, visitor } from '../../testing/visitor.ts'
import { type World, world } from '../../testing/world.ts'

const required = { metadata: [{ key: 'require_second_factor', value: 'true' }] }

const setting = async ({ ann, organization }: World, value: string) =>
  await ann.organizations.update(organization, { metadata: [{ key: 'require_second_factor', value }] })

const secretOn = (page: string) => (/<code class="page-secret">([A-Z2-7 ]+)</.exec(page)?.[1] ?? '').replaceAll(' ', '')

test('[SGN-27] turning it on ends the sessions of members without a second factor, and nothing else of theirs', async () => {
  const made = await world()
  const [ann, bob, vic] = [
    await sessionClient(made, made.ann),
    await sessionClient(made, made.bob),
    await sessionClient(made, made.vic),
  ]
  const atProvider = await sessionClient(made, made.vic)
  const script = await withPersonalToken(made, made.vic)
  const current = (await atProvider.sessions.list()).sessions.find(one => one.is_current)?.id as string
  await made.dependencies.db.write(tx =>
    tx.updateTable('sessions').set({ identity_issuer: 'https://id.example.com' }).where('id', '=', current).execute(),
  )
  await addTotp(bob)
  await refused(setting(made, 'yes'), 400, 'BadRequest', 'metadata[0].value')
  await ann.organizations.update(made.organization, required)
  for (const kept of [ann, bob, atProvider]) await kept.users.me()
  await refused(vic.users.me(), 401, 'Unauthorized')
  assert.equal((await script.users.me()).user.id, made.vic.id, 'personal tokens keep working')
})

test('[SGN-27] a member without a second factor sets one up before the session starts', async () => {
  const made = await world()
  await setTestPassword(made, made.bob)
  await setting(made, 'true')
  const browser = visitor(made.url)
  const first = await browser.fillIn('/sign-in?next=/docs', { email: made.bob.email, password })
  assert.equal(first.headers.get('location'), '/sign-in/set-up-second-factor')
  assert.equal((await browser.get('/sign-in/second-factor')).headers.get('location'), '/sign-in/set-up-second-factor')
  const token = await browser.post('/session/token', {}, { 'x-tessera-session': '1' })
  assert.equal(token.status, 401)
  const page = await (await browser.get('/sign-in/set-up-second-factor')).text()
  const secret = secretOn(page)
  assert.match(page, /<svg /)
  assert.equal((await browser.fillIn('/sign-in/set-up-second-factor', { code: '000000' })).status, 401)
  const done = await browser.fillIn('/sign-in/set-up-second-factor', { code: codeOf(secret) })
  const shown = await done.text()
  assert.equal(done.status, 200)
  assert.equal(shown.match(/<li><code>/g)?.length, 10)
  assert.match(shown, /href="\/docs"/)
  const client = await clientOf(made, browser)
  const { is_required, recovery_codes_left } = (await client.secondFactors.get()).second_factors
  assert.deepEqual([is_required, recovery_codes_left], [true, 10])
  await refused(client.secondFactors.disableTotp(), 400, 'BadRequest')
  await setting(made, 'false')
  await client.secondFactors.disableTotp()
})

test('[SGN-27] of two browsers that set up a second factor, the first one does, and the other is not signed in', async () => {
  const made = await world()
  await setTestPassword(made, made.bob)
  await setting(made, 'true')
  const browsers = [visitor(made.url), visitor(made.url)]
  for (const browser of browsers) await browser.fillIn('/sign-in', { email: made.bob.email, password })
  const outcomes: number[] = []
  for (const browser of browsers) {
    const page = await (await browser.get('/sign-in/set-up-second-factor')).text()
    outcomes.push((await browser.fillIn('/sign-in/set-up-second-factor', { code: codeOf(secretOn(page)) })).status)
  }
  assert.deepEqual(outcomes, [200, 401])
})

test('[SGN-27] joining such an organization while signed in leads to the setup', async () => {
  const made = await world()
  await setTestPassword(made, made.eve)
  await setting(made, 'true')
  await made.ann.organizations.addMember(made.organization, { email: made.eve.email })
  const link = new URL((await made.mail.mailTo(made.eve.email)).links.find(one => one.includes('token=')) as string)
  const browser = visitor(made.url)
  browser.cookies.set('tessera', await signIn(made.dependencies, made.eve.id))
  const response = await browser.fillIn(link.pathname + link.search, {})
  assert.equal(response.headers.get('location'), '/sign-in/set-up-second-factor')
  const { organization_users } = await made.ann.organizations.listMembers(made.organization)
  assert.equal(organization_users.find(one => one.id === made.eve.id)?.invited_state, 'ACCEPTED')
})
