// Proving one's identity again before changing the security of an account.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { grantTo } from '../../testing/people.ts'
import { addPasskey, addTotp, codeOf, passkeyOptionsOn } from '../../testing/second-factors.ts'
import { ageSignIns, sessionClient } from '../../testing/session-client.ts'
import { password, readForm, visitor } from '../../testing/visitor.ts'
import { world } from '../../testing/world.ts'

const path = '/confirm-identity?next=/account%23security'

test('[SGN-20] sessions and authorizations are ended only after a recent sign-in, which the password renews', async () => {
  const made = await world()
  const { application } = await made.bob.applications.create({
    name: 'Robot',
    redirect_uri: 'https://example.com/back',
  })
  await grantTo(made.dependencies, made.ann.id, application.client_id)
  const [desk, phone] = [await sessionClient(made, made.ann), await sessionClient(made, made.ann)]
  const other = (await desk.sessions.list()).sessions.find(one => !one.is_current)
  const calls = [
    () => desk.sessions.delete(other?.id as string),
    () => desk.sessions.deleteOthers(),
    () => desk.authorizations.delete(application.client_id),
  ]
  await ageSignIns(made, made.ann, 11)
  for (const call of calls) await refused(call(), 403, 'ForbiddenError', 'reauthenticate')
  assert.equal((await phone.users.me()).user.id, made.ann.id)
  const wrong = await desk.browser.fillIn(path, { password: 'not the password' })
  assert.equal(wrong.status, 401)
  await refused(desk.sessions.deleteOthers(), 403, 'ForbiddenError', 'reauthenticate')
  const right = await desk.browser.fillIn(path, { password })
  assert.deepEqual([right.status, right.headers.get('location')], [303, '/account#security'])
  for (const call of calls) await call().catch(error => assert.equal(error.status, 404))
  await refused(phone.users.me(), 401, 'Unauthorized')
  assert.equal((await desk.sessions.list()).sessions.length, 1)
})

test('[SGN-20] a code, once, or a passkey of the account confirms the identity, too', async () => {
  const made = await world()
  const client = await sessionClient(made, made.ann)
  const { secret } = await addTotp(client)
  const { passkey } = await addPasskey(made, client)
  const { passkey: foreign } = await addPasskey(made, await sessionClient(made, made.bob))
  await ageSignIns(made, made.ann, 11)
  const isRecent = () =>
    client.sessions.deleteOthers().then(
      () => true,
      () => false,
    )
  const code = codeOf(secret)
  assert.equal((await client.browser.fillIn(`${path}&code=`, { code })).status, 303)
  assert.equal(await isRecent(), true)
  await ageSignIns(made, made.ann, 11)
  assert.equal((await client.browser.fillIn(`${path}&code=`, { code })).status, 401)
  const confirm = async (one: typeof passkey) => {
    const page = await (await client.browser.get(path)).text()
    return (
      await client.browser.post('/confirm-identity', {
        ...readForm(page).hidden,
        passkey: one.use(passkeyOptionsOn(page)),
      })
    ).status
  }
  assert.equal(await confirm(foreign), 401)
  assert.equal(await isRecent(), false)
  assert.equal(await confirm(passkey), 303)
  assert.equal(await isRecent(), true)
})

test('[SGN-20] wrong passwords are limited as at sign-in, and without a session there is nothing to confirm', async () => {
  const made = await world()
  const { browser } = await sessionClient(made, made.ann)
  await ageSignIns(made, made.ann, 11)
  const guess = async (text: string) => (await browser.fillIn(path, { password: text })).status
  for (let round = 0; round < 5; round++) assert.equal(await guess('wrong password'), 401)
  assert.equal(await guess(password), 429)
  const nobody = await visitor(made.url).get(path)
  assert.equal(nobody.headers.get('location'), '/sign-in?next=%2Faccount%23security')
})
