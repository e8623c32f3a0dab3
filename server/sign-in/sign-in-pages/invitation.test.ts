// Accepting an invitation through its page.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '@tessera/client'
import { createInvitationLink } from '../../accounts/mailed-links/mailed-links.ts'
import { refused } from '../../testing/assert-refused.ts'
import { untilBlocked } from '../../testing/blocked-transactions.ts'
import { changeEmail } from '../../testing/change-email.ts'
import { member, pendingMember } from '../../testing/members.ts'
import { password, readForm, setTestPassword, signedInVisitor, type Visitor, visitor } from '../../testing/visitor.ts'
import { type World, world } from '../../testing/world.ts'

const idOf = async ({ dependencies }: World, email: string) =>
  (await dependencies.db.read.selectFrom('users').select('id').where('email_key', '=', email).executeTakeFirstOrThrow())
    .id

const linkFor = ({ dependencies, organization }: World, user_id: number, now = new Date().toISOString()) =>
  dependencies.db.write(tx => createInvitationLink(tx, user_id, organization, now))

async function clientOf({ url }: World, browser: Visitor) {
  const response = await browser.post('/session/token', {}, { 'x-tessera-session': '1' })
  const { access_token } = await response.json()
  return connect({ url, token: access_token, retries: 0 })
}

const stateOf = async ({ ann, organization }: World, email: string) =>
  (await ann.organizations.listMembers(organization, { query: email })).organization_users[0]?.invited_state

const name = { first_name: 'Nia', last_name: 'New' }

test('[INV-3] a new user chooses a name and a password, and is signed in at once', async () => {
  const there = await world()
  const email = await pendingMember(there, 'Nia')
  const path = await linkFor(there, await idOf(there, email))
  const browser = visitor(there.url)
  const page = await (await browser.get(path)).text()
  assert.match(page, /Join Mosaic/)
  for (const field of ['first_name', 'last_name', 'password']) assert.match(page, new RegExp(`name="${field}"`))
  const response = await browser.fillIn(path, { ...name, password })
  assert.equal(response.status, 303)
  const { user } = await (await clientOf(there, browser)).users.me()
  assert.deepEqual([user.email, user.first_name, user.last_name], [email, 'Nia', 'New'])
  assert.equal(await stateOf(there, email), 'ACCEPTED')
  assert.equal((await visitor(there.url).fillIn('/sign-in', { email, password })).status, 303)
})

test('[INV-3] a link works once, for 14 days, and not when the invitation was withdrawn', async () => {
  const there = await world()
  const used = await linkFor(there, await idOf(there, await pendingMember(there, 'Una')))
  await visitor(there.url).fillIn(used, { ...name, password })
  const late = new Date(Date.now() - 14 * 86_400_000 - 1000).toISOString()
  const old = await linkFor(there, await idOf(there, await pendingMember(there, 'Olga')), late)
  const wendy = await idOf(there, await pendingMember(there, 'Wendy'))
  const withdrawn = await linkFor(there, wendy)
  await there.ann.organizations.removeMember(there.organization, wendy)
  for (const path of [used, old, withdrawn, '/invitation?token=made-up', '/invitation']) {
    const response = await visitor(there.url).get(path)
    assert.equal(response.status, 410, path)
    assert.match(await response.text(), /no longer valid/)
  }
})

test('[INV-3] of two concurrent uses of a link, one succeeds', async () => {
  const there = await world()
  const path = await linkFor(there, await idOf(there, await pendingMember(there, 'Tia')))
  const browsers = [1, 2, 3].map(() => visitor(there.url))
  const forms = await Promise.all(browsers.map(async one => readForm(await (await one.get(path)).text())))
  const responses = await Promise.all(
    browsers.map((one, index) => {
      const { action, hidden } = forms[index] as (typeof forms)[number]
      return one.post(action, { ...hidden, ...name, password })
    }),
  )
  assert.deepEqual(responses.map(one => one.status).filter(status => status === 303).length, 1)
})

test('[INV-3] [SGN-1] invalid fields are named, and nothing changes', async () => {
  const there = await world()
  const email = await pendingMember(there, 'Wim')
  const path = await linkFor(there, await idOf(there, email))
  for (const bad of [
    { first_name: ' ' },
    { last_name: '' },
    { password: 'short' },
    { password: email.toUpperCase() },
    { password: 'x'.repeat(257) },
  ]) {
    const response = await visitor(there.url).fillIn(path, { ...name, password, ...bad })
    assert.equal(response.status, 400)
    assert.match(await response.text(), new RegExp(`href="#${Object.keys(bad)[0]}"`))
  }
  assert.equal(await stateOf(there, email), 'PENDING_INVITE')
})

test('[INV-3] a user with an account signs in to accept, and keeps their password', async () => {
  const there = await world()
  await setTestPassword(there, there.eve)
  await there.ann.organizations.addMember(there.organization, { email: there.eve.email })
  const path = await linkFor(there, there.eve.id)
  const browser = visitor(there.url)
  const wrong = await browser.fillIn(path, { ...name, password: 'not the password' })
  assert.equal(wrong.status, 401)
  assert.equal(await stateOf(there, there.eve.email), 'PENDING_INVITE')
  assert.equal((await browser.fillIn(path, { password })).status, 303)
  assert.equal(await stateOf(there, there.eve.email), 'ACCEPTED')
  assert.equal((await (await clientOf(there, browser)).users.me()).user.first_name, 'Eve')
})

test('[INV-3] a signed-in user accepts with one button', async () => {
  const there = await world()
  const browser = await signedInVisitor(there, there.eve)
  await there.ann.organizations.addMember(there.organization, { email: there.eve.email })
  const path = await linkFor(there, there.eve.id)
  assert.doesNotMatch(await (await browser.get(path)).text(), /type="password"/)
  assert.equal((await browser.fillIn(path, {})).status, 303)
  assert.equal(await stateOf(there, there.eve.email), 'ACCEPTED')
})

test('[INV-3] a guest waiting for approval cannot accept', async () => {
  const there = await world()
  await there.ann.organizations.update(there.organization, { is_guest_invite_requires_approval: true })
  await there.ann.organizations.addMember(there.organization, { email: 'guest@example.com', organization_role_id: 4 })
  const id = await idOf(there, 'guest@example.com')
  const path = await linkFor(there, id)
  assert.equal((await visitor(there.url).get(path)).status, 410)
  await there.ann.organizations.approve(there.organization, id)
  assert.equal((await visitor(there.url).get(path)).status, 200)
})

test('[INV-8] a role assigned to a pending member takes effect when they accept', async () => {
  const there = await world()
  const email = await pendingMember(there, 'Pam')
  await there.ann.workspaces.addUsers(there.board, { users: [{ email, workspace_role_id: 3 }] })
  const before = (await there.ann.workspaces.listUsers(there.board)).workspace_users.map(one => one.email)
  assert.ok(!before.includes(email))
  const browser = visitor(there.url)
  await browser.fillIn(await linkFor(there, await idOf(there, email)), { ...name, password })
  const pam = await clientOf(there, browser)
  await pam.notes.create(there.board, { text: 'here I am' })
  const after = (await there.ann.workspaces.listUsers(there.board)).workspace_users.map(one => one.email)
  assert.ok(after.includes(email))
  const stranger = await member(there, 'Max')
  await refused(stranger.notes.create(there.board, { text: 'no' }), 404, 'ResourceNotFound')
})

test('[INV-3] of two concurrent acceptances by a new user, one sets the password', async () => {
  const there = await world()
  const { eve, dependencies } = there
  const email = await pendingMember(there, 'Tess')
  const id = await idOf(there, email)
  const [other] = (await eve.users.listOrganizations(eve.id)).organizations
  assert.ok(other)
  await eve.organizations.addMember(other.id, { email })
  const now = new Date().toISOString()
  const links = await dependencies.db.write(tx =>
    Promise.all([there.organization, other.id].map(organization => createInvitationLink(tx, id, organization, now))),
  )
  const forms = await Promise.all(
    links.map(async path => {
      const browser = visitor(there.url)
      const { action, hidden } = readForm(await (await browser.get(path)).text())
      return (chosen: string) => browser.post(action, { ...hidden, ...name, password: chosen })
    }),
  )
  const chosen = ['the first password', 'the second password']
  const accepting = await dependencies.db.write(async tx => {
    await tx.updateTable('users').set({ industry: 'Glass' }).where('id', '=', id).execute()
    const responses = forms.map((accept, index) => accept(chosen[index] as string))
    await untilBlocked(dependencies.db, 2)
    return { responses }
  })
  const responses = await Promise.all(accepting.responses)
  assert.deepEqual(responses.map(({ status }) => status).sort(), [303, 400])
  const winner = chosen[responses.findIndex(({ status }) => status === 303)] as string
  assert.equal((await visitor(there.url).fillIn('/sign-in', { email, password: winner })).status, 303)
})

test('[INV-15] if an address changes while its invitation is being accepted, the first of the two wins', async () => {
  const there = await world()
  const { ann, organization, dependencies } = there
  const email = await pendingMember(there, 'Rae')
  const id = await idOf(there, email)
  const path = await linkFor(there, id)
  const browser = visitor(there.url)
  const page = readForm(await (await browser.get(path)).text())
  const racing = await dependencies.db.write(async tx => {
    await tx.updateTable('users').set({ industry: 'Glass' }).where('id', '=', id).execute()
    const accepted = browser
      .post(page.action, { ...page.hidden, ...name, password })
      .then(({ status }) => status === 303)
    const changed = ann.organizations
      .updateMember(organization, id, { email: `taken.${email}` })
      .then(() => true)
      .catch(() => false)
    await untilBlocked(dependencies.db, 2)
    return { outcomes: Promise.all([accepted, changed]) }
  })
  const [accepted, changed] = await racing.outcomes
  const { password_hash, ...user } = await dependencies.db.read
    .selectFrom('users')
    .select(['email', 'pending_email', 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal(password_hash !== null, accepted)
  const isTaken = changed && !accepted
  assert.equal(user.email, isTaken ? `taken.${email}` : email)
  assert.equal(user.pending_email, changed && accepted ? `taken.${email}` : null)
})

test('[INV-12] a link sent to a corrected email no longer works', async () => {
  const there = await world()
  const { ann, organization } = there
  const email = await pendingMember(there, 'Wrong')
  const id = await idOf(there, email)
  const path = await linkFor(there, id)
  assert.equal((await visitor(there.url).get(path)).status, 200)
  await ann.organizations.updateMember(organization, id, { email: `right.${email}` })
  assert.equal((await visitor(there.url).get(path)).status, 410)
})

test('[INV-12] a link sent to a former email no longer works', async () => {
  const there = await world()
  const { ann, eve, organization } = there
  await ann.organizations.addMember(organization, { email: eve.email })
  const path = await linkFor(there, eve.id)
  assert.equal((await visitor(there.url).get(path)).status, 200)
  await changeEmail(there, eve, `new.${eve.email}`)
  assert.equal((await visitor(there.url).get(path)).status, 410)
})
