import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { guest, member, pendingMember } from '../../testing/members.ts'
import { joinOrganization } from '../../testing/people.ts'
import type { Person, World } from '../../testing/world.ts'
import { world } from '../../testing/world.ts'

/** The entries since the world was created, oldest first: action, actor and subject. */
async function auditLines({ ann, organization }: World): Promise<[string, number | undefined, string][]> {
  const { audit_entries } = await ann.organizations.listAudit(organization, { limit: 200 })
  const lines = audit_entries.map((one): [string, number | undefined, string] => [
    one.action,
    one.actor?.id,
    one.subject.name,
  ])
  return lines.reverse().slice(1)
}

const idOf = async ({ ann, organization }: World, email: string) =>
  (await ann.organizations.listMembers(organization, { filter_by: `email:${email}` })).organization_users[0]
    ?.id as number

test('[AUD-1] the audit log is for the Owner and Admins', async () => {
  const made = await world()
  const { bob, eve, organization } = made
  const admin = await member(made, 'Ada', 2)
  const support = await made.person('Sue', { application_role_id: 2 })
  const root = await made.person('Root', { application_role_id: 1 })
  for (const one of [admin, root]) assert.equal((await one.organizations.listAudit(organization)).total, 1)
  for (const one of [bob, support]) await refused(one.organizations.listAudit(organization), 403, 'ForbiddenError')
  await refused(eve.organizations.listAudit(organization), 404, 'ResourceNotFound')
})

test('[AUD-1] [AUD-2] entries are listed newest first, in pages', async () => {
  const { ann, organization, board } = await world()
  await ann.organizations.update(organization, { name: 'Tiles' })
  const first = await ann.organizations.listAudit(organization, { limit: 1 })
  assert.deepEqual([first.total, first.size], [2, 1])
  const [{ id, created_at, ...entry }] = first.audit_entries as [(typeof first.audit_entries)[number]]
  assert.ok(id.length > 0 && !Number.isNaN(Date.parse(created_at)))
  assert.deepEqual(entry, {
    action: 'ORGANIZATION_UPDATED',
    actor: { id: ann.id, email: ann.email, first_name: 'Ann', last_name: 'Tester' },
    subject: { type: 'organization', id: String(organization), name: 'Mosaic' },
    changes: [{ field: 'name', before: 'Mosaic', after: 'Tiles' }],
  })
  const walked = await Array.fromAsync(ann.organizations.listAudit.all(organization, { limit: 1 }))
  assert.deepEqual(
    walked.map(one => [one.action, one.subject.type, one.subject.id]),
    [
      ['ORGANIZATION_UPDATED', 'organization', String(organization)],
      ['WORKSPACE_CREATED', 'workspace', board],
    ],
  )
})

test('[AUD-3] changes to members are recorded', async () => {
  const made = await world()
  const { ann, bob, vic, organization } = made
  const email = await pendingMember(made, 'Pat')
  const id = await idOf(made, email)
  await ann.organizations.inviteAgain(organization, id)
  await ann.organizations.removeMember(organization, id)
  await ann.organizations.update(organization, { is_guest_invite_requires_approval: true })
  const gus = `gus.${made.board.toLowerCase()}@example.com`
  await bob.organizations.addMember(organization, { email: gus, organization_role_id: guest })
  await ann.organizations.approve(organization, await idOf(made, gus))
  await ann.organizations.updateMember(organization, bob.id, { organization_role_id: 2, phone_number: '123' })
  await bob.organizations.removeMember(organization, vic.id)
  await ann.organizations.updateMember(organization, bob.id, { organization_role_id: 1 })
  assert.deepEqual(await auditLines(made), [
    ['MEMBER_INVITED', ann.id, email],
    ['MEMBER_INVITED_AGAIN', ann.id, email],
    ['INVITATION_WITHDRAWN', ann.id, email],
    ['ORGANIZATION_UPDATED', ann.id, 'Mosaic'],
    ['MEMBER_INVITED', bob.id, gus],
    ['MEMBER_APPROVED', ann.id, gus],
    ['MEMBER_ROLE_CHANGED', ann.id, bob.email],
    ['MEMBER_UPDATED', ann.id, bob.email],
    ['MEMBER_REMOVED', bob.id, vic.email],
    ['ORGANIZATION_HANDED_OVER', ann.id, bob.email],
  ])
  const { audit_entries } = await ann.organizations.listAudit(organization)
  const changes = (action: string) => audit_entries.find(one => one.action === action)?.changes
  assert.deepEqual(changes('MEMBER_ROLE_CHANGED'), [{ field: 'organization_role', before: 'User', after: 'Admin' }])
  assert.deepEqual(changes('MEMBER_UPDATED'), [{ field: 'phone_number', before: '', after: '123' }])
})

test('[AUD-3] creating, deleting, transferring and publishing workspaces are recorded', async () => {
  const made = await world()
  const { ann, bob, board, organization } = made
  const { workspace: copy } = await ann.workspaces.copy(board, { new_workspace_name: 'Copy' })
  await ann.workspaces.publish(board)
  await ann.workspaces.unpublish(board)
  await ann.workspaces.update(board, { user_id: bob.id })
  await ann.workspaces.delete(copy.uid)
  await ann.workspaces.restore(copy.uid)
  await ann.workspaces.delete(copy.uid, { is_permanent: true })
  await ann.organizations.removeMember(organization, bob.id)
  assert.deepEqual(await auditLines(made), [
    ['WORKSPACE_CREATED', ann.id, 'Copy'],
    ['WORKSPACE_PUBLISHED', ann.id, 'Board'],
    ['WORKSPACE_UNPUBLISHED', ann.id, 'Board'],
    ['WORKSPACE_HANDED_OVER', ann.id, 'Board'],
    ['WORKSPACE_DELETED', ann.id, 'Copy'],
    ['WORKSPACE_RESTORED', ann.id, 'Copy'],
    ['WORKSPACE_ERASED', ann.id, 'Copy'],
    ['WORKSPACE_HANDED_OVER', ann.id, 'Board'],
    ['MEMBER_REMOVED', ann.id, bob.email],
  ])
})

test('[AUD-3] a lock is recorded in every organization of the user', async () => {
  const made = await world()
  const { bob, dependencies } = made
  const other = await world()
  await joinOrganization(dependencies, other.organization, bob.id, 3)
  const root = await made.person('Root', { application_role_id: 1 })
  await root.users.lock(bob.id, { locked: true })
  await root.users.lock(bob.id, { locked: true })
  await root.users.lock(bob.id, { locked: false })
  for (const one of [made, other])
    assert.deepEqual(await auditLines(one), [
      ['USER_LOCKED', root.id, bob.email],
      ['USER_UNLOCKED', root.id, bob.email],
    ])
})

test('[AUD-3] the creation of an organization is recorded', async () => {
  const { person } = await world()
  const root: Person = await person('Root', { application_role_id: 1 })
  const { organization } = await root.organizations.create({ name: 'Another' })
  const { audit_entries } = await root.organizations.listAudit(organization.id)
  assert.deepEqual(
    audit_entries.map(one => [one.action, one.actor?.id]),
    [['ORGANIZATION_CREATED', root.id]],
  )
})

test('[AUD-4] refused requests and those that change nothing are not recorded', async () => {
  const made = await world()
  const { ann, bob, vic, board, organization } = made
  await refused(bob.organizations.removeMember(organization, vic.id), 400, 'ForbiddenError')
  await refused(bob.workspaces.delete(board), 400, 'ForbiddenError')
  await refused(ann.organizations.addMember(organization, { email: bob.email }), 400, 'BadRequest', 'email')
  await ann.organizations.update(organization, { name: 'Mosaic', metadata: [] })
  await ann.organizations.updateMember(organization, bob.id, { organization_role_id: 3, first_name: 'Bob' })
  await ann.workspaces.update(board, { user_id: ann.id })
  assert.deepEqual(await auditLines(made), [])
})
