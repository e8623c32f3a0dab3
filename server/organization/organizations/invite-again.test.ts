import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { accept, guest, member, pendingMember } from '../../testing/members.ts'
import { type World, world } from '../../testing/world.ts'

const idOf = async ({ ann, organization }: World, email: string): Promise<number> => {
  const { organization_users } = await ann.organizations.listMembers(organization, { filter_by: `email:${email}` })
  return organization_users[0]?.id as number
}

const invitationsTo = async ({ dependencies }: World, user_id: number): Promise<number> => {
  const jobs = await dependencies.db.read
    .selectFrom('jobs')
    .select('payload')
    .where('name', '=', 'send-invitation')
    .execute()
  return jobs.filter(job => JSON.parse(job.payload).user_id === user_id).length
}

test('[INV-13] a pending member is invited again', async () => {
  const made = await world()
  const id = await idOf(made, await pendingMember(made, 'Pat'))
  assert.equal(await invitationsTo(made, id), 1)
  const { message } = await made.ann.organizations.inviteAgain(made.organization, id)
  assert.equal(message, 'The invitation was sent again')
  assert.equal(await invitationsTo(made, id), 2)
})

test('[INV-13] a member who has joined, is waiting for approval or is unknown cannot be invited again', async () => {
  const made = await world()
  const { ann, bob, eve, organization } = made
  await refused(ann.organizations.inviteAgain(organization, bob.id), 400, 'BadRequest')
  await refused(ann.organizations.inviteAgain(organization, eve.id), 404, 'ResourceNotFound')
  await ann.organizations.update(organization, { is_guest_invite_requires_approval: true })
  const email = `gus.${made.board.toLowerCase()}@example.com`
  await ann.organizations.addMember(organization, { email, organization_role_id: guest })
  const id = await idOf(made, email)
  await refused(ann.organizations.inviteAgain(organization, id), 400, 'BadRequest')
  assert.equal(await invitationsTo(made, id), 0)
})

test('[INV-13] inviting again needs the right to add a member with that role', async () => {
  const made = await world()
  const { ann, bob, organization } = made
  const id = await idOf(made, await pendingMember(made, 'Pat'))
  await refused(bob.organizations.inviteAgain(organization, id), 403, 'ForbiddenError')
  await ann.organizations.updateMember(organization, id, { organization_role_id: guest })
  await bob.organizations.inviteAgain(organization, id)
})

test('[INV-14] removing a pending member withdraws the invitation', async () => {
  const made = await world()
  const email = await pendingMember(made, 'Pat')
  const id = await idOf(made, email)
  const { message } = await made.ann.organizations.removeMember(made.organization, id)
  assert.equal(message, 'The invitation was withdrawn')
  await accept(made, email)
  assert.equal(await idOf(made, email), undefined)
})

test('[ORG-2] [LST-7] guests waiting for approval are marked and can be filtered', async () => {
  const made = await world()
  const { ann, organization } = made
  await member(made, 'Max')
  await pendingMember(made, 'Pat')
  await ann.organizations.update(organization, { is_guest_invite_requires_approval: true })
  const email = `gus.${made.board.toLowerCase()}@example.com`
  await ann.organizations.addMember(organization, { email, organization_role_id: guest })
  const awaiting = await ann.organizations.listMembers(organization, { filter_by: 'awaits_approval:true' })
  assert.deepEqual(
    awaiting.organization_users.map(one => [one.email, one.awaits_approval]),
    [[email, true]],
  )
  const others = await ann.organizations.listMembers(organization, { filter_by: 'awaits_approval:false' })
  assert.equal(others.total, 5)
  assert.ok(others.organization_users.every(one => one.awaits_approval === false))
})
