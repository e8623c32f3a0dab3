// Tests what the pages of a signed-in user share: the account menu, and that they load nothing from other origins.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../server/testing/world.ts'
import { openPage } from './browser.ts'
import { openAs } from './signed-in.ts'

test('the documentation has the account menu for a signed-in user, and a sign-in link for others', async () => {
  const made = await world()
  const page = await openAs(made, made.ann, '/docs')
  await page.getByRole('button', { name: 'Ann Tester' }).click()
  await page.getByRole('link', { name: 'Account', exact: true }).waitFor()
  const stranger = await openPage(`${made.url}/docs/reference/notes`)
  await stranger.getByRole('link', { name: 'Sign in' }).click()
  await stranger.waitForURL(/\/sign-in\?next=/)
  assert.equal(new URL(stranger.url()).searchParams.get('next'), '/docs/reference/notes')
})

test('they load nothing from other origins', async () => {
  const made = await world()
  const page = await openAs(made, made.ann, '/account')
  const asked = new Set<string>()
  page.on('request', request => asked.add(new URL(request.url()).origin))
  for (const address of ['/', '/developers', `/organizations/${made.organization}`, '/account'])
    await page.goto(made.url + address, { waitUntil: 'networkidle' })
  assert.deepEqual([...asked], [made.url])
})
