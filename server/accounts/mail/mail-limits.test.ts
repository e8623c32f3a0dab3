// The limits on mail that people cause to others, and the names in it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { stateOf } from '../../testing/database-state.ts'
import { member, pendingMember } from '../../testing/members.ts'
import { listQueuedMails } from '../../testing/queued-mail.ts'
import { type Person, type World, worldWith } from '../../testing/world.ts'
import { purgeCausedMails } from './caused-mail-store.ts'
import { displayName, shortName } from './mail.ts'

const withoutWorker = { hasWorker: false }

const invite = ({ organization }: World, person: Person, email: string) =>
  person.organizations.addMember(organization, { email })

test('[LIM-8] beyond the limit of a sender an invitation is refused with the time to wait, and changes nothing', async () => {
  const there = await worldWith({ mailsPerSenderPerHour: 3 }, withoutWorker)
  const { ann, organization, dependencies } = there
  const email = await pendingMember(there, 'Gus')
  const { organization_users } = await ann.organizations.listMembers(organization, { query: email })
  const gus = organization_users[0]?.id as number
  // The requests are concurrent: that must not get around the limit.
  const sent = await Promise.allSettled(
    Array.from({ length: 6 }, () => ann.organizations.inviteAgain(organization, gus)),
  )
  assert.equal(sent.filter(({ status }) => status === 'fulfilled').length, 2)
  const before = await stateOf(dependencies.db)
  const error = await refused(invite(there, ann, 'other@example.com'), 429, 'TooManyRequests')
  assert.match(error.message, /at most 3 invitations and mentions an hour/)
  const wait = error.retryAfterSeconds ?? 0
  assert.ok(wait > 3_500 && wait <= 3_600, `${wait} s`)
  await refused(ann.organizations.inviteAgain(organization, gus), 429, 'TooManyRequests')
  assert.deepEqual(await stateOf(dependencies.db), before)
  assert.equal((await listQueuedMails(there, gus)).length, 3)
})

test('[LIM-8] one address gets a limited number of mails from a sender, and from an organization', async () => {
  const there = await worldWith({ mailsPerRecipientPerHour: 2, mailsPerSenderPerHour: 0 }, withoutWorker)
  const { ann, bob, organization, dependencies } = there
  const email = await pendingMember(there, 'Hal')
  const { organization_users } = await ann.organizations.listMembers(organization, { query: email })
  const hal = organization_users[0]?.id as number
  await ann.organizations.inviteAgain(organization, hal)
  const admin = await member(there, 'Ada', 2)
  for (const person of [ann, admin]) {
    const error = await refused(person.organizations.inviteAgain(organization, hal), 429, 'TooManyRequests')
    assert.match(error.message, /At most 2 mails an hour/)
  }
  await invite(there, ann, 'somebody-else@example.com')
  assert.equal((await listQueuedMails(there, hal)).length, 2)

  // The rows are deleted after a day, and another mail is possible after an hour.
  await dependencies.db.write(tx =>
    tx.updateTable('caused_mails').set({ created_at: '2026-01-01T00:00:00Z' }).execute(),
  )
  await ann.organizations.inviteAgain(organization, hal)
  await purgeCausedMails(dependencies.db)
  const left = await dependencies.db.read.selectFrom('caused_mails').select('id').execute()
  assert.equal(left.length, 1)
  assert.ok(bob.id)
})

test('[LIM-8] an organization has a limit for each day, and another organization is not affected', async () => {
  const there = await worldWith({ mailsPerOrganizationPerDay: 2 }, withoutWorker)
  const { ann, eve } = there
  const admin = await member(there, 'Ada', 2)
  await invite(there, ann, 'a@example.com')
  await invite(there, admin, 'b@example.com')
  const error = await refused(invite(there, ann, 'c@example.com'), 429, 'TooManyRequests')
  assert.match(error.message, /An organization can send at most 2/)
  assert.ok((error.retryAfterSeconds ?? 0) > 80_000)
  const { organizations } = await eve.users.listOrganizations('me')
  await eve.organizations.addMember(organizations[0]?.id as number, { email: 'd@example.com' })
})

test('[LIM-8] [COM-6] beyond the limit a comment is stored and its mention is not mailed', async () => {
  const there = await worldWith({ mailsPerRecipientPerHour: 2 }, withoutWorker)
  const { ann, bob, vic, board } = there
  const { note } = await ann.notes.create(board, { text: 'a note' })
  const comment = (text: string) => bob.comments.create(board, 'notes', note.id, { text })
  await Promise.all(Array.from({ length: 5 }, () => comment(`@${vic.email} look`)))
  await comment(`@${ann.email} and @${vic.email}`)
  assert.equal((await bob.comments.listInWorkspace(board)).total, 6)
  const mentions = async (person: Person) =>
    (await listQueuedMails(there, person.id)).filter(({ name }) => name === 'send-mention').length
  assert.deepEqual([await mentions(vic), await mentions(ann)], [2, 1])
})

test('[LIM-8] of a long list of people added to a workspace, those beyond the limit are added without a mail', async () => {
  const there = await worldWith({ mailsPerSenderPerHour: 2 }, withoutWorker)
  const { ann, board } = there
  const people = await Promise.all(['Kim', 'Lea', 'Max', 'Nil'].map(name => member(there, name)))
  const [kim, lea, max, nil] = people as [Person, Person, Person, Person]
  await ann.workspaces.addUsers(board, { users: [kim, lea, max].map(({ email }) => ({ email, workspace_role_id: 3 })) })
  const mails = await Promise.all([kim, lea, max].map(one => listQueuedMails(there, one.id)))
  assert.deepEqual(
    mails.map(({ length }) => length),
    [1, 1, 0],
  )
  await refused(
    ann.workspaces.addUsers(board, { users: [{ email: nil.email, workspace_role_id: 3 }] }),
    429,
    'TooManyRequests',
  )
  const { workspace_users } = await ann.workspaces.listUsers(board)
  assert.ok(workspace_users.every(({ email }) => email !== nil.email))
})

test('[MAI-8] a name in a mail is short and contains no link, line break or invisible character', () => {
  const names: [string, string][] = [
    ['Ärzte & Söhne', 'Ärzte & Söhne'],
    ['J.R.R. Tolkien', 'J.R.R. Tolkien'],
    ['Your account is closed: https://evil.example/login?x=1 now', 'Your account is closed: now'],
    ['go to www.evil.example', 'go to'],
    ['evil.example/win it', 'it'],
    ['login.evil.example', 'login evil example'],
    ['a\r\nBcc: x', 'a Bcc: x'],
    ['in\u200bvis\u202eible\u2066', 'invisible'],
    ['https://evil.example', '…'],
    ['x'.repeat(80), `${'x'.repeat(59)}…`],
  ]
  for (const [name, shown] of names) assert.equal(shortName(name), shown)
  const person = { first_name: 'https://evil.example', last_name: '\u200f', email: 'a.b@example.com' }
  assert.equal(displayName(person), 'a.b@example.com')
})

test('[MAI-8] the subject of an invitation contains the cleaned name of the organization', async () => {
  const there = await worldWith({})
  const { ann, organization, mail } = there
  await ann.organizations.update(organization, { name: `Win at https://evil.example/now ${'very '.repeat(30)}` })
  const email = await pendingMember(there, 'Ivy')
  const { subject } = await mail.mailTo(email)
  assert.doesNotMatch(subject, /evil/)
  assert.ok(subject.length < 120, subject)
})
