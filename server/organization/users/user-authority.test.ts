// Nobody acts on the account of a user whose rights exceed their own.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { stateOf } from '../../testing/database-state.ts'
import { member } from '../../testing/members.ts'
import { joinOrganization } from '../../testing/people.ts'
import { readSample } from '../../testing/sample-file.ts'
import { type Person, type World, world } from '../../testing/world.ts'

const admin = 2

async function isRefused({ dependencies }: World, status: number, requests: (() => Promise<unknown>)[]) {
  const before = await stateOf(dependencies.db)
  for (const request of requests) await refused(request(), status, 'ForbiddenError')
  assert.deepEqual(await stateOf(dependencies.db), before)
}

test('[USR-11] Support neither locks nor edits an application Admin', async () => {
  const made = await world()
  const [root, support] = [
    await made.person('Root', { application_role_id: 1 }),
    await made.person('Sue', { application_role_id: 2 }),
  ]
  const avatar = await readSample('plain.png')
  await isRefused(made, 403, [
    () => support.users.lock(root.id, { locked: true }),
    () => support.users.setAvatar(root.id, { avatar }),
    () => support.users.removeAvatar(root.id),
  ])
  await isRefused(made, 400, [
    () => support.users.update(root.id, { email: `sue.too.${root.id}@example.com` }),
    () => support.users.update(root.id, { first_name: 'x' }),
    () => support.users.update(root.id, { application_role_id: 3 }),
  ])
  await root.users.lock(support.id, { locked: true })
})

test('[USR-11] a request of Support for an Owner’s address changes nothing without the Owner', async () => {
  const made = await world()
  const { ann, person } = made
  const support = await person('Sue', { application_role_id: 2 })
  await support.users.update(ann.id, { email: `sue.too.${ann.id}@example.com` })
  assert.equal((await ann.users.me()).user.email, ann.email)
})

test('[ORG-9] an organization’s Admin changes no details of the Owner or of a user with an application role', async () => {
  const made = await world()
  const { ann, organization, dependencies } = made
  const ada = await member(made, 'Ada', admin)
  const root = await made.person('Root', { application_role_id: 1 })
  await joinOrganization(dependencies, organization, root.id, 3)
  const edit =
    ({ id }: Person, change: object) =>
    () =>
      ada.organizations.updateMember(organization, id, change)
  await isRefused(made, 400, [
    edit(ann, { first_name: 'x' }),
    edit(ann, { email: `ada.too.${ann.id}@example.com` }),
    edit(root, { first_name: 'x' }),
    edit(root, { phone_number: '1' }),
    edit(root, { email: `ada.too.${root.id}@example.com` }),
  ])
  await ada.organizations.updateMember(organization, root.id, { organization_role_id: 4 })
})
