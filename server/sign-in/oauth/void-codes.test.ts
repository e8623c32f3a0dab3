// Authorization codes issued before the grants were revoked.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUserLocked } from '../../accounts/identity/user-accounts.ts'
import { findUserById, type UserRow } from '../../accounts/identity/user-store.ts'
import { createPasswordLink } from '../../accounts/mailed-links/mailed-links.ts'
import { untilBlocked } from '../../testing/blocked-transactions.ts'
import {
  authorizePath,
  codeFor,
  errorOf,
  exchangeCode,
  newApplication,
  signInFor,
  tokensFor,
} from '../../testing/oauth-application.ts'
import { sessionClient } from '../../testing/session-client.ts'
import { password, readForm, visitor } from '../../testing/visitor.ts'
import { world } from '../../testing/world.ts'

test('[AUT-5] [AUT-16] revoking grants voids codes that were not exchanged yet', async () => {
  const there = await world()
  const { ann, bob, dependencies } = there
  const root = await there.person('Root', { application_role_id: 1 })
  let application = await newApplication(there)
  await tokensFor(there, bob, application)
  const endings: (() => Promise<unknown>)[] = [
    async () => (await sessionClient(there, bob)).authorizations.delete(application.client_id),
    () => bob.users.update(bob.id, { current_password: password, new_password: 'another password' }),
    async () => {
      const renewed = await ann.applications.regenerateSecret(application.client_id)
      application = { ...application, client_secret: renewed.application.client_secret as string }
    },
    async () => {
      await root.users.lock(bob.id, { locked: true })
      await root.users.lock(bob.id, { locked: false })
    },
    async () => {
      const link = await dependencies.db.write(tx => createPasswordLink(tx, bob.id, new Date().toISOString()))
      await visitor(there.url).fillIn(link, { password: 'a third password' })
    },
  ]
  for (const end of endings) {
    const code = await codeFor(there, bob, application)
    await end()
    assert.deepEqual(await errorOf(await exchangeCode(there, application, code)), [400, 'invalid_grant'], String(end))
  }
})

test('[AUT-5] a user who is being locked gets no code and no token', async () => {
  const there = await world()
  const { bob, dependencies } = there
  const { client_id } = await newApplication(there)
  const browser = await signInFor(there, bob)
  const { action, hidden } = readForm(await (await browser.get(authorizePath(client_id))).text())
  const { consent, token } = await dependencies.db.write(async tx => {
    const user = (await findUserById(tx, bob.id)) as UserRow
    await setUserLocked(tx, user, true, { actor_id: null, now: new Date().toISOString() })
    const consent = browser.post(action, { ...hidden, decision: 'allow' })
    const token = bob.tokens.create({ name: 'late' }).catch((error: { status: number }) => error)
    await untilBlocked(dependencies.db, 2)
    return { consent, token }
  })
  assert.match((await consent).headers.get('location') ?? '', /^\/sign-in\?/)
  assert.equal(((await token) as { status: number }).status, 401)
})
