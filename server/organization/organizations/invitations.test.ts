// Inviting users to an organization: who can, approval of guests, and the mail that is queued.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { changeEmail } from '../../testing/change-email.ts'
import { stateOf } from '../../testing/database-state.ts'
import { guest, member, pendingMember } from '../../testing/members.ts'
import { listQueuedMails } from '../../testing/queued-mail.ts'
import { type Person, type World, world } from '../../testing/world.ts'

async function findByEmail({ ann, organization }: World, email: string) {
  const { organization_users } = await ann.organizations.listMembers(organization, { filter_by: `email:${email}` })
  assert.equal(organization_users.length, 1)
  return organization_users[0] as (typeof organization_users)[number]
}

const unique = ({ board }: World, name: string) => `${name}.${board}@example.com`

test('[INV-1] [INV-2] [MAI-1] an unknown email becomes an invited user, and the mail is queued at once', async () => {
  const made = await world()
  const { ann, organization } = made
  const email = unique(made, 'New')
  assert.deepEqual(await ann.organizations.addMember(organization, { email }), { message: 'The user was invited' })
  const added = await findByEmail(made, email)
  assert.deepEqual(
    [added.email, added.first_name, added.invited_state, added.organization_role.name],
    [email, '', 'PENDING_INVITE', 'User'],
  )
  const payload = { user_id: added.id, organization_id: organization, invited_by: ann.id }
  assert.deepEqual(await listQueuedMails(made, added.id), [{ name: 'send-invitation', payload }])
})

test('[INV-2] the email of an existing account uses that account', async () => {
  const made = await world()
  const { ann, eve, organization } = made
  await ann.organizations.addMember(organization, { email: eve.email.toUpperCase() })
  const added = await findByEmail(made, eve.email)
  assert.deepEqual([added.id, added.email, added.invited_state], [eve.id, eve.email, 'PENDING_INVITE'])
  assert.equal((await listQueuedMails(made, eve.id)).length, 1)
})

test('[INV-4] the email of a member, accepted or pending, is refused in any case', async () => {
  const made = await world()
  const { ann, bob, dependencies, organization } = made
  const pending = await pendingMember(made, 'Pia')
  const before = await stateOf(dependencies.db)
  for (const email of [bob.email, bob.email.toUpperCase(), pending, pending.toUpperCase()])
    await refused(ann.organizations.addMember(organization, { email }), 400, 'BadRequest', 'email')
  assert.deepEqual(await stateOf(dependencies.db), before)
})

test('[INV-4] of two concurrent requests that add the same new email, one is refused', async () => {
  const made = await world()
  const { ann, organization } = made
  const email = unique(made, 'Twin')
  const results = await Promise.allSettled(
    [email, email.toUpperCase(), email].map(one => ann.organizations.addMember(organization, { email: one })),
  )
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal((await listQueuedMails(made, (await findByEmail(made, email)).id)).length, 1)
})

test('[INV-2] an invalid email is refused', async () => {
  const { ann, organization } = await world()
  for (const email of ['', 'x', 'a@', '@b', 'a b@c', 'a@b@c', `${'x'.repeat(250)}@example.com`])
    await refused(ann.organizations.addMember(organization, { email }), 400, 'BadRequest', 'email')
})

test('[INV-5] the body names the role, which cannot be Owner', async () => {
  const made = await world()
  const { ann, dependencies, organization } = made
  for (const [id, name] of [
    [2, 'Admin'],
    [3, 'User'],
    [4, 'Guest'],
  ] as const) {
    const email = unique(made, name)
    await ann.organizations.addMember(organization, { email, organization_role_id: id })
    assert.equal((await findByEmail(made, email)).organization_role.name, name)
  }
  const before = await stateOf(dependencies.db)
  for (const organization_role_id of [1, 5]) {
    const add = ann.organizations.addMember(organization, { email: unique(made, 'x'), organization_role_id })
    await refused(add, 400, 'BadRequest', 'organization_role_id')
  }
  assert.deepEqual(await stateOf(dependencies.db), before)
})

test('[ROL-7] [ROL-9] a caller who can only add guests cannot add others', async () => {
  const made = await world()
  const { bob, dependencies, organization } = made
  const [ada, gus] = [await member(made, 'Ada', 2), await member(made, 'Gus', guest)]
  const add = (by: Person, organization_role_id: number) =>
    by.organizations.addMember(organization, {
      email: unique(made, `${by.id}.${organization_role_id}`),
      organization_role_id,
    })
  await add(bob, 4)
  for (const role of [2, 3, 4]) await add(ada, role)
  const before = await stateOf(dependencies.db)
  for (const role of [2, 3]) await refused(add(bob, role), 400, 'ForbiddenError')
  for (const role of [2, 3, 4]) await refused(add(gus, role), 400, 'ForbiddenError')
  await refused(add(ada, 1), 400, 'ForbiddenError')
  assert.deepEqual(await stateOf(dependencies.db), before)
})

async function worldWithApproval() {
  const made = await world()
  await made.ann.organizations.update(made.organization, { is_guest_invite_requires_approval: true })
  const email = unique(made, 'Guest')
  const { message } = await made.bob.organizations.addMember(made.organization, { email, organization_role_id: guest })
  return { made, message, waiting: await findByEmail(made, email) }
}

test('[INV-1] [INV-6] a guest who needs approval is mailed once approved', async () => {
  const { made, message, waiting } = await worldWithApproval()
  const { ann, organization } = made
  assert.equal(message, 'The guest is waiting for approval')
  assert.equal(waiting.invited_state, 'PENDING_INVITE')
  assert.deepEqual(await listQueuedMails(made, waiting.id), [])
  await ann.organizations.approve(organization, waiting.id)
  const payload = { user_id: waiting.id, organization_id: organization, invited_by: ann.id }
  assert.deepEqual(await listQueuedMails(made, waiting.id), [{ name: 'send-invitation', payload }])
  assert.equal((await findByEmail(made, waiting.email)).invited_state, 'PENDING_INVITE')
  await refused(ann.organizations.approve(organization, waiting.id), 400, 'BadRequest')
  assert.equal((await listQueuedMails(made, waiting.id)).length, 1)
})

test('[INV-6] [ROL-7] approving needs can_approve_guest_invite and a waiting guest', async () => {
  const { made, waiting } = await worldWithApproval()
  const { bob, vic, organization } = made
  const ada = await member(made, 'Ada', 2)
  await refused(bob.organizations.approve(organization, waiting.id), 403, 'ForbiddenError')
  await refused(ada.organizations.approve(organization, vic.id), 400, 'BadRequest')
  await ada.organizations.approve(organization, waiting.id)
})

test('[INV-6] only guests need approval: Users are invited at once, and so is a waiting guest who becomes one', async () => {
  const { made, waiting } = await worldWithApproval()
  const { ann, organization } = made
  const email = unique(made, 'User')
  await ann.organizations.addMember(organization, { email })
  assert.equal((await listQueuedMails(made, (await findByEmail(made, email)).id)).length, 1)
  await ann.organizations.updateMember(organization, waiting.id, { organization_role_id: 3 })
  assert.equal((await listQueuedMails(made, waiting.id)).length, 1)
  await refused(ann.organizations.approve(organization, waiting.id), 400, 'BadRequest')
})

test('[INV-12] a pending member whose email changes is invited at the new one', async () => {
  const { made, waiting } = await worldWithApproval()
  const { ann, organization } = made
  const pending = await findByEmail(made, await pendingMember(made, 'Pia'))
  const rename = (id: number, name: string) =>
    ann.organizations.updateMember(organization, id, { email: unique(made, name) })
  await rename(pending.id, 'Piet')
  const invitations = (await listQueuedMails(made, pending.id)).filter(({ name }) => name === 'send-invitation')
  assert.equal(invitations.length, 2)
  await rename(waiting.id, 'Other')
  const names = (await listQueuedMails(made, waiting.id)).map(({ name }) => name)
  assert.deepEqual(names, ['send-email-changed'])
})

test('[INV-12] a user who changes their own email is reinvited to every organization they have not joined yet', async () => {
  const made = await world()
  const { ann, eve, organization } = made
  await ann.organizations.addMember(organization, { email: eve.email })
  await changeEmail(made, eve, unique(made, 'Evelyn'))
  const invitation = {
    name: 'send-invitation',
    payload: { user_id: eve.id, organization_id: organization, invited_by: ann.id },
  }
  const queued = (await listQueuedMails(made, eve.id)).filter(({ name }) => name === invitation.name)
  assert.deepEqual(queued, [invitation, invitation])
  await eve.users.update('me', { first_name: 'Evelyn' })
  assert.equal((await listQueuedMails(made, eve.id)).filter(({ name }) => name === invitation.name).length, 2)
})
