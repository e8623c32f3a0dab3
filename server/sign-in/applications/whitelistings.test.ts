import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { member } from '../../testing/members.ts'
import { whitelist } from '../../testing/people.ts'
import { type World, world } from '../../testing/world.ts'

async function whitelistForEve({ eve, ann, dependencies, organization }: World): Promise<string> {
  const { application } = await eve.applications.create({ name: 'Robot', redirect_uri: 'https://example.com/back' })
  await whitelist(dependencies, organization, application.client_id, ann.id)
  return application.client_id
}

test('[AUT-23] the Owner and Admins see the whitelisted applications and withdraw them', async () => {
  const made = await world()
  const { ann, bob, eve, organization } = made
  const client_id = await whitelistForEve(made)
  const ada = await member(made, 'Ada', 2)
  for (const one of [ann, ada]) {
    const { applications } = await one.organizations.listApplications(organization)
    assert.deepEqual(
      applications.map(({ whitelisted_at, ...rest }) => [rest, Number.isNaN(Date.parse(whitelisted_at))]),
      [[{ client_id, name: 'Robot', owner: { first_name: 'Eve', last_name: 'Tester' } }, false]],
    )
  }
  await refused(bob.organizations.listApplications(organization), 403, 'ForbiddenError')
  await refused(bob.organizations.withdrawApplication(organization, client_id), 403, 'ForbiddenError')
  await refused(eve.organizations.withdrawApplication(organization, client_id), 404, 'ResourceNotFound')
  await ada.organizations.withdrawApplication(organization, client_id)
  assert.deepEqual((await ann.organizations.listApplications(organization)).applications, [])
  await refused(ann.organizations.withdrawApplication(organization, client_id), 404, 'ResourceNotFound')
})

test('[AUT-23] [AUD-3] a withdrawal is recorded', async () => {
  const made = await world()
  const client_id = await whitelistForEve(made)
  await made.ann.organizations.withdrawApplication(made.organization, client_id)
  const { audit_entries } = await made.ann.organizations.listAudit(made.organization, { limit: 1 })
  assert.deepEqual(
    audit_entries.map(one => [one.action, one.actor?.id, one.subject]),
    [['APPLICATION_WITHDRAWN', made.ann.id, { type: 'application', id: client_id, name: 'Robot' }]],
  )
})

test('[AUT-24] the owner of an application sees who whitelisted it', async () => {
  const made = await world()
  const { ann, eve, organization } = made
  const client_id = await whitelistForEve(made)
  const { organizations } = await eve.applications.listOrganizations(client_id)
  assert.deepEqual(
    organizations.map(({ id, name }) => ({ id, name })),
    [{ id: organization, name: 'Mosaic' }],
  )
  await refused(ann.applications.listOrganizations(client_id), 404, 'ResourceNotFound')
})
