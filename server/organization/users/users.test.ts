// Users: their records, who can read and update them, passwords, locks.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applicationRoles } from '@tessera/contract'
import { hashPassword, isPassword } from '../../accounts/passwords/password-hash.ts'
import { refused } from '../../testing/assert-refused.ts'
import { stateOf } from '../../testing/database-state.ts'
import { guest, member } from '../../testing/members.ts'
import { visitor } from '../../testing/visitor.ts'
import { type Person, type World, world } from '../../testing/world.ts'

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const described = (person: Person, first_name: string) => ({
  id: person.id,
  type: 'person',
  email: person.email,
  first_name,
  last_name: 'Tester',
  title: null,
  industry: '',
  phone_number: '',
  avatar_url: null,
  locked_at: null,
  archived: false,
})

const guestOf = (made: World) => member(made, 'Gus', guest)

test('[USR-1] [USR-2] the caller reads themselves, without organizations and the last sign-in', async () => {
  const { ann } = await world()
  const { user } = await ann.users.me()
  const { created_at, updated_at, application_role, user_preference, pending_email, ...rest } = user
  assert.match(created_at, timestamp)
  assert.match(updated_at, timestamp)
  assert.deepEqual(rest, described(ann, 'Ann'))
  assert.deepEqual(user_preference, { notify_on_new_message: true, language: null })
  assert.equal(pending_email, null)
  assert.equal(application_role?.name, 'User')
})

test('[USR-1] [USR-2] [USR-3] a user read by id, or as me, also has organizations and the last sign-in', async () => {
  const { ann, organization } = await world()
  const { user: session } = await ann.users.me()
  const { user } = await ann.users.get(ann.id)
  assert.deepEqual(user, { ...session, last_login_at: null, organizations: [{ id: organization, name: 'Mosaic' }] })
  assert.deepEqual((await ann.users.get('me')).user, user)
})

test('[ROL-2] an application role is shown with each of its flags', async () => {
  const { person } = await world()
  for (const { id, name, flags } of applicationRoles.all) {
    const user = await person(name, { application_role_id: id })
    const { application_role: role } = (await user.users.me()).user
    const shown = Object.entries(role as object).flatMap(([flag, value]) =>
      value === true && /^can_/.test(flag) ? [flag] : [],
    )
    assert.deepEqual([role?.id, role?.name, role?.is_default, role?.display_order], [id, name, id === 3, id])
    assert.deepEqual(new Set(shown), flags)
  }
})

test('[USR-4] members of a shared organization read one another, without private fields', async () => {
  const made = await world()
  const { ann, bob, eve, organization } = made
  const gus = await guestOf(made)
  for (const [reader, target] of [
    [bob, ann],
    [bob, gus],
    [ann, bob],
  ] as const) {
    const { user } = await reader.users.get(target.id)
    assert.deepEqual(['application_role' in user, 'user_preference' in user], [false, false])
    assert.deepEqual([user.email, user.organizations.map(({ id }) => id)], [target.email, [organization]])
  }
  const stranger = await refused(eve.users.get(ann.id), 404, 'ResourceNotFound')
  const unknown = await refused(eve.users.get(2_000_000_000), 404, 'ResourceNotFound')
  assert.equal(stranger.message, unknown.message)
  await refused(eve.users.update(ann.id, { first_name: 'x' }), 404, 'ResourceNotFound')
})

test('[USR-15] a guest sees only themselves and people who share a workspace with them', async () => {
  const made = await world()
  const { ann, bob, vic, board, organization } = made
  const [gus, mia, other] = [await guestOf(made), await member(made, 'Mia'), await guestOf(made)]
  const seen = async () => {
    const people = [ann, bob, vic, gus, mia, other]
    const replies = await Promise.all(people.map(({ id }) => made.send(`/api/users/${id}`, { as: gus })))
    return people.filter((_, index) => replies[index]?.ok).map(({ id }) => id)
  }
  assert.deepEqual(await seen(), [gus.id])
  await refused(gus.users.get(ann.id), 404, 'ResourceNotFound')
  await ann.workspaces.addUsers(board, { users: [{ email: gus.email, workspace_role_id: 5 }] })
  assert.deepEqual(await seen(), [ann.id, bob.id, vic.id, gus.id])
  await ann.workspaces.delete(board)
  assert.deepEqual(await seen(), [gus.id])
  const { workspace } = await mia.workspaces.create(organization, { name: 'Open', public: true })
  await mia.workspaces.addUsers(workspace.properties.uid, { users: [{ email: gus.email, workspace_role_id: 5 }] })
  assert.deepEqual(await seen(), [ann.id, bob.id, vic.id, gus.id, mia.id])
})

test('[USR-4] a colleague sees only the organizations they share', async () => {
  const made = await world()
  const { ann, bob, eve, organization } = made
  const { organizations } = (await eve.users.get('me')).user
  await eve.organizations.addMember(organizations[0]?.id as number, { email: ann.email })
  assert.deepEqual((await bob.users.get(ann.id)).user.organizations, [{ id: organization, name: 'Mosaic' }])
})

test('[USR-4] [ROL-8] can_list_users reads every user, can_edit_users updates them', async () => {
  const { ann, bob, person } = await world()
  const support = await person('Sue', { application_role_id: 2 })
  const { user } = await support.users.get(ann.id)
  assert.equal(user.application_role?.name, 'User')
  assert.equal(user.user_preference?.notify_on_new_message, true)
  assert.equal(user.organizations.length, 1)
  await support.users.update(ann.id, { first_name: 'Anna' })
  assert.equal((await ann.users.me()).user.first_name, 'Anna')
  await refused(ann.users.update(bob.id, { first_name: 'x' }), 400, 'ForbiddenError')
})

test('[USR-5] an update changes what is sent and leaves the rest', async () => {
  const { ann } = await world()
  const { user: before } = await ann.users.get('me')
  assert.deepEqual(await ann.users.update('me', { first_name: ' Anna ', user_preference: {} }), {
    message: 'The user was updated',
  })
  await ann.users.update(ann.id, { last_name: 'Ü', user_preference: { notify_on_new_message: false } })
  await ann.users.update(ann.id)
  const { user: after } = await ann.users.get('me')
  const user_preference = { notify_on_new_message: false, language: null }
  const changed = { first_name: 'Anna', last_name: 'Ü', user_preference }
  assert.deepEqual(after, { ...before, ...changed, updated_at: after.updated_at })
  await refused(ann.users.update('me', { first_name: 'x'.repeat(256) }), 400, 'BadRequest', 'first_name')
})

test('[USR-5] an email belongs to one user, in any case', async () => {
  const { ann, bob, dependencies } = await world()
  const before = await stateOf(dependencies.db)
  const update = (email: string) => ann.users.update('me', { first_name: 'x', email })
  await refused(update(bob.email.toUpperCase()), 400, 'BadRequest', 'email')
  await refused(update(`${'x'.repeat(250)}@example.com`), 400, 'BadRequest', 'email')
  await refused(update('no address'), 400, 'BadRequest', 'email')
  assert.deepEqual(await stateOf(dependencies.db), before)
  const own = ann.email.toUpperCase()
  await update(own)
  assert.equal((await ann.users.me()).user.email, own)
})

test('[ROL-18] assigning an application role needs can_edit_users, and never works for oneself', async () => {
  const { ann, person, dependencies } = await world()
  const root = await person('Root', { application_role_id: 1 })
  const support = await person('Sue', { application_role_id: 2 })
  await root.users.update(ann.id, { application_role_id: 2 })
  assert.equal((await ann.users.me()).user.application_role?.name, 'Support')
  await support.users.update(ann.id, { application_role_id: 3 })
  const before = await stateOf(dependencies.db)
  const assign = (by: Person, target: Person, application_role_id: number) =>
    by.users.update(target.id, { first_name: 'x', application_role_id })
  await refused(assign(ann, ann, 1), 400, 'ForbiddenError')
  await refused(assign(root, root, 3), 400, 'ForbiddenError')
  await refused(assign(support, ann, 1), 400, 'ForbiddenError')
  await refused(assign(root, ann, 4), 400, 'BadRequest', 'application_role_id')
  assert.deepEqual(await stateOf(dependencies.db), before)
})

test('[USR-11] a user with more rights than the caller can only be changed by themselves', async () => {
  const { person, dependencies } = await world()
  const root = await person('Root', { application_role_id: 1 })
  const support = await person('Sue', { application_role_id: 2 })
  const before = await stateOf(dependencies.db)
  await refused(support.users.update(root.id, { email: `sue.too.${root.id}@example.com` }), 400, 'ForbiddenError')
  await refused(support.users.update(root.id, { application_role_id: 3 }), 400, 'ForbiddenError')
  assert.deepEqual(await stateOf(dependencies.db), before)
  await root.users.update('me', { email: `root.${root.id}@example.com` })
  await root.users.update(support.id, { first_name: 'Susan' })
})

const old = 'correct horse'
const next = 'battery staple'

async function withPassword({ dependencies }: World, { id }: Person): Promise<void> {
  const password_hash = await hashPassword(old)
  await dependencies.db.write(tx => tx.updateTable('users').set({ password_hash }).where('id', '=', id).execute())
}

const passwordHashOf = async ({ dependencies }: World, { id }: Person) =>
  (
    await dependencies.db.read
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).password_hash

test('[USR-6] a password is changed with the current one, and nothing changes without it', async () => {
  const made = await world()
  const { ann, dependencies } = made
  await withPassword(made, ann)
  const before = await stateOf(dependencies.db)
  const change = (body: { new_password?: string; current_password?: string }) =>
    ann.users.update('me', { first_name: 'x', ...body })
  await refused(change({ new_password: next }), 400, 'BadRequest', 'current_password')
  await refused(change({ current_password: old }), 400, 'BadRequest', 'new_password')
  await refused(change({ new_password: next, current_password: 'wrong' }), 400, 'BadRequest', 'current_password')
  assert.deepEqual(await stateOf(dependencies.db), before)
  await change({ new_password: next, current_password: old })
  assert.equal(await isPassword(next, await passwordHashOf(made, ann)), true)
  await refused(change({ new_password: old, current_password: old }), 400, 'BadRequest', 'current_password')
})

test('[SGN-1] a password has 8 to 256 characters, is not the email address and is not common', async () => {
  const made = await world()
  const { ann } = made
  await withPassword(made, ann)
  const change = (new_password: string, more = {}) =>
    ann.users.update('me', { new_password, current_password: old, ...more })
  for (const password of ['1234567', 'x'.repeat(257), ann.email, ann.email.toUpperCase(), 'Password1'])
    await refused(change(password), 400, 'BadRequest', 'new_password')
  const email = `new.${ann.email}`
  await refused(change(email, { email }), 400, 'BadRequest', 'new_password')
  await change('x'.repeat(256))
  assert.match((await passwordHashOf(made, ann)) as string, /^\$argon2id\$/)
})

test('[SGN-4] after 5 wrong current passwords the right one is refused too, from this address, and sign-in is not affected', async () => {
  const made = await world()
  const { ann } = made
  await withPassword(made, ann)
  const change = (current_password: string) => ann.users.update('me', { new_password: next, current_password })
  for (let number = 0; number < 5; number++)
    await refused(change('wrong password'), 400, 'BadRequest', 'current_password')
  const error = await change(old).catch(reason => reason)
  assert.deepEqual([error.status, error.code], [429, 'TooManyRequests'])
  assert.ok(error.retryAfterSeconds > 800, String(error.retryAfterSeconds))
  const signIn = await visitor(made.url).fillIn('/sign-in', { email: ann.email, password: old })
  assert.equal(signIn.status, 303)
})

test('[USR-6] a user without a password cannot change it here', async () => {
  const { bob } = await world()
  const change = bob.users.update('me', { new_password: next, current_password: '' })
  await refused(change, 400, 'BadRequest', 'current_password')
})

test('[USR-11] another user’s password cannot be set, whatever the caller’s rights', async () => {
  const made = await world()
  const { ann, person } = made
  const root = await person('Root', { application_role_id: 1 })
  await withPassword(made, ann)
  await refused(root.users.update(ann.id, { new_password: next, current_password: old }), 400, 'ForbiddenError')
  assert.equal(await isPassword(old, await passwordHashOf(made, ann)), true)
})

test('[SGN-2] [AUT-5] changing a password ends every other grant, except the one it was changed with', async () => {
  const made = await world()
  const { ann, bob, url } = made
  await withPassword(made, ann)
  const { token } = await ann.tokens.create({ name: 'other' })
  const call = (access_token: string) =>
    fetch(`${url}/api/session/user`, { headers: { authorization: `Bearer ${access_token}` } })
  assert.equal((await call(token.access_token as string)).status, 200)
  await ann.users.update('me', { new_password: next, current_password: old })
  assert.equal((await call(token.access_token as string)).status, 401)
  assert.equal((await call(ann.token)).status, 200)
  assert.equal((await call(bob.token)).status, 200)
})

test('[USR-6] of two concurrent password changes, the second is refused', async () => {
  const made = await world()
  const { ann } = made
  await withPassword(made, ann)
  const change = (new_password: string) => ann.users.update('me', { new_password, current_password: old })
  const words = ['first password', 'second password']
  const results = await Promise.allSettled(words.map(change))
  const done = words.filter((_, index) => results[index]?.status === 'fulfilled')
  assert.equal(done.length, 1)
  assert.equal(await isPassword(done[0] as string, await passwordHashOf(made, ann)), true)
})

test('[USR-7] [AUT-5] a locked user is refused with any token, and needs a new one once unlocked', async () => {
  const { ann, bob, person } = await world()
  const support = await person('Sue', { application_role_id: 2 })
  assert.deepEqual(await support.users.lock(ann.id, { locked: true }), { message: 'The user was locked' })
  await refused(ann.users.me(), 401, 'Unauthorized')
  const { locked_at } = (await bob.users.get(ann.id)).user
  assert.match(locked_at as string, timestamp)
  await support.users.lock(ann.id, { locked: true })
  assert.equal((await bob.users.get(ann.id)).user.locked_at, locked_at)
  await support.users.lock(ann.id, { locked: false })
  assert.equal((await bob.users.get(ann.id)).user.locked_at, null)
  await refused(ann.users.me(), 401, 'Unauthorized')
})

test('[USR-7] [ROL-8] locking needs can_lock_users', async () => {
  const { ann, bob, eve, dependencies } = await world()
  const before = await stateOf(dependencies.db)
  await refused(ann.users.lock(bob.id, { locked: true }), 403, 'ForbiddenError')
  await refused(eve.users.lock(bob.id, { locked: true }), 404, 'ResourceNotFound')
  assert.deepEqual(await stateOf(dependencies.db), before)
})

test('[USR-11] a user cannot lock themselves', async () => {
  const { person } = await world()
  const root = await person('Root', { application_role_id: 1 })
  await refused(root.users.lock('me', { locked: true }), 400, 'BadRequest')
})

test('[USR-7] an archived user is refused', async () => {
  const { bob, dependencies } = await world()
  await dependencies.db.write(tx => tx.updateTable('users').set({ archived: 1 }).where('id', '=', bob.id).execute())
  await refused(bob.users.me(), 401, 'Unauthorized')
})
