// Updating and removing members: the rights it needs, and what happens to the workspaces they owned.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { stateOf } from '../../testing/database-state.ts'
import { guest, logOf, member } from '../../testing/members.ts'
import { joinOrganization, newOrganization } from '../../testing/people.ts'
import { type Person, type World, world } from '../../testing/world.ts'

const admin = 2

async function roleOf({ ann, organization }: World, { email }: Person): Promise<string | undefined> {
  const { organization_users } = await ann.organizations.listMembers(organization, { filter_by: `email:${email}` })
  return organization_users[0]?.organization_role.name
}

/** The request is refused, and nothing has changed. */
async function refusedAndUnchanged(
  { dependencies }: World,
  request: () => Promise<unknown>,
  ...fields: string[]
): Promise<void> {
  const before = await stateOf(dependencies.db)
  await refused(request(), 400, fields.length > 0 ? 'BadRequest' : 'ForbiddenError', ...fields)
  assert.deepEqual(await stateOf(dependencies.db), before)
}

test('[ORG-3] [ORG-5] an update of a member changes what is sent and leaves the rest', async () => {
  const made = await world()
  const { ann, bob, organization } = made
  await ann.organizations.updateMember(organization, bob.id, { first_name: ' Robert ', phone_number: '+49 30 1234' })
  assert.deepEqual(await ann.organizations.updateMember(organization, bob.id, { last_name: 'Builder' }), {
    message: 'The member was updated',
  })
  await ann.organizations.updateMember(organization, bob.id)
  const { user } = await bob.users.me()
  assert.deepEqual(
    [user.first_name, user.last_name, user.phone_number, user.email],
    ['Robert', 'Builder', '+49 30 1234', bob.email],
  )
  assert.equal(await roleOf(made, bob), 'User')
})

test('[ORG-5] [INV-4] the email of another user is refused in any case; one’s own is accepted', async () => {
  const made = await world()
  const { ann, bob, eve, organization } = made
  const update = (email: string) => ann.organizations.updateMember(organization, bob.id, { first_name: 'x', email })
  await refusedAndUnchanged(made, () => update(eve.email.toUpperCase()), 'email')
  await refusedAndUnchanged(made, () => update('no address'), 'email')
  const own = bob.email.toUpperCase()
  await update(own)
  assert.equal((await bob.users.me()).user.email, own)
})

test('[ROL-7] changing details needs the edit flag for the type of member', async () => {
  const made = await world()
  const { bob, vic, organization } = made
  const [ada, amy] = [await member(made, 'Ada', admin), await member(made, 'Amy', admin)]
  const gus = await member(made, 'Gus', guest)
  const rename = (by: Person, target: Person) =>
    by.organizations.updateMember(organization, target.id, { last_name: `By ${by.id}` })
  for (const target of [bob, amy, gus]) await rename(ada, target)
  for (const target of [vic, ada, gus, bob]) await refusedAndUnchanged(made, () => rename(bob, target))
  await refusedAndUnchanged(made, () => bob.organizations.updateMember(organization, vic.id, {}))
})

test('[ORG-7] only the Owner can change the Owner’s details', async () => {
  const made = await world()
  const { ann, organization } = made
  const ada = await member(made, 'Ada', admin)
  await refusedAndUnchanged(made, () => ada.organizations.updateMember(organization, ann.id, { first_name: 'x' }))
  await ann.organizations.updateMember(organization, ann.id, { first_name: 'Anna' })
  assert.equal((await ann.users.me()).user.first_name, 'Anna')
})

test('[ORG-7] a user who is not a member is not found by any of the three', async () => {
  const { ann, eve, organization } = await world()
  for (const id of [eve.id, 2_000_000_000]) {
    await refused(ann.organizations.updateMember(organization, id, { first_name: 'x' }), 400, 'ResourceNotFound')
    await refused(ann.organizations.removeMember(organization, id), 400, 'ResourceNotFound')
    await refused(ann.organizations.approve(organization, id), 404, 'ResourceNotFound')
  }
})

test('[ORG-7] [ERR-6] a guest, who cannot list members, does not learn who is one', async () => {
  const made = await world()
  const { bob, eve, organization } = made
  const gus = await member(made, 'Gus', guest)
  const update = (id: number) => gus.organizations.updateMember(organization, id, { first_name: 'x' })
  const known = await refused(update(bob.id), 400, 'ResourceNotFound')
  const unknown = await refused(update(eve.id), 400, 'ResourceNotFound')
  assert.equal(known.message, unknown.message)
  await refused(gus.organizations.removeMember(organization, bob.id), 400, 'ResourceNotFound')
  await refused(gus.organizations.removeMember(organization, gus.id), 400, 'ForbiddenError')
})

test('[ORG-8] others can change an email only if the user has no other memberships or rights', async () => {
  const made = await world()
  const { ann, bob, vic, eve, dependencies, organization } = made
  await joinOrganization(dependencies, await newOrganization(dependencies, eve.id), vic.id, 3)
  const root = await made.person('Root', { application_role_id: 1 })
  await joinOrganization(dependencies, organization, root.id, 3)
  const rename = (by: Person, { id }: Person) =>
    by.organizations.updateMember(organization, id, { email: `taken.${id}@example.com` })
  await refusedAndUnchanged(made, () => rename(ann, vic))
  await refusedAndUnchanged(made, () => rename(ann, root))
  await rename(ann, bob)
  await rename(root, vic)
  for (const person of [bob, vic])
    assert.equal((await person.users.me()).user.pending_email, `taken.${person.id}@example.com`)
})

test('[ROL-7] changing a role needs the right to remove the old type and to add the new one', async () => {
  const made = await world()
  const { ann, bob, vic, organization } = made
  const ada = await member(made, 'Ada', admin)
  const assign = (by: Person, target: Person, organization_role_id: number) =>
    by.organizations.updateMember(organization, target.id, { organization_role_id })
  await assign(ada, bob, guest)
  assert.equal(await roleOf(made, bob), 'Guest')
  await assign(ada, bob, admin)
  await assign(bob, ada, 3)
  assert.deepEqual([await roleOf(made, bob), await roleOf(made, ada)], ['Admin', 'User'])
  for (const role of [2, 3, 4]) await refusedAndUnchanged(made, () => assign(vic, ada, role))
  await assign(ann, bob, 3)
  await refusedAndUnchanged(made, () => assign(bob, bob, admin))
})

test('[ROL-15] a role with more rights than the caller’s cannot be assigned, and an unknown role is a field error', async () => {
  const made = await world()
  const { ann, bob, vic, organization } = made
  const ada = await member(made, 'Ada', admin)
  const assign = (by: Person, target: Person, organization_role_id: number) =>
    by.organizations.updateMember(organization, target.id, { organization_role_id })
  await refusedAndUnchanged(made, () => assign(ada, ada, 1))
  await refusedAndUnchanged(made, () => assign(ada, bob, 1))
  for (const role of [5, 99]) await refusedAndUnchanged(made, () => assign(ann, vic, role), 'organization_role_id')
})

test('[ROL-14] the Owner can be neither removed nor assigned another role', async () => {
  const made = await world()
  const { ann, organization } = made
  const ada = await member(made, 'Ada', admin)
  for (const by of [ann, ada]) {
    const demote = () => by.organizations.updateMember(organization, ann.id, { organization_role_id: admin })
    await refusedAndUnchanged(made, demote, 'organization_role_id')
    await refused(by.organizations.removeMember(organization, ann.id), 400, 'BadRequest')
  }
  assert.equal(await roleOf(made, ann), 'Owner')
})

test('[ROL-14] assigning role 1 to an accepted member transfers the organization', async () => {
  const made = await world()
  const { ann, bob, organization } = made
  await ann.organizations.updateMember(organization, bob.id, { organization_role_id: 1 })
  assert.deepEqual([await roleOf(made, ann), await roleOf(made, bob)], ['Admin', 'Owner'])
  assert.equal((await bob.organizations.get(organization)).organization.owner.id, bob.id)
  await bob.organizations.update(organization, { name: 'Bob’s' })
  await refused(ann.organizations.update(organization, { name: 'Ann’s' }), 403, 'ForbiddenError')
  await bob.organizations.updateMember(organization, bob.id, { organization_role_id: 1 })
  assert.equal(await roleOf(made, bob), 'Owner')
})

test('[ROL-14] a pending member cannot become Owner', async () => {
  const made = await world()
  const { ann, eve, organization } = made
  await ann.organizations.addMember(organization, { email: eve.email })
  const assign = () => ann.organizations.updateMember(organization, eve.id, { organization_role_id: 1 })
  await refusedAndUnchanged(made, assign, 'organization_role_id')
})

test('[ROL-14] of two concurrent transfers, one prevails', async () => {
  const made = await world()
  const { ann, bob, vic, organization } = made
  const assign = ({ id }: Person) => ann.organizations.updateMember(organization, id, { organization_role_id: 1 })
  await Promise.allSettled([assign(bob), assign(vic), assign(bob), assign(vic)])
  const { organization_users } = await ann.organizations.listMembers(organization, { filter_by: 'role_type:owner' })
  assert.equal(organization_users.length, 1)
})

test('[ROL-7] removing a member needs the remove flag for their type', async () => {
  const made = await world()
  const { bob, vic, organization } = made
  const [ada, amy] = [await member(made, 'Ada', admin), await member(made, 'Amy', admin)]
  const gus = await member(made, 'Gus', guest)
  for (const target of [vic, gus, amy])
    await refusedAndUnchanged(made, () => bob.organizations.removeMember(organization, target.id))
  for (const target of [vic, gus, amy, ada]) {
    assert.deepEqual(await ada.organizations.removeMember(organization, target.id), {
      message: 'The member was removed',
    })
    await refused(target.organizations.get(organization), 404, 'ResourceNotFound')
  }
  await refused(ada.organizations.removeMember(organization, bob.id), 400, 'ResourceNotFound')
})

test('[ROL-17] a removed member loses their workspace roles, and the Owner gets the workspaces they owned', async () => {
  const made = await world()
  const { ann, bob, eve, dependencies, board, organization } = made
  const otherOrganization = await newOrganization(dependencies, eve.id)
  await joinOrganization(dependencies, otherOrganization, bob.id, 3)
  const create = async (person: Person, where: number, users: { email: string; workspace_role_id: number }[] = []) =>
    (await person.workspaces.create(where, { name: 'Another', users })).workspace.properties.uid
  const shared = await create(bob, organization, [{ email: ann.email, workspace_role_id: 4 }])
  const alone = await create(bob, organization)
  const deleted = await create(bob, organization)
  await bob.workspaces.delete(deleted)
  const other = await create(bob, otherOrganization)

  await ann.organizations.removeMember(organization, bob.id)

  for (const uid of [board, shared, alone]) await refused(bob.workspaces.get(uid), 403, 'ResourceNotFound')
  for (const uid of [shared, alone])
    assert.equal((await ann.workspaces.get(uid)).workspace.properties.workspace_owner.id, ann.id)
  await ann.workspaces.restore(deleted)
  assert.equal((await ann.workspaces.get(deleted)).workspace.properties.workspace_role.name, 'Owner')
  assert.equal((await bob.workspaces.get(other)).workspace.properties.workspace_role.name, 'Owner')

  const last = async (uid: string) =>
    (await logOf(made, uid)).map(({ type, actor_id, data }) => [type, actor_id, data.id, data.workspace_role_id])
  const left = (role: number) => ['WORKSPACE_USER_REMOVE', ann.id, bob.id, role]
  assert.deepEqual((await last(board)).at(-1), left(3))
  assert.deepEqual((await last(shared)).slice(-2), [left(1), ['WORKSPACE_USER_ROLE_CHANGE', ann.id, ann.id, 1]])
  assert.deepEqual((await last(alone)).slice(-2), [left(1), ['WORKSPACE_USER_ADD', ann.id, ann.id, 1]])
})

test('[ROL-17] a member who is added again has none of their former roles', async () => {
  const made = await world()
  const { ann, bob, dependencies, board, organization } = made
  await ann.organizations.removeMember(organization, bob.id)
  await joinOrganization(dependencies, organization, bob.id, 3)
  await refused(bob.workspaces.get(board), 403, 'ResourceNotFound')
  assert.equal((await bob.users.listWorkspaces('me')).total, 0)
})

test('[ROL-19] a revoked right is refused from the next request on', async () => {
  const made = await world()
  const { ann, vic, organization } = made
  const ada = await member(made, 'Ada', admin)
  await ada.organizations.updateMember(organization, vic.id, { first_name: 'Victor' })
  await ann.organizations.updateMember(organization, ada.id, { organization_role_id: 3 })
  const again = () => ada.organizations.updateMember(organization, vic.id, { first_name: 'Viktor' })
  await refusedAndUnchanged(made, again)
})
