// The id of a user tells nothing about when the account was made, or whether it was there before an invitation.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxId } from '@tessera/contract'
import { createUser } from '../../accounts/identity/user-accounts.ts'
import { findUserByKey, insertUser, type UserRow } from '../../accounts/identity/user-store.ts'
import { accept, pendingMember } from '../../testing/members.ts'
import { world } from '../../testing/world.ts'

test('[USR-16] users get ids that are not in sequence, whatever makes them, and keep them when they join', async () => {
  const made = await world()
  const { ann, bob, organization, dependencies } = made
  const emails = [await pendingMember(made, 'Pia'), await pendingMember(made, 'Paul')]
  const find = async (query: string) =>
    (await ann.organizations.listMembers(organization, { query })).organization_users[0]?.id as number
  const invited = await Promise.all(emails.map(find))
  const { application } = await ann.applications.create({ name: 'Robot', redirect_uris: ['https://example.com/back'] })
  await ann.applications.update(application.client_id, { bot: true })
  const stored = await dependencies.db.read.selectFrom('users').select(['id', 'type']).execute()
  const bots = stored.filter(({ type }) => type === 'bot').map(({ id }) => id)
  assert.equal(bots.length > 0, true)
  const ids = [ann.id, bob.id, ...invited, ...bots].toSorted((a, b) => a - b)
  for (const id of ids) assert.equal(id >= 1_000_000_000 && id <= maxId, true, String(id))
  // By chance two of these few are this close less than once in ten million runs.
  for (const [index, id] of ids.entries()) assert.notEqual(ids[index + 1], id + 1)
  await accept(made, emails[0] as string)
  assert.equal(await find(emails[0] as string), invited[0])
})

test('[USR-16] an id that is taken is not given again, and no user is lost by it', async () => {
  const { ann, dependencies } = await world()
  const { id: _, ...row } = (await findUserByKey(dependencies.db.read, ann.email)) as UserRow
  const address = (name: string) => `${name}.${ann.id}@example.com`
  const insert = (email: string, ids: number[]) =>
    dependencies.db.write(tx => insertUser(tx, { ...row, email, email_key: email }, () => ids.shift() as number))
  const free = 999_999_999 - (ann.id % 1_000_000)
  assert.equal(await insert(address('free'), [ann.id, ann.id, free]), free)
  assert.equal(await insert(ann.email, [ann.id, free + 1]), null)
  const both = await Promise.all([
    insert(address('a'), [free + 1, free + 2]),
    insert(address('b'), [free + 1, free + 2]),
  ])
  assert.deepEqual(both.toSorted(), [free + 1, free + 2])
  const now = new Date().toISOString()
  const twice = await Promise.all(
    [1, 2].map(() => dependencies.db.write(tx => createUser(tx, { email: address('c') }, now))),
  )
  assert.equal(twice.filter(id => id === null).length, 1)
})
