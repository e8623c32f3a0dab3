// Tests a user's workspaces: which are listed, order, search, and that nothing appears that the caller cannot see.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { guest, member } from '../../testing/members.ts'
import { joinOrganization, newOrganization } from '../../testing/people.ts'
import { type Person, world } from '../../testing/world.ts'

type Query = Parameters<Person['users']['listWorkspaces']>[1]

const namesOf = async (person: Person, query?: Query, of: number | 'me' = 'me') =>
  (await person.users.listWorkspaces(of, query)).workspaces.map(({ name }) => name)

test('[USR-10] a user lists the workspaces they have a role in and the public ones they can open', async () => {
  const made = await world()
  const { ann, bob, board, organization } = made
  const max = await member(made, 'Max')
  const gus = await member(made, 'Gus', guest)
  const { workspace } = await bob.workspaces.create(organization, { name: 'Open', public: true })
  await bob.workspaces.create(organization, { name: 'Mine' })
  assert.deepEqual(await namesOf(bob), ['Board', 'Mine', 'Open'])
  assert.deepEqual(await namesOf(max), ['Open'])
  assert.deepEqual(await namesOf(gus), [])
  assert.deepEqual(await namesOf(made.eve), [])
  // Ann can read all of them as Owner of the organization, but has no role in them.
  assert.deepEqual(await namesOf(ann), ['Board', 'Open'])
  const mine = (await max.users.listWorkspaces('me')).workspaces[0]
  assert.deepEqual(mine, (await max.workspaces.get(workspace.properties.uid)).workspace.properties)
  assert.equal(mine?.workspace_role.name, 'Editor')
  const seen = (await bob.users.listWorkspaces('me')).workspaces
  assert.deepEqual(
    seen.map(({ uid, workspace_role, users_count }) => [uid === board, workspace_role.id, users_count]),
    [
      [true, 3, 3],
      [false, 1, 1],
      [false, 1, 4],
    ],
  )
})

test('[USR-10] a list within one organization contains only its workspaces', async () => {
  const { dependencies, bob, organization } = await world()
  const second = await newOrganization(dependencies, bob.id)
  await bob.workspaces.create(second, { name: 'Other' })
  const within = async (id: number) =>
    (await bob.users.listWorkspacesIn('me', id)).workspaces.map(({ name, organization_id }) => [name, organization_id])
  assert.deepEqual(await within(organization), [['Board', organization]])
  assert.deepEqual(await within(second), [['Other', second]])
  assert.deepEqual(await namesOf(bob), ['Board', 'Other'])
})

test("[USR-8] an organization's Owner sees a member's workspaces within the organization, with their own role", async () => {
  const { dependencies, ann, bob, vic, eve, organization } = await world()
  const second = await newOrganization(dependencies, eve.id)
  await joinOrganization(dependencies, second, bob.id, 3)
  await bob.workspaces.create(organization, { name: 'Mine' })
  await bob.workspaces.create(second, { name: 'Other' })
  assert.deepEqual(await namesOf(bob), ['Board', 'Mine', 'Other'])
  const seen = (await ann.users.listWorkspaces(bob.id)).workspaces
  assert.deepEqual(
    seen.map(({ name, workspace_role }) => [name, workspace_role.name, workspace_role.can_delete_workspace]),
    [
      ['Board', 'Owner', true],
      ['Mine', 'Viewer', true],
    ],
  )
  await refused(vic.users.listWorkspaces(bob.id), 400, 'ForbiddenError')
})

test("[USR-8] [ROL-8] a caller who can list users and workspaces sees all of a user's, in every organization", async () => {
  const { person, bob } = await world()
  const support = await person('Support', { application_role_id: 2 })
  const seen = (await support.users.listWorkspaces(bob.id)).workspaces
  assert.deepEqual(
    seen.map(({ name, workspace_role }) => [name, workspace_role.name, workspace_role.can_edit_workspace]),
    [['Board', 'Viewer', false]],
  )
})

test('[LST-4] [LST-5] workspaces are sorted by each field in either direction, ties by id', async () => {
  const { bob, organization } = await world()
  for (const name of ['beta', 'Alpha', 'Gamma', 'ärger', 'alpha'])
    await bob.workspaces.create(organization, { name, description: name })
  const all = (await bob.users.listWorkspaces('me', { order_by: 'id' })).workspaces
  const [first, ...made] = all.map(({ name }) => name)
  assert.equal(first, 'Board')
  assert.deepEqual(made, ['beta', 'Alpha', 'Gamma', 'ärger', 'alpha'])
  assert.deepEqual(await namesOf(bob), ['Alpha', 'alpha', 'beta', 'Board', 'Gamma', 'ärger'])
  assert.deepEqual(await namesOf(bob, { order_direction: 'DESC' }), [
    'ärger',
    'Gamma',
    'Board',
    'beta',
    'Alpha',
    'alpha',
  ])
  for (const order_by of ['created_at', 'updated_at', 'uid'] as const) {
    const expected = all.toSorted((a, b) =>
      a[order_by] < b[order_by] ? -1 : a[order_by] > b[order_by] ? 1 : a.id - b.id,
    )
    const listed = await namesOf(bob, { order_by })
    assert.deepEqual(
      listed,
      expected.map(({ name }) => name),
    )
  }
  const wrong = { order_by: 'seq' } as unknown as Query
  await refused(bob.users.listWorkspaces('me', wrong), 400, 'BadRequest', 'order_by')
})

test('[LST-6] a search finds part of the name, the description and the owner, in any case', async () => {
  const { ann, bob, organization } = await world()
  await bob.workspaces.create(organization, { name: 'Zürich', description: 'Straße 100% sure', public: true })
  await bob.workspaces.create(organization, { name: 'snake_case', description: '1000 sures', public: true })
  const find = (query: string) => namesOf(ann, { query })
  assert.deepEqual(await find('ZÜR'), ['Zürich'])
  assert.deepEqual(await find('strasse'), [])
  assert.deepEqual(await find('100% S'), ['Zürich'])
  assert.deepEqual(await find('E_C'), ['snake_case'])
  assert.deepEqual(await find('e_e'), [])
  assert.deepEqual(await find('\\'), [])
  assert.deepEqual(await find('bob test'), ['snake_case', 'Zürich'])
  assert.deepEqual(await find(ann.email.toUpperCase()), ['Board'])
  assert.deepEqual(await find("' or 1=1 --"), [])
  assert.equal((await ann.users.listWorkspaces('me', { query: 'tester' })).total, 3)
})

test("[LST-1] [LST-3] the pages of a person's workspaces hold each of them once", async () => {
  const { bob, organization } = await world()
  for (let index = 1; index <= 6; index += 1) await bob.workspaces.create(organization, { name: `Plan ${index % 2}` })
  const page = await bob.users.listWorkspaces('me', { limit: 3, offset: 3 })
  const link = (offset: number) => `/api/users/me/workspaces?order_by=&order_direction=ASC&limit=3&offset=${offset}`
  assert.deepEqual(
    { total: page.total, limit: page.limit, offset: page.offset, size: page.size, paging: page.paging },
    { total: 7, limit: 3, offset: 3, size: 3, paging: { prev: link(0), self: link(3), next: link(6) } },
  )
  const walked = await Array.fromAsync(bob.users.listWorkspaces.all('me', { limit: 2 }))
  assert.equal(new Set(walked.map(({ id }) => id)).size, 7)
  assert.deepEqual((await bob.users.listWorkspaces('me', { limit: 3, offset: 9 })).total, 7)
})

test("[LST-9] lists are filtered by the caller's favorites", async () => {
  const { bob, ann, board, organization } = await world()
  for (const name of ['One', 'Two']) await bob.workspaces.create(organization, { name, public: true })
  await bob.workspaces.favorite(board)
  await ann.workspaces.favorite((await bob.users.listWorkspaces('me', { query: 'One' })).workspaces[0]?.uid as string)
  assert.deepEqual(await namesOf(bob, { favorite: true }), ['Board'])
  assert.deepEqual(await namesOf(bob, { favorite: false }), ['One', 'Two'])
  assert.deepEqual(await namesOf(ann, { favorite: true }), ['One'])
  // The favorites are those of the caller, in any user's list.
  assert.deepEqual(await namesOf(ann, { favorite: true }, bob.id), ['One'])
  const { paging } = await bob.users.listWorkspaces('me', { favorite: false, limit: 1 })
  assert.match(paging.next ?? '', /favorite=false/)
})
