// Inviting someone who has an account elsewhere gives no control over the account and reveals nothing about it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { stateOf } from '../../testing/database-state.ts'
import { member, pendingMember } from '../../testing/members.ts'
import { joinOrganization, newOrganization } from '../../testing/people.ts'
import { listQueuedMails } from '../../testing/queued-mail.ts'
import { setTestPassword } from '../../testing/visitor.ts'
import { type Person, type World, world, worldWithoutWorker } from '../../testing/world.ts'

const admin = 2

async function findMember({ ann, organization }: World, id: number) {
  const { organization_users } = await ann.organizations.listMembers(organization)
  return organization_users.find(one => one.id === id)
}

/** Eve has an account and an organization elsewhere, and was invited by Ann's Admin. */
async function worldWithForeignAccount(made: World) {
  const { eve, dependencies, organization } = made
  await setTestPassword(made, eve)
  const last_login_at = '2026-01-02T03:04:05.000Z'
  const avatar = { avatar_hash: 'a'.repeat(64), avatar_mime: 'image/webp' }
  await dependencies.db.write(tx =>
    tx
      .updateTable('users')
      .set({
        first_name: 'Zenobia',
        last_name: 'Aardvark',
        phone_number: '+49 30 1',
        title: 'Dr',
        last_login_at,
        ...avatar,
      })
      .where('id', '=', eve.id)
      .execute(),
  )
  const ada = await member(made, 'Ada', admin)
  await ada.organizations.addMember(organization, { email: eve.email })
  return ada
}

test('[INV-15] while an invitation is pending, nobody changes an account that has a password or another membership', async () => {
  const made = await world()
  const { ann, eve, organization, dependencies } = made
  const ada = await worldWithForeignAccount(made)
  const known = await made.person('Kim')
  await setTestPassword(made, known)
  await ada.organizations.addMember(organization, { email: known.email })
  const before = await stateOf(dependencies.db)
  const email = `ada.too.${eve.id}@example.com`
  for (const by of [ann, ada])
    for (const { id } of [known, eve])
      for (const change of [{ email }, { first_name: 'x' }, { last_name: 'x' }, { phone_number: '1' }]) {
        const refusal = await refused(by.organizations.updateMember(organization, id, change), 400, 'ForbiddenError')
        assert.match(refusal.message, /has not accepted the invitation/)
      }
  assert.deepEqual(await stateOf(dependencies.db), before)
  await ada.organizations.updateMember(organization, eve.id, { organization_role_id: 4 })
  assert.equal((await findMember(made, eve.id))?.organization_role.name, 'Guest')
})

test('[INV-15] [INV-12] a person who is only invited here can still be edited, and the old address is notified of a new one', async () => {
  const made = await worldWithoutWorker()
  const { ann, organization } = made
  const email = await pendingMember(made, 'Pia')
  const { organization_users } = await ann.organizations.listMembers(organization, { query: email })
  const id = organization_users[0]?.id as number
  await ann.organizations.updateMember(organization, id, { first_name: 'Pia', phone_number: '1' })
  await ann.organizations.updateMember(organization, id, { email: `new.${email}` })
  const found = await findMember(made, id)
  assert.deepEqual(
    [found?.email, found?.first_name, found?.phone_number, found?.pending_email],
    [`new.${email}`, 'Pia', '1', null],
  )
  const mails = await listQueuedMails(made, id)
  assert.deepEqual(
    mails.map(({ name }) => name),
    ['send-invitation', 'send-invitation', 'send-email-changed'],
  )
  assert.deepEqual(mails.at(-1)?.payload, { user_id: id, old_email: email })
})

test('[INV-16] a pending member with an account shows only their address', async () => {
  const made = await world()
  const { ann, eve } = made
  await worldWithForeignAccount(made)
  const { organization_role: _, created_at, updated_at, ...shown } = (await findMember(made, eve.id)) ?? {}
  assert.deepEqual(shown, {
    id: eve.id,
    email: eve.email,
    first_name: '',
    last_name: '',
    title: null,
    industry: '',
    phone_number: '',
    type: 'person',
    avatar_url: null,
    locked_at: null,
    pending_email: null,
    invited_state: 'PENDING_INVITE',
    awaits_approval: false,
  })
  const { user } = await eve.users.me()
  assert.notEqual(created_at, user.created_at)
  assert.notEqual(updated_at, user.updated_at)
  await refused(ann.users.get(eve.id), 404, 'ResourceNotFound')
  await refused(ann.users.listOrganizations(eve.id), 400, 'ResourceNotFound')
})

test('[INV-16] search, filters and order do not reveal what a pending member hides', async () => {
  const made = await world()
  const { eve, organization } = made
  const ada = await worldWithForeignAccount(made)
  const list = async (query: object) =>
    (await ada.organizations.listMembers(organization, query)).organization_users.map(({ id }) => id)
  for (const query of [{ query: 'zenob' }, { query: 'aardv' }, { filter_by: 'first_name:Zenobia' }])
    assert.deepEqual(await list(query), [])
  assert.deepEqual(await list({ query: eve.email }), [eve.id])
  assert.deepEqual(await list({ filter_by: 'first_name:' }), [eve.id])
  // By name she would be the last, by the age of her account she would not.
  assert.equal((await list({ order_by: 'first_name' }))[0], eve.id)
  assert.equal((await list({ order_by: 'created_at' })).at(-1), eve.id)
})

test('[ORG-8] details of a member who belongs to other organizations are changed by themselves and by operators only', async () => {
  const made = await world()
  const { ann, vic, eve, dependencies, organization } = made
  const elsewhere = await newOrganization(dependencies, eve.id)
  await joinOrganization(dependencies, elsewhere, vic.id, 3)
  const root = await made.person('Root', { application_role_id: 1 })
  const rename = (by: Person, first_name: string) => by.organizations.updateMember(organization, vic.id, { first_name })
  const before = await stateOf(dependencies.db)
  const refusal = await refused(rename(ann, 'Mallory'), 400, 'ForbiddenError')
  assert.match(refusal.message, /belongs to other organizations/)
  await refused(ann.organizations.updateMember(organization, vic.id, { phone_number: '1' }), 400, 'ForbiddenError')
  assert.deepEqual(await stateOf(dependencies.db), before)
  await rename(root, 'Victoria')
  assert.equal((await vic.users.me()).user.first_name, 'Victoria')
  await eve.organizations.removeMember(elsewhere, vic.id)
  await rename(ann, 'Vicky')
  assert.equal((await vic.users.me()).user.first_name, 'Vicky')
})
