// A new email address takes effect only when the link mailed to it is confirmed by the signed-in user.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEmailLink } from '../../accounts/mailed-links/mailed-links.ts'
import { refused } from '../../testing/assert-refused.ts'
import { member } from '../../testing/members.ts'
import { listQueuedMails } from '../../testing/queued-mail.ts'
import { password, readForm, signedInVisitor, visitor } from '../../testing/visitor.ts'
import { type Person, type World, world } from '../../testing/world.ts'

const newEmailOf = ({ email }: Person) => `new.${email}`

const pathOf = (link: string | undefined) => {
  const { pathname, search } = new URL(link ?? '')
  return pathname + search
}

/** Requests a new address and returns the path of the mailed link. */
async function request({ mail }: World, person: Person, email = newEmailOf(person)): Promise<string> {
  await person.users.update('me', { email })
  return pathOf((await mail.mailTo(email, /^Confirm your new email address$/)).links[0])
}

const emailsOf = async (person: Person) => {
  const { email, pending_email } = (await person.users.me()).user
  return [email, pending_email]
}

test('[USR-13] [MAI-2] a new address is pending until it is confirmed, and the old one is notified twice', async () => {
  const made = await world()
  const { bob, mail } = made
  const browser = await signedInVisitor(made, bob)
  assert.deepEqual(await emailsOf(bob), [bob.email, null])
  const path = await request(made, bob)
  assert.match(path, /^\/confirm-email\?token=/)
  assert.deepEqual(await emailsOf(bob), [bob.email, newEmailOf(bob)])
  const notice = await mail.mailTo(bob.email, /was requested/)
  assert.ok(notice.text.includes(newEmailOf(bob)))
  const page = await browser.get(path)
  assert.equal(page.status, 200)
  assert.deepEqual(await emailsOf(bob), [bob.email, newEmailOf(bob)])
  const response = await browser.fillIn(path, {})
  assert.equal(response.status, 200)
  assert.ok((await response.text()).includes('Your email address was changed'))
  assert.deepEqual(await emailsOf(bob), [newEmailOf(bob), null])
  await mail.mailTo(bob.email, /^Your email address was changed$/)
  assert.equal((await browser.get(path)).status, 410)
  assert.equal((await visitor(made.url).fillIn('/sign-in', { email: newEmailOf(bob), password })).status, 303)
})

test('[USR-13] a member’s new address is pending, shown to managers and to nobody else', async () => {
  const made = await world()
  const { ann, bob, vic, person, organization } = made
  const email = newEmailOf(vic)
  assert.deepEqual(await ann.organizations.updateMember(organization, vic.id, { email }), {
    message: 'The member was updated',
  })
  const seenBy = async (reader: Person) =>
    (await reader.organizations.listMembers(organization, { filter_by: `email:${vic.email}` })).organization_users[0]
  assert.equal((await seenBy(ann))?.pending_email, email)
  assert.equal('pending_email' in ((await seenBy(bob)) ?? {}), false)
  assert.equal('pending_email' in (await bob.users.get(vic.id)).user, false)
  const support = await person('Sue', { application_role_id: 2 })
  assert.equal((await support.users.get(vic.id)).user.pending_email, email)
  assert.deepEqual(await emailsOf(vic), [vic.email, email])
  const { audit_entries } = await ann.organizations.listAudit(organization)
  const { action, actor, subject, changes } = audit_entries[0] ?? {}
  assert.deepEqual([action, actor?.id, subject?.id], ['USER_EMAIL_REQUESTED', ann.id, String(vic.id)])
  assert.deepEqual(changes, [{ field: 'email', before: vic.email, after: email }])
})

test('[USR-13] a second request replaces the first, and the current address cancels it', async () => {
  const made = await world()
  const { bob } = made
  const browser = await signedInVisitor(made, bob)
  const first = await request(made, bob)
  const other = `other.${bob.email}`
  const second = await request(made, bob, other)
  assert.equal((await browser.get(first)).status, 410)
  assert.deepEqual(await emailsOf(bob), [bob.email, other])
  await bob.users.update('me', { email: bob.email })
  assert.deepEqual(await emailsOf(bob), [bob.email, null])
  assert.equal((await browser.get(second)).status, 410)
})

test('[USR-13] a request for the same address mails a new link to it, and only that', async () => {
  const made = await world()
  const { bob } = made
  const first = await request(made, bob)
  const again = await request(made, bob)
  const browser = await signedInVisitor(made, bob)
  assert.notEqual(again, first)
  assert.equal((await browser.get(first)).status, 410)
  assert.equal((await browser.get(again)).status, 200)
  const names = (await listQueuedMails(made, bob.id)).map(({ name }) => name)
  assert.equal(names.filter(name => name === 'send-email-requested').length, 1)
})

test('[USR-14] the link needs a browser signed in to its account', async () => {
  const made = await world()
  const { bob, ann } = made
  const path = await request(made, bob)
  const stranger = await visitor(made.url).get(path)
  assert.equal(stranger.status, 303)
  assert.equal(stranger.headers.get('location'), `/sign-in?${new URLSearchParams({ next: path })}`)
  const other = await signedInVisitor(made, ann)
  const page = await other.get(path)
  assert.equal(page.status, 403)
  assert.ok((await page.text()).includes('belongs to another account'))
  const { csrf } = await (await other.post('/session/token', {}, { 'x-tessera-session': '1' })).json()
  assert.equal((await other.post(path, { csrf })).status, 403)
  assert.deepEqual(await emailsOf(bob), [bob.email, newEmailOf(bob)])
})

test('[USR-14] a session that was authenticated more than 10 minutes ago confirms its identity first', async () => {
  const made = await world()
  const { bob, dependencies } = made
  const browser = await signedInVisitor(made, bob)
  const path = await request(made, bob)
  const authenticated_at = new Date(Date.now() - 601_000).toISOString()
  await dependencies.db.write(tx =>
    tx.updateTable('sessions').set({ authenticated_at }).where('user_id', '=', bob.id).execute(),
  )
  const { csrf } = await (await browser.post('/session/token', {}, { 'x-tessera-session': '1' })).json()
  const confirmation = `/confirm-identity?${new URLSearchParams({ next: path })}`
  for (const response of [await browser.get(path), await browser.post(path, { csrf })])
    assert.deepEqual([response.status, response.headers.get('location')], [303, confirmation])
  assert.deepEqual(await emailsOf(bob), [bob.email, newEmailOf(bob)])
  const confirmed = await browser.fillIn(confirmation, { password })
  assert.deepEqual([confirmed.status, confirmed.headers.get('location')], [303, path])
  assert.equal((await browser.fillIn(path, {})).status, 200)
  assert.deepEqual(await emailsOf(bob), [newEmailOf(bob), null])
})

test('[USR-14] the link is void after 24 hours, a new password and a lock', async () => {
  const made = await world()
  const { bob, vic, person, dependencies } = made
  const support = await person('Sue', { application_role_id: 2 })
  const browser = await signedInVisitor(made, bob)
  await request(made, bob)
  const yesterday = new Date(Date.now() - 24 * 3_600_000 - 1000).toISOString()
  const late = await dependencies.db.write(tx => createEmailLink(tx, bob.id, newEmailOf(bob), yesterday))
  assert.equal((await browser.get(late)).status, 410)

  const path = await request(made, bob)
  await bob.users.update('me', { current_password: password, new_password: 'another password' })
  assert.deepEqual(await emailsOf(bob), [bob.email, null])
  assert.equal((await visitor(made.url).get(path)).status, 410)

  const locked = await request(made, vic)
  await support.users.lock(vic.id, { locked: true })
  await support.users.lock(vic.id, { locked: false })
  assert.equal((await (await signedInVisitor(made, vic)).get(locked)).status, 410)
})

test('[USR-14] a pending address blocks nobody; if it belongs to another account by then, the page says so', async () => {
  const made = await world()
  const { ann, bob, organization } = made
  const email = `wanted.${bob.id}@example.com`
  const path = await request(made, bob, email)
  const late = await member(made, 'Lea')
  await late.users.update('me', { email: email.toUpperCase() })
  await ann.organizations.addMember(organization, { email })
  await refused(late.users.update('me', { email }), 400, 'BadRequest', 'email')
  const browser = await signedInVisitor(made, bob)
  const response = await browser.fillIn(path, {})
  assert.equal(response.status, 409)
  assert.ok((await response.text()).includes('belongs to another account'))
  assert.deepEqual(await emailsOf(bob), [bob.email, email])
})

test('[USR-14] of two accounts that confirm the same address at once, one gets it', async () => {
  const made = await world()
  const { bob, vic } = made
  const email = `both.${bob.id}@example.com`
  const open = async (person: Person) => {
    const browser = await signedInVisitor(made, person)
    const { action, hidden } = readForm(await (await browser.get(await request(made, person, email))).text())
    return () => browser.post(action, hidden)
  }
  const forms = [await open(bob), await open(vic)]
  const responses = await Promise.all(forms.map(confirm => confirm()))
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409])
  const emails = [await emailsOf(bob), await emailsOf(vic)]
  assert.equal(emails.filter(([now]) => now === email).length, 1)
})

test('[USR-14] [AUD-3] a confirmed change is in the audit log of the user’s organizations', async () => {
  const made = await world()
  const { ann, bob, organization } = made
  const browser = await signedInVisitor(made, bob)
  await browser.fillIn(await request(made, bob), {})
  const { audit_entries } = await ann.organizations.listAudit(organization)
  assert.deepEqual(
    audit_entries.slice(0, 2).map(({ action, actor, changes }) => [action, actor?.id, changes[0]?.after]),
    [
      ['USER_EMAIL_CHANGED', bob.id, newEmailOf(bob)],
      ['USER_EMAIL_REQUESTED', bob.id, newEmailOf(bob)],
    ],
  )
})
