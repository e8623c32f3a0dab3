// What the audit log says about the accounts of an organization's members.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newApplication, tokensFor } from '../../testing/oauth-application.ts'
import { addTotp, codeOf } from '../../testing/second-factors.ts'
import { sessionClient } from '../../testing/session-client.ts'
import { password, setTestPassword, visitor } from '../../testing/visitor.ts'
import { type World, world } from '../../testing/world.ts'

/** The newest first: action, actor, subject, and the new value of the first change. */
async function entries({ ann, organization }: World, actions: RegExp) {
  const { audit_entries } = await ann.organizations.listAudit(organization, { limit: 200 })
  return audit_entries
    .filter(one => actions.test(one.action))
    .map(one => [one.action, one.actor?.id ?? null, one.subject.name, one.changes[0]?.after ?? null])
}

test('[AUD-5] sign-ins are recorded with their method, and failures once in 15 minutes', async () => {
  const made = await world()
  const { bob } = made
  await setTestPassword(made, bob)
  const { secret } = await addTotp(await sessionClient(made, bob))
  const browser = visitor(made.url)
  for (const text of ['wrong password', 'also wrong'])
    await browser.fillIn('/sign-in', { email: bob.email, password: text })
  await browser.fillIn('/sign-in', { email: bob.email, password })
  assert.deepEqual(await entries(made, /SIGN/), [['USER_SIGN_IN_FAILED', null, bob.email, null]])
  await browser.fillIn('/sign-in/second-factor', { code: codeOf(secret) })
  assert.deepEqual(await entries(made, /SIGN/), [
    ['USER_SIGNED_IN', bob.id, bob.email, 'password and code'],
    ['USER_SIGN_IN_FAILED', null, bob.email, null],
  ])
})

test('[AUD-3] tokens, authorizations and application roles of members are recorded', async () => {
  const made = await world()
  const { bob } = made
  const { token } = await bob.tokens.create({ name: 'script' })
  await bob.tokens.delete(token.id)
  const application = await newApplication(made)
  const { client_id } = application
  await tokensFor(made, bob, application)
  await (await sessionClient(made, bob)).authorizations.delete(client_id)
  const root = await made.person('Root', { application_role_id: 1 })
  await root.users.update(bob.id, { application_role_id: 2 })
  const found = await entries(made, /^(TOKEN|APPLICATION|USER_ROLE)/)
  const theirs = found.filter(([, actor]) => actor !== made.ann.id)
  assert.deepEqual(theirs, [
    ['USER_ROLE_CHANGED', root.id, bob.email, 'Support'],
    ['APPLICATION_REVOKED', bob.id, 'Mirror <b>&', null],
    ['APPLICATION_AUTHORIZED', bob.id, 'Mirror <b>&', null],
    ['TOKEN_REVOKED', bob.id, 'script', null],
    ['TOKEN_CREATED', bob.id, 'script', null],
  ])
})
