// Nobody changes who receives an invitation that gives more rights than they have, and changes of pending members are
// in the audit log.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { changeEmail } from '../../testing/change-email.ts'
import { stateOf } from '../../testing/database-state.ts'
import { member, workspaceIdOf } from '../../testing/members.ts'
import { joinOrganization, joinWorkspace, newOrganization } from '../../testing/people.ts'
import { setTestPassword } from '../../testing/visitor.ts'
import { type Person, type World, worldWithoutWorker } from '../../testing/world.ts'

const [admin, user, guest] = [2, 3, 4]
const [editor, viewer] = [3, 5]

let counter = 0
const newAddress = () => {
  counter += 1
  return `invitee.${counter}.${Date.now()}@example.com`
}

async function invite({ ann, organization }: World, organization_role_id: number) {
  const email = newAddress()
  await ann.organizations.addMember(organization, { email, organization_role_id })
  const { organization_users } = await ann.organizations.listMembers(organization, { query: email })
  return { id: organization_users[0]?.id as number, email }
}

const operator = (made: World, application_role_id: number): Promise<Person> =>
  made.person('Sue', { application_role_id })

async function auditOf({ ann, organization }: World, id: number) {
  const { audit_entries } = await ann.organizations.listAudit(organization)
  return audit_entries
    .filter(({ subject, action }) => subject.id === String(id) && action !== 'MEMBER_INVITED')
    .map(({ action, actor, changes }) => ({ action, actor: actor?.id, changes }))
}

async function refusedAndUnchanged({ dependencies }: World, run: () => Promise<unknown>, text: RegExp): Promise<void> {
  const before = await stateOf(dependencies.db)
  assert.match((await refused(run(), 400, 'ForbiddenError')).message, text)
  assert.deepEqual(await stateOf(dependencies.db), before)
}

test('[INV-17] an operator with fewer rights than an invitation gives does not change who receives it', async () => {
  const made = await worldWithoutWorker()
  const { ann, organization } = made
  const support = await operator(made, 2)
  const [pendingAdmin, pendingUser] = [await invite(made, admin), await invite(made, user)]
  const spelling = pendingAdmin.email.toUpperCase()
  for (const email of [newAddress(), spelling])
    await refusedAndUnchanged(made, () => support.users.update(pendingAdmin.id, { email }), /invitation/)
  await refusedAndUnchanged(made, () => support.users.update(pendingUser.id, { email: newAddress() }), /invitation/)
  // Neither does another right in the same request, nor a role that is below that of the invitation.
  const renamed = { email: newAddress(), first_name: 'x' }
  await refusedAndUnchanged(made, () => support.users.update(pendingAdmin.id, renamed), /invitation/)
  await joinOrganization(made.dependencies, organization, support.id, user)
  await refusedAndUnchanged(made, () => support.users.update(pendingAdmin.id, { email: newAddress() }), /invitation/)
  await support.users.update(pendingUser.id, { email: newAddress() })
  await ann.organizations.updateMember(organization, support.id, { organization_role_id: admin })
  await support.users.update(pendingAdmin.id, { email: newAddress() })
})

test('[INV-17] the owner of another organization does not redirect an invitation that both have sent', async () => {
  const made = await worldWithoutWorker()
  const support = await operator(made, 2)
  const own = await newOrganization(made.dependencies, support.id)
  const pending = await invite(made, admin)
  await support.organizations.addMember(own, { email: pending.email })
  const redirect = () => support.organizations.updateMember(own, pending.id, { email: newAddress() })
  await refusedAndUnchanged(made, redirect, /invitation/)
})

test('[INV-17] an invitation to workspaces is not redirected without the rights that it gives there', async () => {
  const made = await worldWithoutWorker()
  const { organization, board, dependencies } = made
  const support = await operator(made, 2)
  const ada = await member(made, 'Ada', admin)
  const workspace_id = await workspaceIdOf(dependencies.db, board)
  const pending = await invite(made, guest)
  await joinWorkspace(dependencies, workspace_id, [{ user_id: pending.id, workspace_role_id: editor }])
  const byUser = () => support.users.update(pending.id, { email: newAddress() })
  const byMember = () => ada.organizations.updateMember(organization, pending.id, { email: newAddress() })
  for (const redirect of [byUser, byMember]) await refusedAndUnchanged(made, redirect, /workspace/)
  // A workspace in the trash can be restored.
  await made.ann.workspaces.delete(board)
  for (const redirect of [byUser, byMember]) await refusedAndUnchanged(made, redirect, /workspace/)
  const root = await operator(made, 1)
  await root.users.update(pending.id, { email: newAddress() })
  const reader = await invite(made, guest)
  await joinWorkspace(dependencies, workspace_id, [{ user_id: reader.id, workspace_role_id: viewer }])
  await support.users.update(reader.id, { email: newAddress() })
  await ada.organizations.updateMember(organization, reader.id, { email: newAddress() })
})

test('[INV-17] an address that is changed while it is invited does not receive the invitation', async () => {
  const made = await worldWithoutWorker()
  const { ann, organization, dependencies } = made
  const support = await operator(made, 2)
  for (let round = 0; round < 4; round++) {
    const own = await newOrganization(dependencies, support.id)
    const [email, other] = [newAddress(), newAddress()]
    await support.organizations.addMember(own, { email, organization_role_id: guest })
    const { organization_users } = await support.organizations.listMembers(own, { query: email })
    const id = organization_users[0]?.id as number
    await Promise.allSettled([
      support.users.update(id, { email: other }),
      ann.organizations.addMember(organization, { email, organization_role_id: admin }),
    ])
    const { organization_users: found } = await ann.organizations.listMembers(organization, { query: 'invitee' })
    assert.equal(
      found.some(one => one.email === other),
      false,
    )
  }
})

test('[AUD-6] a changed address of a pending member is in the audit log of every organization that invited them', async () => {
  const made = await worldWithoutWorker()
  const { ann, organization, dependencies } = made
  const root = await operator(made, 1)
  const pending = await invite(made, user)
  const email = newAddress()
  await root.users.update(pending.id, { email })
  const changes = [{ field: 'email', before: pending.email, after: email }]
  assert.deepEqual(await auditOf(made, pending.id), [{ action: 'USER_EMAIL_CHANGED', actor: root.id, changes }])

  const own = await newOrganization(dependencies, root.id)
  await root.organizations.addMember(own, { email })
  const next = newAddress()
  await root.organizations.updateMember(own, pending.id, { email: next })
  const again = [{ field: 'email', before: email, after: next }]
  assert.deepEqual((await auditOf(made, pending.id))[0], {
    action: 'USER_EMAIL_CHANGED',
    actor: root.id,
    changes: again,
  })
  const { audit_entries } = await root.organizations.listAudit(own)
  const there = audit_entries.filter(({ subject }) => subject.id === String(pending.id)).map(({ action }) => action)
  assert.deepEqual(there, ['MEMBER_UPDATED', 'MEMBER_INVITED'])

  // A person who confirms a new address of their own account.
  const person = await made.person('Pat')
  await setTestPassword(made, person)
  await ann.organizations.addMember(organization, { email: person.email })
  const own_address = newAddress()
  await changeEmail(made, person, own_address)
  assert.deepEqual(await auditOf(made, person.id), [
    {
      action: 'USER_EMAIL_CHANGED',
      actor: person.id,
      changes: [{ field: 'email', before: person.email, after: own_address }],
    },
  ])
})

test('[AUD-6] what else an operator changes of a pending member is recorded, unless the organization does not see it', async () => {
  const made = await worldWithoutWorker()
  const { ann, organization } = made
  const root = await operator(made, 1)
  const pending = await invite(made, user)
  await root.users.update(pending.id, { first_name: 'Pia', last_name: 'Low', application_role_id: 2 })
  await root.users.lock(pending.id, { locked: true })
  await root.users.removeAvatar(pending.id)
  assert.deepEqual(
    (await auditOf(made, pending.id)).map(({ action, changes }) => [action, changes.map(({ after }) => after)]),
    [
      ['USER_LOCKED', []],
      ['USER_ROLE_CHANGED', ['Support']],
      ['MEMBER_UPDATED', ['Pia', 'Low']],
    ],
  )
  await setTestPassword(made, made.eve)
  await ann.organizations.addMember(organization, { email: made.eve.email })
  await root.users.update(made.eve.id, { first_name: 'Hidden', application_role_id: 2 })
  await root.users.lock(made.eve.id, { locked: true })
  assert.deepEqual(await auditOf(made, made.eve.id), [])
  await root.users.lock(made.eve.id, { locked: false })
  await root.users.update(made.eve.id, { application_role_id: 3 })
})
