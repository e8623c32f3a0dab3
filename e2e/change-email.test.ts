// Changing the email address: requested on the account page, confirmed with the mailed link.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../server/testing/world.ts'
import { assertUsable } from './browser.ts'
import { openAs } from './signed-in.ts'

test('[USR-13] [USR-14] a new address is requested, sent again, confirmed through the mail and then shown', async () => {
  const made = await world()
  const { ann, bob, mail } = made
  const email = `new.${bob.email}`
  const page = await openAs(made, bob, '/account')
  const field = page.getByLabel('Email', { exact: true })
  await field.fill(email)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(`Waiting for confirmation at ${email}`).waitFor()
  assert.equal(await field.inputValue(), bob.email)
  const members = await openAs(made, ann, `/organizations/${made.organization}`)
  await members.getByText(`Waiting for confirmation at ${email}`).waitFor()
  await mail.mailTo(email, /^Confirm/)
  await page.getByRole('button', { name: 'Resend' }).click()
  const { pathname, search } = new URL((await mail.mailTo(email, /^Confirm/)).links[0] ?? '')
  await page.goto(made.url + pathname + search)
  await page.getByRole('heading', { name: 'Confirm your new email address' }).waitFor()
  await assertUsable(page)
  await page.getByRole('button', { name: 'Confirm change' }).click()
  await page.getByRole('heading', { name: 'Your email address was changed' }).waitFor()
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await page.waitForURL(`${made.url}/account`)
  assert.equal(await field.inputValue(), email)
  assert.equal(await page.getByText('Waiting for confirmation').count(), 0)
})

test('[USR-13] a pending change is cancelled', async () => {
  const made = await world()
  const { bob } = made
  await bob.users.update('me', { email: `new.${bob.email}` })
  const page = await openAs(made, bob, '/account')
  await page.getByRole('button', { name: 'Cancel change' }).click()
  await page.getByText('Your email address stays as it is').waitFor()
  assert.equal(await page.getByText('Waiting for confirmation').count(), 0)
  assert.equal((await bob.users.me()).user.pending_email, null)
})
