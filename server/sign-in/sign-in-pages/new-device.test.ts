// Mail about a sign-in with a browser that an account was not used with before.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { password, setTestPassword, visitor } from '../../testing/visitor.ts'
import { world } from '../../testing/world.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

test('[SGN-28] a sign-in with a new browser is mailed, but not the first of an account', async () => {
  const made = await world()
  await setTestPassword(made, made.bob)
  const signIn = async (browser: ReturnType<typeof visitor>) => {
    browser.cookies.delete('tessera')
    const response = await browser.fillIn('/sign-in', { email: made.bob.email, password })
    assert.equal(response.status, 303)
  }
  const known = visitor(made.url)
  await signIn(known)
  await signIn(visitor(made.url, { 'user-agent': firefox }))
  await signIn(known)
  await signIn(visitor(made.url, { 'user-agent': 'curl/8.9.1' }))
  const [first, second] = [await made.mail.mailTo(made.bob.email), await made.mail.mailTo(made.bob.email)]
  for (const { subject } of [first, second]) assert.equal(subject, 'New sign-in to your account')
  assert.match(first.text, /with Firefox on Linux from the address 127\.0\.0\.1/)
  assert.deepEqual(first.links, [`${made.dependencies.config.publicUrl}/account#security`])
  assert.match(second.text, /with an unknown browser/)
})
