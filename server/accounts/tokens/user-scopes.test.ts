// The scopes of Update a User, which depend on the fields and on whose record it is.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { withPersonalToken } from '../../testing/token-holders.ts'
import { password, setTestPassword } from '../../testing/visitor.ts'
import { world } from '../../testing/world.ts'

test('[TOK-3] names and preferences need write, the address and the password need admin', async () => {
  const made = await world()
  const { bob } = made
  await setTestPassword(made, bob)
  const [writer, admin] = await Promise.all(['write', 'admin'].map(scope => withPersonalToken(made, bob, { scope })))
  assert.ok(writer && admin)
  const sensitive = [{ email: `new.${bob.email}` }, { current_password: password, new_password: 'a floor of mosaic' }]
  for (const body of [...sensitive, { first_name: 'Rob', ...sensitive[0] }])
    await refused(writer.users.update(bob.id, body), 403, 'ForbiddenError')
  await refused(admin.users.update(bob.id, { first_name: 'Rob' }), 403, 'ForbiddenError')
  await writer.users.update(bob.id, { first_name: 'Rob', user_preference: { notify_on_new_message: false } })
  await admin.users.update(bob.id, { current_password: password, new_password: 'a floor of mosaic' })
  assert.equal((await admin.users.me()).user.first_name, 'Rob')
})

test('[TOK-3] another user is changed only with admin', async () => {
  const made = await world()
  const root = await made.person('Root', { application_role_id: 1 })
  const writer = await withPersonalToken(made, root, { scope: 'write' })
  await refused(writer.users.update(made.bob.id, { first_name: 'Rob' }), 403, 'ForbiddenError')
  await refused(writer.users.removeAvatar(made.bob.id), 403, 'ForbiddenError')
  const both = await withPersonalToken(made, root, { scope: 'write admin' })
  await both.users.update(made.bob.id, { first_name: 'Rob' })
  assert.equal((await root.users.get(made.bob.id)).user.first_name, 'Rob')
})
