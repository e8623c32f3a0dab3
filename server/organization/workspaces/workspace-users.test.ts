// The users of a workspace: who is listed, who can add, change and remove whom, and transferring ownership.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { stateOf } from '../../testing/database-state.ts'
import { accept, guest, jobsFor, logOf, member, pendingMember, typesIn } from '../../testing/members.ts'
import { type Person, type World, world } from '../../testing/world.ts'

const peopleIn = async (person: Person, board: string, filter_by?: string) =>
  (await person.workspaces.listUsers(board, filter_by === undefined ? {} : { filter_by })).workspace_users

const idsIn = async (person: Person, board: string, filter_by?: string) =>
  (await peopleIn(person, board, filter_by)).map(({ id }) => id)

const roleOf = async (person: Person, board: string) =>
  (await person.workspaces.get(board)).workspace.properties.workspace_role.name

const lastOf = async (made: World) => (await logOf(made, made.board)).at(-1)

test('[WSP-13] every user with a role is listed, with that role', async () => {
  const { ann, bob, vic, board } = await world()
  const { workspace_users, total } = await vic.workspaces.listUsers(board)
  const entry = ({ id, email }: Person, first_name: string, workspace_role_id: number, role_type: string) => ({
    id,
    type: 'person' as const,
    email,
    first_name,
    last_name: 'Tester',
    workspace_role_id,
    role_type,
    has_role: true,
    is_guest: false,
  })
  const expected = [entry(ann, 'Ann', 1, 'owner'), entry(bob, 'Bob', 3, 'user'), entry(vic, 'Vic', 5, 'guest')]
  assert.deepEqual(workspace_users, expected)
  assert.equal(total, 3)
})

test('[WSP-13] [ROL-10] in a public workspace every member with access is listed once', async () => {
  const made = await world()
  const { ann, bob, vic, board } = made
  const max = await member(made, 'Max')
  await member(made, 'Gus', guest)
  const gil = await member(made, 'Gil', guest)
  await ann.workspaces.addUsers(board, { users: [{ email: gil.email, workspace_role_id: 4 }] })
  await pendingMember(made, 'Pia')
  const members = [ann.id, bob.id, gil.id, vic.id]
  assert.deepEqual(await idsIn(ann, board), members)
  await ann.workspaces.update(board, { public: true })
  assert.deepEqual((await idsIn(ann, board)).toSorted(), [...members, max.id].toSorted())
  assert.equal((await max.workspaces.get(board)).workspace.properties.users_count, 5)
  const [open] = await peopleIn(ann, board, `email:${max.email}`)
  assert.deepEqual([open?.workspace_role_id, open?.has_role, open?.is_guest], [3, false, false])
  assert.equal((await peopleIn(ann, board, `email:${gil.email}`))[0]?.is_guest, true)
  assert.equal((await peopleIn(ann, board, `email:${vic.email}`))[0]?.workspace_role_id, 5)
  assert.equal(await roleOf(vic, board), 'Viewer')
})

test('[LST-7] [LST-8] the users are filtered by a field, in any case', async () => {
  const { ann, bob, vic, board } = await world()
  assert.deepEqual(await idsIn(ann, board, `email:${bob.email.toUpperCase()}`), [bob.id])
  assert.deepEqual(await idsIn(ann, board, 'first_name:vIC'), [vic.id])
  assert.deepEqual(await idsIn(ann, board, 'last_name:tester'), [ann.id, bob.id, vic.id])
  assert.deepEqual(await idsIn(ann, board, 'role_type:owner'), [ann.id])
  assert.deepEqual(await idsIn(ann, board, 'workspace_role_id:3'), [bob.id])
  assert.deepEqual(await idsIn(ann, board, 'first_name:Vi'), [])
  const { fields } = await refused(peopleIn(ann, board, 'title:Dr'), 400, 'BadRequest', 'filter_by')
  assert.match(fields[0]?.message ?? '', /email, first_name, last_name, role_type, workspace_role_id/)
  await refused(peopleIn(ann, board, 'Bob'), 400, 'BadRequest', 'filter_by')
})

test('[INV-9] a member who is added has access at once, an event is recorded and a mail is queued', async () => {
  const made = await world()
  const { ann, board } = made
  const max = await member(made, 'Max')
  const users = [{ email: max.email.toUpperCase(), workspace_role_id: 2 }]
  assert.deepEqual(Object.keys(await ann.workspaces.addUsers(board, { users })), ['message'])
  assert.equal(await roleOf(max, board), 'Editor+')
  const last = await lastOf(made)
  assert.deepEqual([last?.type, last?.actor_id], ['WORKSPACE_USER_ADD', ann.id])
  assert.deepEqual(last?.data, { id: max.id, email: max.email, workspace_role_id: 2 })
  const job = (await jobsFor(made, board)).at(-1)
  assert.deepEqual([job?.name, job?.key], ['send-workspace-invitation', `mail:${max.id}`])
  assert.deepEqual([job?.payload.user_id, job?.payload.invited_by], [max.id, ann.id])
})

test('[INV-7] [INV-8] a pending member is not listed, and has their role when they accept', async () => {
  const made = await world()
  const { ann, board } = made
  const email = await pendingMember(made, 'Pia')
  await ann.workspaces.addUsers(board, { users: [{ email, workspace_role_id: 4 }] })
  const count = async () => (await ann.workspaces.get(board)).workspace.properties.users_count
  assert.deepEqual([await count(), (await peopleIn(ann, board)).length], [3, 3])
  await accept(made, email)
  assert.deepEqual([await count(), (await peopleIn(ann, board, `email:${email}`))[0]?.workspace_role_id], [4, 4])
})

test('[INV-10] if one user cannot be added, none is', async () => {
  const made = await world()
  const { ann, bob, eve, board } = made
  const max = await member(made, 'Max')
  const before = await stateOf(made.dependencies.db)
  const add = (...emails: string[]) =>
    ann.workspaces.addUsers(board, { users: emails.map(email => ({ email, workspace_role_id: 3 })) })
  await refused(add(max.email, 'nobody@example.com'), 400, 'BadRequest', 'users[1].email')
  await refused(add(eve.email, max.email, bob.email), 400, 'BadRequest', 'users[0].email', 'users[2].email')
  await refused(add(max.email, max.email.toUpperCase()), 400, 'BadRequest', 'users[1].email')
  await refused(add(), 400, 'BadRequest', 'users')
  assert.deepEqual(await stateOf(made.dependencies.db), before)
})

test('[INV-11] users in a create: without email skipped, without role Editor, not a member a 400', async () => {
  const made = await world()
  const { ann, bob, organization } = made
  const email = await pendingMember(made, 'Pia')
  const users = [{ workspace_role_id: 2 }, { email: bob.email }, { email, workspace_role_id: 4 }]
  const { workspace } = await ann.workspaces.create(organization, { name: 'Plan', users })
  const { uid, users: people } = workspace.properties
  assert.deepEqual(
    people.map(({ workspace_role_id }) => workspace_role_id),
    [1, 3, 4],
  )
  assert.deepEqual(
    (await jobsFor(made, uid)).map(({ name }) => name),
    ['send-workspace-invitation', 'send-workspace-invitation'],
  )
  assert.deepEqual(await typesIn(made, uid), [])
  const before = await stateOf(made.dependencies.db)
  const create = (...items: { email?: string; workspace_role_id?: number }[]) =>
    ann.workspaces.create(organization, { name: 'Plan', users: items })
  const [unknown] = (
    await refused(create({ email: bob.email }, { email: 'nobody@example.com' }), 400, 'BadRequest', 'users[1].email')
  ).fields
  assert.equal(unknown?.reason, 'not_a_member')
  await refused(create({ email: ann.email }), 400, 'BadRequest', 'users[0].email')
  const fields = ['users[0].workspace_role_id', 'users[1].email']
  await refused(create({ email: bob.email, workspace_role_id: 9 }, { email: bob.email }), 400, 'BadRequest', ...fields)
  assert.deepEqual(await stateOf(made.dependencies.db), before)
})

test('[WSP-15] Owner cannot be assigned when adding or changing users', async () => {
  const made = await world()
  const { ann, bob, board, organization } = made
  const max = await member(made, 'Max')
  const before = await stateOf(made.dependencies.db)
  const users = [{ email: max.email, workspace_role_id: 1 }]
  const field = 'users[0].workspace_role_id'
  await refused(ann.workspaces.addUsers(board, { users }), 400, 'BadRequest', field)
  await refused(ann.workspaces.create(organization, { name: 'Plan', users }), 400, 'BadRequest', field)
  const change = ann.workspaces.updateUser(board, bob.id, { workspace_role_id: 1 })
  await refused(change, 400, 'BadRequest', 'workspace_role_id')
  assert.deepEqual(await stateOf(made.dependencies.db), before)
})

test('[WSP-15] a user without a workspace role cannot be changed or removed', async () => {
  const made = await world()
  const { ann, eve, board } = made
  const max = await member(made, 'Max')
  await ann.workspaces.update(board, { public: true })
  for (const { id } of [max, eve]) {
    await refused(ann.workspaces.updateUser(board, id, { workspace_role_id: 4 }), 400, 'ResourceNotFound')
    await refused(ann.workspaces.removeUser(board, id), 400, 'ResourceNotFound')
  }
  await refused(max.workspaces.removeUser(board, 'me'), 400, 'ResourceNotFound')
})

test('[ROL-15] a role id that is unknown is a 400 that names the field', async () => {
  const made = await world()
  const { ann, bob, board } = made
  const max = await member(made, 'Max')
  const users = [{ email: max.email, workspace_role_id: 6 }]
  await refused(ann.workspaces.addUsers(board, { users }), 400, 'BadRequest', 'users[0].workspace_role_id')
  const change = ann.workspaces.updateUser(board, bob.id, { workspace_role_id: 6 })
  await refused(change, 400, 'BadRequest', 'workspace_role_id')
})

test("[ROL-9] guests have their own flags: Editor+ changes their roles and no one else's", async () => {
  const made = await world()
  const { ann, bob, vic, board } = made
  const gus = await member(made, 'Gus', guest)
  const max = await member(made, 'Max')
  await ann.workspaces.updateUser(board, bob.id, { workspace_role_id: 2 })
  const users = [gus, max].map(({ email }) => ({ email, workspace_role_id: 3 }))
  await bob.workspaces.addUsers(board, { users })
  await bob.workspaces.updateUser(board, gus.id, { workspace_role_id: 4 })
  assert.equal(await roleOf(gus, board), 'Commenter')
  const last = await lastOf(made)
  assert.equal(last?.type, 'WORKSPACE_USER_ROLE_CHANGE')
  assert.deepEqual(last?.data, { id: gus.id, email: gus.email, workspace_role_id: 4 })
  const before = await stateOf(made.dependencies.db)
  for (const { id } of [vic, max])
    await refused(bob.workspaces.updateUser(board, id, { workspace_role_id: 4 }), 400, 'ForbiddenError')
  for (const { id } of [vic, max, gus]) await refused(bob.workspaces.removeUser(board, id), 400, 'ForbiddenError')
  assert.deepEqual(await stateOf(made.dependencies.db), before)
})

test('[ROL-6] [ROL-16] the Owner removes users, others only themselves', async () => {
  const made = await world()
  const { ann, bob, vic, board } = made
  await refused(vic.workspaces.removeUser(board, bob.id), 400, 'ForbiddenError')
  await vic.workspaces.removeUser(board, vic.id)
  await refused(vic.workspaces.get(board), 403, 'ResourceNotFound')
  await ann.workspaces.removeUser(board, bob.id)
  await refused(bob.workspaces.get(board), 403, 'ResourceNotFound')
  const removed = (person: Person, by: Person, workspace_role_id: number) => [
    'WORKSPACE_USER_REMOVE',
    by.id,
    { id: person.id, email: person.email, workspace_role_id },
  ]
  assert.deepEqual(
    (await logOf(made, board)).map(({ type, actor_id, data }) => [type, actor_id, data]),
    [removed(vic, vic, 5), removed(bob, ann, 3)],
  )
  await refused(ann.workspaces.removeUser(board, bob.id), 400, 'ResourceNotFound')
})

test('[EVT-1] assigning the same role records nothing', async () => {
  const made = await world()
  const before = await stateOf(made.dependencies.db)
  await made.ann.workspaces.updateUser(made.board, made.bob.id, { workspace_role_id: 3 })
  assert.deepEqual(await stateOf(made.dependencies.db), before)
})

test('[ROL-13] the Owner is neither removed nor assigned another role, not even by themselves', async () => {
  const made = await world()
  const { ann, board } = made
  const root = await made.person('Root', { application_role_id: 1 })
  const before = await stateOf(made.dependencies.db)
  for (const person of [ann, root]) {
    await refused(person.workspaces.removeUser(board, ann.id), 400, 'BadRequest')
    await refused(person.workspaces.updateUser(board, ann.id, { workspace_role_id: 2 }), 400, 'BadRequest')
  }
  assert.deepEqual(await stateOf(made.dependencies.db), before)
})

test('[ROL-13] a workspace is transferred to a member, and its previous Owner becomes Editor+', async () => {
  const made = await world()
  const { ann, bob, board } = made
  const max = await member(made, 'Max')
  await ann.workspaces.update(board, { user_id: bob.id })
  assert.deepEqual([await roleOf(bob, board), await roleOf(ann, board)], ['Owner', 'Editor+'])
  assert.equal((await ann.workspaces.get(board)).workspace.properties.workspace_owner.id, bob.id)
  await bob.workspaces.update(board, { user_id: max.id, name: 'Yours' })
  assert.equal(await roleOf(max, board), 'Owner')
  assert.deepEqual(
    (await logOf(made, board)).map(({ type, data }) => [type, data.email ?? data.name, data.workspace_role_id]),
    [
      ['WORKSPACE_USER_ROLE_CHANGE', ann.email, 2],
      ['WORKSPACE_USER_ROLE_CHANGE', bob.email, 1],
      ['WORKSPACE_UPDATE', 'Yours', undefined],
      ['WORKSPACE_USER_ROLE_CHANGE', bob.email, 2],
      ['WORKSPACE_USER_ADD', max.email, 1],
    ],
  )
})

test('[ROL-13] only an accepted member becomes the Owner, and otherwise the whole update is refused', async () => {
  const made = await world()
  const { ann, eve, board, dependencies } = made
  const email = await pendingMember(made, 'Pia')
  const pia = await dependencies.db.read
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', email)
    .executeTakeFirst()
  const before = await stateOf(dependencies.db)
  for (const user_id of [eve.id, pia?.id as number, 2_147_483_647])
    await refused(ann.workspaces.update(board, { user_id, name: 'Yours' }), 400, 'BadRequest', 'user_id')
  assert.deepEqual(await stateOf(dependencies.db), before)
})

test('[ROL-13] of two concurrent transfers, one succeeds', async () => {
  const made = await world()
  const { ann, bob, vic, board } = made
  const results = await Promise.allSettled([bob, vic].map(({ id }) => ann.workspaces.update(board, { user_id: id })))
  assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  assert.deepEqual(
    (await peopleIn(ann, board, 'role_type:owner')).map(({ id }) => id),
    [results[0]?.status === 'fulfilled' ? bob.id : vic.id],
  )
})

test('[ROL-19] a removed user cannot write any more, and a user with fewer rights only what they allow', async () => {
  const { ann, bob, vic, board } = await world()
  await ann.workspaces.updateUser(board, bob.id, { workspace_role_id: 4 })
  await refused(bob.notes.create(board, { text: 'late' }), 403, 'ForbiddenError')
  await ann.workspaces.updateUser(board, vic.id, { workspace_role_id: 3 })
  await vic.notes.create(board, { text: 'at last' })
  await ann.workspaces.removeUser(board, vic.id)
  await refused(vic.notes.create(board, { text: 'late' }), 404, 'ResourceNotFound')
})
