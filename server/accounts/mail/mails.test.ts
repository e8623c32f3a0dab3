// Tests every mail end to end: an action over the API or a page, and the mail that follows.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pino } from 'pino'
import { findMentioned } from '../../board/records/comment-store.ts'
import { enqueueInvitation } from '../../organization/organizations/invite-member.ts'
import { openWorker } from '../../platform/jobs/worker.ts'
import { refused } from '../../testing/assert-refused.ts'
import { untilBlocked } from '../../testing/blocked-transactions.ts'
import { changeEmail } from '../../testing/change-email.ts'
import { jobRows, waitForJobs } from '../../testing/job-rows.ts'
import { guest, member, pendingMember } from '../../testing/members.ts'
import { password, setTestPassword, visitor } from '../../testing/visitor.ts'
import { world, worldWithoutWorker } from '../../testing/world.ts'
import { updateUserDetails } from '../identity/user-accounts.ts'
import { voidPasswordLinks } from '../mailed-links/mailed-links.ts'
import type { Mail, Mailer } from './mail.ts'
import { mailJobHandlers } from './mail-jobs.ts'
import { openMailer } from './mailer.ts'

/** The path of a link in a mail, on the server under test. */
const pathOf = (link: string | undefined) => {
  const { pathname, search } = new URL(link ?? '')
  return pathname + search
}

/** Whether a job of that name existed and is done. */
const isSettled =
  (name: string, isMeant: (payload: Record<string, unknown>) => boolean) =>
  (rows: { name: string; payload: string; state: string }[]) => {
    const meant = rows.filter(row => row.name === name && isMeant(JSON.parse(row.payload)))
    return meant.length > 0 && meant.every(row => row.state === 'done')
  }

test('[MAI-2] [INV-3] an invited person reads the mail, follows its link and joins', async () => {
  const there = await world()
  const email = await pendingMember(there, 'Nia')
  const mail = await there.mail.mailTo(email)
  assert.equal(mail.subject, 'Ann Tester invited you to Mosaic')
  assert.match(mail.text, /used once and expires in 14 days/)
  const path = pathOf(mail.links[0])
  const browser = visitor(there.url)
  const response = await browser.fillIn(path, { first_name: 'Nia', last_name: 'New', password })
  assert.equal(response.status, 303)
  const { organization_users } = await there.ann.organizations.listMembers(there.organization, { query: email })
  assert.equal(organization_users[0]?.invited_state, 'ACCEPTED')
  assert.equal((await visitor(there.url).get(path)).status, 410)
})

test('[MAI-2] the link of a mail is in no job, and its secret is nowhere in the database', async () => {
  const there = await world()
  const email = await pendingMember(there, 'Pia')
  const mail = await there.mail.mailTo(email)
  const token = new URL(mail.links[0] ?? '').searchParams.get('token') as string
  const { db } = there.dependencies
  const rows = await waitForJobs(
    db,
    isSettled('send-invitation', () => true),
  )
  assert.ok(!JSON.stringify(rows).includes(token))
  const links = await db.read.selectFrom('mailed_links').selectAll().execute()
  assert.ok(!JSON.stringify(links).includes(token))
})

test('[MAI-2] a user who was added and removed again gets no mail', async () => {
  const there = await world()
  const { ann, organization, dependencies } = there
  const email = await pendingMember(there, 'Gus')
  await there.mail.mailTo(email)
  const { organization_users } = await ann.organizations.listMembers(organization, { query: email })
  const user_id = organization_users[0]?.id as number
  await ann.organizations.removeMember(organization, user_id)
  await dependencies.db.write(tx =>
    enqueueInvitation(tx, { organization_id: organization, user_id }, ann.id, new Date().toISOString()),
  )
  await waitForJobs(
    dependencies.db,
    isSettled('send-invitation', payload => payload.user_id === user_id),
  )
  assert.equal((await there.mail.listMailTo(email)).length, 1)
})

test('[MAI-2] [INV-9] a user who is added to a workspace gets its URL', async () => {
  const there = await world()
  const mia = await member(there, 'Mia')
  await there.ann.workspaces.addUsers(there.board, { users: [{ email: mia.email, workspace_role_id: 3 }] })
  const mail = await there.mail.mailTo(mia.email)
  assert.equal(mail.subject, 'Ann Tester added you to Board')
  assert.deepEqual(mail.links.map(pathOf), [`/w/${there.board}`])
})

test('[MAI-2] [COM-6] a mentioned user gets the comment', async () => {
  const there = await world()
  const { ann, bob, board } = there
  const { note } = await ann.notes.create(board, { text: 'plan' })
  const comment = (text: string) => ann.comments.create(board, 'notes', note.id, { text })
  await comment(`look <b>here</b>, @${bob.email}`)
  const mail = await there.mail.mailTo(bob.email, /mentioned/)
  assert.equal(mail.subject, 'Ann Tester mentioned you in Board')
  assert.match(mail.text, /> look <b>here<\/b>, @bob/)
  assert.match(mail.html, /look &lt;b&gt;here&lt;\/b&gt;/)
  assert.doesNotMatch(mail.html, /<b>here/)
})

test('[MAI-2] a mention is not mailed to a user who turned it off or lost access before it was sent', async () => {
  const there = await worldWithoutWorker()
  const { ann, bob, vic, board, dependencies } = there
  const { note } = await ann.notes.create(board, { text: 'plan' })
  await ann.comments.create(board, 'notes', note.id, { text: `@${bob.email} @${vic.email}` })
  await bob.users.update(bob.id, { user_preference: { notify_on_new_message: false } })
  await ann.workspaces.removeUser(board, vic.id)
  const mailing = {
    db: dependencies.db,
    mailer: openMailer(dependencies.config),
    publicUrl: dependencies.config.publicUrl,
    hasPasswordSignIn: true,
    findMentioned,
  }
  const { 'send-mention': handler } = mailJobHandlers(mailing)
  const log = pino({ level: 'silent' })
  const worker = await openWorker({ db: dependencies.db, handlers: { 'send-mention': handler }, log })
  await waitForJobs(
    dependencies.db,
    isSettled('send-mention', () => true),
  )
  await worker.close()
  for (const { email } of [bob, vic]) assert.deepEqual(await there.mail.listMailTo(email), [])
})

test('[MAI-2] [SGN-6] a forgotten password: the link in the mail sets a new one, and another mail confirms it', async () => {
  const there = await world()
  const { bob } = there
  await visitor(there.url).fillIn('/forgot-password', { email: bob.email })
  const mail = await there.mail.mailTo(bob.email, /^Reset your password$/)
  const response = await visitor(there.url).fillIn(pathOf(mail.links[0]), { password: 'a new password' })
  assert.equal(response.status, 303)
  const confirmation = await there.mail.mailTo(bob.email, /was changed/)
  assert.equal(confirmation.subject, 'Your password was changed')
})

test('[MAI-2] a password changed over the API is confirmed by mail, too', async () => {
  const there = await world()
  await setTestPassword(there, there.bob)
  await there.bob.users.update(there.bob.id, { current_password: password, new_password: 'another password' })
  await there.mail.mailTo(there.bob.email, /^Your password was changed$/)
})

test('[MAI-2] the old address is notified of a change of address, when it is requested and when it took effect', async () => {
  const there = await world()
  const { bob, ann, vic, organization } = there
  await changeEmail(there, bob, `new.${bob.email}`)
  const requested = await there.mail.mailTo(bob.email, /was requested$/)
  const changed = await there.mail.mailTo(bob.email, /was changed$/)
  for (const mail of [requested, changed]) assert.ok(mail.text.includes(`new.${bob.email}`))
  await ann.organizations.updateMember(organization, vic.id, { email: `new.${vic.email}` })
  await there.mail.mailTo(vic.email, /was requested$/)
})

test('[MAI-2] [INV-6] members who may approve are notified of a waiting guest, who is then invited', async () => {
  const there = await world()
  const { ann, bob, organization } = there
  await ann.organizations.update(organization, { is_guest_invite_requires_approval: true })
  const admin = await member(there, 'Adi', 2)
  const email = `guest.${there.board.toLowerCase()}@example.com`
  await admin.organizations.addMember(organization, { email, organization_role_id: guest })
  const mail = await there.mail.mailTo(ann.email, /waiting/)
  assert.equal(mail.subject, 'A guest is waiting for your approval in Mosaic')
  assert.ok(mail.text.includes(email))
  assert.deepEqual(mail.links.map(pathOf), [`/organizations/${organization}`])
  assert.deepEqual(await there.mail.listMailTo(admin.email), [])
  assert.deepEqual(await there.mail.listMailTo(email), [])
  assert.ok((await there.mail.listMailTo(bob.email)).every(({ subject }) => !/waiting/.test(subject)))
  const { organization_users } = await ann.organizations.listMembers(organization, { query: email })
  await ann.organizations.approve(organization, organization_users[0]?.id as number)
  assert.match((await there.mail.mailTo(email)).subject, /invited you/)
})

test('[MAI-4, MAI-5] every mail has the same text and links in both parts, and no markup written by a user', async () => {
  const there = await world()
  const { ann, organization } = there
  await ann.organizations.update(organization, { name: '<img src=x> & "Co"' })
  await ann.users.update(ann.id, { first_name: '<script>alert(1)</script>' })
  const email = await pendingMember(there, 'Kim')
  const mail = await there.mail.mailTo(email)
  assert.equal(mail.subject, '<script>alert(1)</script> Tester invited you to <img src=x> & "Co"')
  assert.doesNotMatch(mail.html, /<script|<img/)
  const shown = mail.html
    .replace(/<(style|title)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
  for (const line of mail.text.split('\n').filter(words => words.trim() !== '' && words.trim() !== '--'))
    assert.ok(shown.includes(line.replace(/:$/, '').replace(/\s+/g, ' ').trim()), line)
  assert.deepEqual([...new Set(mail.html.match(/https?:\/\/[^"<\s]+/g))], mail.links)
})

test('[MAI-1] a refused request queues no mail', async () => {
  const there = await world()
  const mia = await member(there, 'Mia')
  const users = [mia.email, 'nobody@example.com'].map(email => ({ email, workspace_role_id: 3 }))
  const before = (await jobRows(there.dependencies.db)).length
  await refused(there.ann.workspaces.addUsers(there.board, { users }), 400, 'BadRequest', 'users[1].email')
  assert.equal((await jobRows(there.dependencies.db)).length, before)
})

test('[MAI-2] [SGN-6] no link is sent to an email address that is being changed', async () => {
  const { bob, dependencies } = await world()
  const { db } = dependencies
  const sent: string[] = []
  const mailer = { send: async ({ to }: Mail) => void sent.push(to.address) } as Mailer
  const handlers = mailJobHandlers({
    db,
    mailer,
    findMentioned,
    publicUrl: 'http://localhost',
    hasPasswordSignIn: true,
  })
  const created_at = new Date().toISOString()
  const job = {
    id: 1,
    name: 'send-password-link',
    key: '',
    payload: { user_id: bob.id },
    attempt: 1,
    organization_id: null,
    created_at,
  } as const
  const send = () => handlers['send-password-link'](job, new AbortController().signal)
  const { sending } = await db.write(async tx => {
    await updateUserDetails(tx, bob.id, { email: `new.${bob.email}` }, created_at)
    await voidPasswordLinks(tx, bob.id)
    const sending = send().catch((error: Error) => error.message)
    await untilBlocked(db)
    // The handler has already read the address: SQLite reads synchronously.
    await nextTurn()
    return { sending }
  })
  assert.match(String(await sending), /changed meanwhile/)
  await send()
  assert.deepEqual(sent, [`new.${bob.email}`])
})
