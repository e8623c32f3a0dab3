// A user's lists of organizations and workspaces, and who can read them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { refused } from '../../testing/assert-refused.ts'
import { guest, member } from '../../testing/members.ts'
import { joinOrganization, newOrganization } from '../../testing/people.ts'
import { type Person, type World, world } from '../../testing/world.ts'

const organizationsOf = async (reader: Person, user: number | 'me', query = {}) =>
  (await reader.users.listOrganizations(user, query)).organizations.map(({ id }) => id)

const workspacesOf = async (reader: Person, user: number | 'me', query = {}) =>
  (await reader.users.listWorkspaces(user, query)).workspaces.map(({ uid }) => uid)

const newWorkspace = async (person: Person, organization: number, body: { name: string; public?: boolean }) =>
  (await person.workspaces.create(organization, body)).workspace.properties.uid

test('[USR-9] a user’s organizations are records with their role instead of owner and metadata', async () => {
  const { ann, bob, organization } = await world()
  const { organization: whole } = await ann.organizations.get(organization)
  const { owner: _owner, metadata: _metadata, ...shared } = whole
  const { organizations } = await bob.users.listOrganizations('me')
  const [item] = organizations
  assert.equal(organizations.length, 1)
  assert.deepEqual(item, { ...shared, organization_role: item?.organization_role })
  assert.deepEqual(
    [item?.organization_role.name, item?.organization_role.organization_id, item?.organization_role.can_add_user],
    ['User', organization, false],
  )
})

test('[USR-9] an organization is listed once the invitation is accepted', async () => {
  const { ann, eve, organization } = await world()
  const before = await organizationsOf(eve, 'me')
  await ann.organizations.addMember(organization, { email: eve.email })
  assert.deepEqual(await organizationsOf(eve, 'me'), before)
})

test('[LST-3] [LST-4] [LST-5] [LST-6] organizations are searched, ordered and paged', async () => {
  const { ann, dependencies, organization } = await world()
  // A millisecond apart, so that there is no tie.
  await delay(2)
  const beta = await newOrganization(dependencies, ann.id, 'beta_100%')
  await delay(2)
  const alpha = await newOrganization(dependencies, ann.id, 'Älpha')
  const list = (query: object) => organizationsOf(ann, 'me', query)
  assert.deepEqual(await list({}), [beta, organization, alpha])
  assert.deepEqual(await list({ order_by: 'name', order_direction: 'DESC' }), [alpha, organization, beta])
  assert.deepEqual(await list({ order_by: 'id' }), [organization, beta, alpha])
  assert.deepEqual(await list({ order_by: 'created_at', order_direction: 'desc' }), [alpha, beta, organization])
  assert.deepEqual(await list({ order_by: 'updated_at' }), [organization, beta, alpha])
  assert.deepEqual(await list({ query: 'ÄL' }), [alpha])
  assert.deepEqual(await list({ query: '_1' }), [beta])
  assert.deepEqual(await list({ query: 's_i' }), [])
  await refused(ann.users.listOrganizations('me', { order_by: 'plan' as never }), 400, 'BadRequest', 'order_by')
  const { organizations: _, ...envelope } = await ann.users.listOrganizations(ann.id, { limit: 2, query: 'a' })
  const link = (offset: number) =>
    `/api/users/${ann.id}/organizations?order_by=&order_direction=ASC&limit=2&offset=${offset}&query=a`
  assert.deepEqual(envelope, {
    total: 3,
    limit: 2,
    offset: 0,
    size: 2,
    paging: { prev: null, self: link(0), next: link(2) },
  })
})

test('[USR-10] the workspaces are those with a role and the public ones, as plain records', async () => {
  const made = await world()
  const { ann, bob, vic, board, organization } = made
  const gus = await member(made, 'Gus', guest)
  const open = await newWorkspace(ann, organization, { name: 'Open', public: true })
  await newWorkspace(ann, organization, { name: 'Closed' })
  assert.deepEqual(await workspacesOf(bob, 'me'), [board, open])
  assert.deepEqual(await workspacesOf(gus, 'me'), [])
  const { workspaces } = await vic.users.listWorkspaces('me')
  assert.deepEqual(
    workspaces.map(({ name, workspace_role, workspace_owner }) => [name, workspace_role.name, workspace_owner.id]),
    [
      ['Board', 'Viewer', ann.id],
      ['Open', 'Editor', ann.id],
    ],
  )
  const { properties } = (await vic.workspaces.get(board)).workspace
  assert.deepEqual(workspaces[0], properties)
})

async function twoOrganizations(): Promise<World & { other: number; there: string }> {
  const made = await world()
  const { bob, eve, dependencies } = made
  const other = await newOrganization(dependencies, eve.id, 'Other')
  await joinOrganization(dependencies, other, bob.id, 3)
  return { ...made, other, there: await newWorkspace(bob, other, { name: 'There' }) }
}

test('[USR-2] [USR-10] the workspaces in one organization are listed by themselves', async () => {
  const { bob, board, organization, other, there } = await twoOrganizations()
  const list = async (id: number) => (await bob.users.listWorkspacesIn('me', id)).workspaces.map(({ uid }) => uid)
  assert.deepEqual(await list(organization), [board])
  assert.deepEqual(await list(other), [there])
  const { paging } = await bob.users.listWorkspacesIn(bob.id, other)
  const path = `/api/users/${bob.id}/organizations/${other}/workspaces`
  assert.equal(paging.self, `${path}?order_by=&order_direction=ASC&limit=25&offset=0`)
})

test('[USR-2] [ERR-6] the workspaces of an organization that the caller cannot see are refused', async () => {
  const { ann, bob, other } = await twoOrganizations()
  const unseen = await refused(ann.users.listWorkspacesIn('me', other), 400, 'ResourceNotFound')
  const unknown = await refused(ann.users.listWorkspacesIn('me', 2_000_000_000), 400, 'ResourceNotFound')
  assert.equal(unseen.message, unknown.message)
  await refused(ann.users.listWorkspacesIn(bob.id, other), 400, 'ResourceNotFound')
})

test('[USR-8] another person’s lists are for the Owner and Admins, within their organization', async () => {
  const made = await twoOrganizations()
  const { ann, bob, eve, board, organization, other, there } = made
  const ada = await member(made, 'Ada', 2)
  for (const reader of [ann, ada]) {
    assert.deepEqual(await organizationsOf(reader, bob.id), [organization])
    assert.deepEqual(await workspacesOf(reader, bob.id), [board])
    assert.equal((await reader.users.listWorkspacesIn(bob.id, organization)).total, 1)
  }
  assert.deepEqual(await organizationsOf(eve, bob.id), [other])
  assert.deepEqual(await workspacesOf(eve, bob.id), [there])
})

test('[USR-8] they are refused to colleagues, and for strangers the user does not exist', async () => {
  const made = await twoOrganizations()
  const { bob, vic, eve, organization } = made
  await refused(vic.users.listOrganizations(bob.id), 400, 'ForbiddenError')
  await refused(vic.users.listWorkspaces(bob.id), 400, 'ForbiddenError')
  await refused(vic.users.listWorkspacesIn(bob.id, organization), 400, 'ForbiddenError')
  await refused(eve.users.listWorkspaces(vic.id), 400, 'ResourceNotFound')
  await refused(eve.users.listOrganizations(2_000_000_000), 400, 'ResourceNotFound')
})

test('[USR-8] an Admin of one organization who is a plain member of another is refused there', async () => {
  const made = await twoOrganizations()
  const { bob, vic, dependencies, organization, other } = made
  await joinOrganization(dependencies, other, vic.id, 2)
  assert.equal((await vic.users.listWorkspacesIn(bob.id, other)).total, 1)
  await refused(vic.users.listWorkspacesIn(bob.id, organization), 400, 'ForbiddenError')
  assert.deepEqual(await organizationsOf(vic, bob.id), [other])
})

test('[USR-8] [ROL-8] with can_list_users every list is open', async () => {
  const { bob, person, board, organization, other, there } = await twoOrganizations()
  const support = await person('Sue', { application_role_id: 2 })
  assert.deepEqual((await organizationsOf(support, bob.id)).toSorted(), [organization, other].toSorted())
  assert.deepEqual((await workspacesOf(support, bob.id)).toSorted(), [board, there].toSorted())
  assert.equal((await support.users.listWorkspacesIn(bob.id, other)).total, 1)
})
