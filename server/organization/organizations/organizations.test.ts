// Organizations: their records, who can read and update them, and the list of members.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { organizationRoles } from '@tessera/contract'
import { refused } from '../../testing/assert-refused.ts'
import { stateOf } from '../../testing/database-state.ts'
import { guest, member, pendingMember } from '../../testing/members.ts'
import { type Person, world } from '../../testing/world.ts'

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

test('[ORG-1] [ORG-6] a new organization has every field, and belongs to its creator', async () => {
  const { person } = await world()
  const root = await person('Root', { application_role_id: 1 })
  const { organization } = await root.organizations.create({ name: '  Mosaic makers ' })
  const { id, account_id, created_at, updated_at, plan, owner, ...rest } = organization
  assert.ok(Number.isInteger(id) && Number.isInteger(account_id))
  assert.match(created_at, timestamp)
  assert.equal(updated_at, created_at)
  assert.deepEqual(Object.keys(plan), ['id', 'name'])
  assert.deepEqual(rest, {
    name: 'Mosaic makers',
    locked_at: null,
    expiration: null,
    is_guest_invite_requires_approval: false,
    metadata: [],
  })
  const { id: owner_id, email, first_name, last_name, locked_at, ...more } = owner
  assert.deepEqual([owner_id, email, first_name, last_name, locked_at], [root.id, root.email, 'Root', 'Tester', null])
  assert.deepEqual(Object.keys(more).sort(), ['account_id', 'created_at', 'updated_at'])
  const { organizations } = await root.users.listOrganizations('me')
  assert.deepEqual(
    organizations.map(one => [one.id, one.organization_role.name]),
    [[id, 'Owner']],
  )
})

test('[ORG-6] [ROL-8] creating an organization needs can_create_organizations', async () => {
  const { ann, person, dependencies } = await world()
  const support = await person('Sue', { application_role_id: 2 })
  const before = await stateOf(dependencies.db)
  await refused(ann.organizations.create({ name: 'Mine' }), 403, 'ForbiddenError')
  await refused(support.organizations.create({ name: 'Mine' }), 403, 'ForbiddenError')
  assert.deepEqual(await stateOf(dependencies.db), before)
})

test('[ORG-1] a name has 1 to 255 characters after trimming, metadata its bounds', async () => {
  const { ann, organization } = await world()
  const update = (body: object) => ann.organizations.update(organization, body)
  await refused(update({ name: '   ' }), 400, 'BadRequest', 'name')
  await refused(update({ name: 'x'.repeat(256) }), 400, 'BadRequest', 'name')
  const entry = { key: 'k', value: '' }
  await refused(update({ metadata: [{ ...entry, key: '' }] }), 400, 'BadRequest', 'metadata[0].key')
  await refused(update({ metadata: [{ ...entry, value: 'x'.repeat(4097) }] }), 400, 'BadRequest', 'metadata[0].value')
  await refused(update({ metadata: Array(101).fill(entry) }), 400, 'BadRequest', 'metadata')
  await update({ name: 'x'.repeat(255), metadata: Array(100).fill(entry) })
  const { organization: read } = await ann.organizations.get(organization)
  assert.deepEqual([read.name.length, read.metadata.length], [255, 100])
})

test('[ORG-3] [ORG-5] an update leaves missing fields as they are, and replaces metadata as a whole', async () => {
  const { ann, organization } = await world()
  const { organization: before } = await ann.organizations.get(organization)
  const metadata = [
    { key: 'floor', value: '3' },
    { key: 'floor', value: 'drei ü' },
  ]
  await ann.organizations.update(organization, { metadata })
  await ann.organizations.update(organization, { name: 'Renamed' })
  assert.deepEqual(await ann.organizations.update(organization, { is_guest_invite_requires_approval: true }), {
    message: 'The organization was updated',
  })
  const { organization: after } = await ann.organizations.get(organization)
  const changed = { name: 'Renamed', metadata, is_guest_invite_requires_approval: true, updated_at: after.updated_at }
  assert.deepEqual(after, { ...before, ...changed })
  await ann.organizations.update(organization, {})
  assert.deepEqual((await ann.organizations.get(organization)).organization, after)
  await ann.organizations.update(organization, { metadata: [] })
  assert.deepEqual((await ann.organizations.get(organization)).organization.metadata, [])
})

test('[ORG-10] metadata that is a setting has one of its values, once', async () => {
  const { ann, organization } = await world()
  const floor = { key: 'floor', value: 'any' }
  const update = (...metadata: { key: string; value: string }[]) => ann.organizations.update(organization, { metadata })
  const setting = (value: string) => ({ key: 'publishing', value })
  await refused(update(floor, setting('nobody')), 400, 'BadRequest', 'metadata[1].value')
  await refused(update(setting('admins'), setting('editors')), 400, 'BadRequest', 'metadata[1].key')
  await update(floor, setting('admins'))
  assert.deepEqual((await ann.organizations.get(organization)).organization.metadata, [floor, setting('admins')])
  const { audit_entries } = await ann.organizations.listAudit(organization)
  assert.deepEqual(audit_entries[0]?.changes, [
    { field: 'publishing', before: 'editors', after: 'admins' },
    { field: 'metadata', before: null, after: null },
  ])
})

test('[ROL-7] only the Owner can change settings, not Admins, Users and Guests', async () => {
  const made = await world()
  const { dependencies, organization, bob } = made
  const people = [bob, await member(made, 'Ada', 2), await member(made, 'Gus', guest)]
  const before = await stateOf(dependencies.db)
  for (const person of people)
    await refused(person.organizations.update(organization, { name: 'Theirs' }), 403, 'ForbiddenError')
  assert.deepEqual(await stateOf(dependencies.db), before)
})

test('[ORG-4] [ROL-11] every member can read the organization, including guests; for others it does not exist', async () => {
  const made = await world()
  const { ann, bob, eve, organization } = made
  const gus = await member(made, 'Gus', guest)
  const { organization: read } = await ann.organizations.get(organization)
  for (const person of [bob, gus]) assert.deepEqual((await person.organizations.get(organization)).organization, read)
  const stranger = await refused(eve.organizations.get(organization), 404, 'ResourceNotFound')
  const unknown = await refused(ann.organizations.get(2_000_000_000), 404, 'ResourceNotFound')
  assert.equal(stranger.message, unknown.message)
})

test('[ORG-4] a pending member has no access yet', async () => {
  const { ann, eve, organization } = await world()
  await ann.organizations.addMember(organization, { email: eve.email })
  await refused(eve.organizations.get(organization), 404, 'ResourceNotFound')
})

test('[ROL-8] with can_list_organizations every organization is read, with can_edit_organizations changed', async () => {
  const { ann, bob, person, organization } = await world()
  const root = await person('Root', { application_role_id: 1 })
  const support = await person('Sue', { application_role_id: 2 })
  assert.equal((await support.organizations.listMembers(organization)).total, 3)
  await refused(support.organizations.update(organization, { name: 'Theirs' }), 403, 'ForbiddenError')
  await refused(support.organizations.updateMember(organization, bob.id, { first_name: 'x' }), 400, 'ForbiddenError')
  await root.organizations.update(organization, { name: 'Tidied up' })
  await root.organizations.updateMember(organization, bob.id, { organization_role_id: 2 })
  assert.equal((await ann.organizations.get(organization)).organization.name, 'Tidied up')
})

test('[ORG-2] [ORG-3] [INV-1] a member record has the user, the state of the invitation and the role', async () => {
  const made = await world()
  const { ann, bob, organization } = made
  const email = await pendingMember(made, 'Pia')
  const find = async (filter_by: string) =>
    (await ann.organizations.listMembers(organization, { filter_by })).organization_users[0]
  const found = await find(`email:${bob.email}`)
  const { created_at, updated_at, organization_role, ...rest } = found as NonNullable<typeof found>
  assert.match(created_at, timestamp)
  assert.match(updated_at, timestamp)
  assert.deepEqual(rest, {
    id: bob.id,
    type: 'person',
    email: bob.email,
    first_name: 'Bob',
    last_name: 'Tester',
    title: null,
    industry: '',
    phone_number: '',
    locked_at: null,
    awaits_approval: false,
    avatar_url: null,
    pending_email: null,
    invited_state: 'ACCEPTED',
  })
  assert.deepEqual(
    [organization_role.id, organization_role.organization_id, organization_role.can_add_guest],
    [3, organization, true],
  )
  assert.equal((await find(`email:${email}`))?.invited_state, 'PENDING_INVITE')
})

test('[ROL-7] [ROL-11] listing members needs can_list_organization_users, which a guest lacks', async () => {
  const made = await world()
  const { bob, eve, organization } = made
  const gus = await member(made, 'Gus', guest)
  assert.equal((await bob.organizations.listMembers(organization)).total, 4)
  await refused(gus.organizations.listMembers(organization), 400, 'ForbiddenError')
  await refused(eve.organizations.listMembers(organization), 400, 'ResourceNotFound')
})

const namesIn = async (person: Person, organization: number, query: object) =>
  (await person.organizations.listMembers(organization, query)).organization_users.map(one => one.first_name)

test('[LST-4] [LST-5] members are ordered by the requested field, in either direction, ties by id', async () => {
  const made = await world()
  const { ann, organization } = made
  await member(made, 'eMil')
  const ordered = (order_by: string, order_direction = 'ASC') =>
    namesIn(ann, organization, { order_by, order_direction })
  assert.deepEqual(await namesIn(ann, organization, {}), ['Ann', 'Bob', 'eMil', 'Vic'])
  assert.deepEqual(await ordered('first_name', 'desc'), ['Vic', 'eMil', 'Bob', 'Ann'])
  assert.deepEqual(await ordered('id', 'DESC'), (await ordered('id')).toReversed())
  assert.deepEqual(await ordered('last_name'), await ordered('id'))
  assert.deepEqual(await ordered('last_name', 'DESC'), await ordered('id'))
  assert.deepEqual((await ordered('created_at')).at(-1), 'eMil')
  await refused(ordered('password_hash'), 400, 'BadRequest', 'order_by')
  await refused(ordered('id', 'down'), 400, 'BadRequest', 'order_direction')
})

test('[LST-6] a search finds members by a part of their email or names, with % and _ taken literally', async () => {
  const made = await world()
  const { ann, bob, organization } = made
  await member(made, 'Ünal')
  const found = (query: string) => namesIn(ann, organization, { query })
  assert.deepEqual(await found('bO'), ['Bob'])
  assert.deepEqual(await found('ÜN'), ['Ünal'])
  assert.deepEqual(await found(bob.email.slice(2, 20).toUpperCase()), ['Bob'])
  assert.equal((await found('tester')).length, 4)
  assert.deepEqual(await found('%'), [])
  assert.deepEqual(await found('b_b'), [])
  assert.deepEqual(await found('\\'), [])
})

test('[LST-7] [LST-8] members are filtered by a field, in any case', async () => {
  const made = await world()
  const { ann, bob, organization } = made
  await member(made, 'Gus', guest)
  await pendingMember(made, 'Pia')
  const found = (filter_by: string) => namesIn(ann, organization, { filter_by })
  assert.deepEqual(await found(`email:${bob.email.toUpperCase()}`), ['Bob'])
  assert.deepEqual(await found('first_name:gUS'), ['Gus'])
  assert.deepEqual(await found('last_name:Tester'), ['Ann', 'Bob', 'Gus', 'Vic'])
  assert.deepEqual(await found('invited_state:pending_invite'), [''])
  assert.deepEqual(await found('role_type:guest'), ['Gus'])
  assert.deepEqual(await found('organization_role_id:1'), ['Ann'])
  for (const none of ['organization_role_id:99', 'role_type:king', 'first_name:Gus:', 'email:%'])
    assert.deepEqual(await found(none), [])
  const { message } = await refused(found('phone_number:1'), 400, 'BadRequest', 'filter_by')
  assert.match(message, /email, first_name, last_name, invited_state, role_type, organization_role_id/)
  await refused(found('email'), 400, 'BadRequest', 'filter_by')
})

test('[LST-1] [LST-2] [LST-3] the page links of members keep search and filter', async () => {
  const { ann, organization } = await world()
  const page = await ann.organizations.listMembers(organization, {
    query: 'tester',
    filter_by: 'invited_state:ACCEPTED',
    limit: 1,
    offset: 1,
  })
  const link = (offset: number) =>
    `/api/organizations/${organization}/users?order_by=&order_direction=ASC&limit=1&offset=${offset}` +
    '&query=tester&filter_by=invited_state%3AACCEPTED'
  const { organization_users, ...envelope } = page
  assert.equal(organization_users.length, 1)
  const paging = { prev: link(0), self: link(1), next: link(2) }
  assert.deepEqual(envelope, { total: 3, limit: 1, offset: 1, size: 1, paging })
  const walked = await Array.fromAsync(ann.organizations.listMembers.all(organization, { limit: 1 }))
  assert.equal(new Set(walked.map(({ id }) => id)).size, 3)
  assert.equal((await ann.organizations.listMembers(organization, { limit: 1000 })).limit, 200)
})

test('[ROL-1] [ROL-3] [ROL-5] the standard roles are listed for everyone, each flag as in the table', async () => {
  const { eve } = await world()
  const { organization_roles } = await eve.organizations.listRoles()
  assert.deepEqual(
    organization_roles.map(({ id, name, role_type, is_default, display_order, organization_id }) => [
      id,
      name,
      role_type,
      is_default,
      display_order,
      organization_id,
    ]),
    [
      [1, 'Owner', 'owner', false, 1, 0],
      [2, 'Admin', 'admin', false, 2, 0],
      [3, 'User', 'user', true, 3, 0],
      [4, 'Guest', 'guest', false, 4, 0],
    ],
  )
  const flagsOf = (role: object) =>
    Object.entries(role).flatMap(([name, value]) => (name.startsWith('can_') && value === true ? [name] : []))
  for (const [index, role] of organization_roles.entries()) {
    assert.deepEqual(new Set(flagsOf(role)), organizationRoles.get(index + 1).flags)
    assert.deepEqual([role.is_editable, role.is_deletable], [false, false])
  }
  assert.equal(flagsOf(organization_roles[0] as object).length, 20)
  assert.deepEqual(flagsOf(organization_roles[3] as object), [])
})
