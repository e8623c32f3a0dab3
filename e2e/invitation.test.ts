// Tests flows that use mail, on a server started like an operator does: invited, mailed, accepted; forgotten, mailed,
// reset. The mail is read from the folder that replaces a mail server.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, openPage } from './browser.ts'
import { startServer } from './started-server.ts'

const started = startServer()
const invited = 'nia@example.com'

async function signIn(page: Page, email: string, password: string) {
  const { url } = await started
  await page.goto(`${url}/sign-in`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${url}/`)
}

async function tokenOf(page: Page) {
  const { url } = await started
  const answer = await page.context().request.post(`${url}/session/token`, { headers: { 'x-tessera-session': '1' } })
  return (await answer.json()) as { access_token: string; user: { id: number; email: string } }
}

/** Opens the newest mail to this address with a link to this page, and follows the link. */
async function followMail(page: Page, to: string, pathname: string): Promise<void> {
  const { url } = await started
  const mail = page.locator('li', { hasText: to }).first().getByRole('link')
  const link = page.locator(`a[href*="${pathname}?token="]`).first()
  for (;;) {
    await page.goto(`${url}/mail`)
    if ((await mail.count()) > 0) {
      // The page is loaded completely: after a click alone the current page would be undefined.
      await page.goto(new URL((await mail.getAttribute('href')) ?? '', url).href)
      if ((await link.count()) > 0) break
    }
    await page.waitForTimeout(100)
  }
  await link.click()
}

test('[INV-3] [MAI-2] an invited user reads the mail, accepts and is signed in', async () => {
  const { url, printed } = await started
  const [, email = '', password = ''] = /Account +(\S+) +with the password +(\S+)/.exec(printed) ?? []
  const admin = await openPage(`${url}/sign-in`)
  await signIn(admin, email, password)
  const { access_token, user } = await tokenOf(admin)
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
  const { organizations } = await (await fetch(`${url}/api/users/${user.id}/organizations`, { headers })).json()
  const address = `${url}/api/organizations/${organizations[0].id}/users`
  const added = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ email: invited }) })
  assert.ok(added.ok, await added.text())

  const page = await openPage(`${url}/mail`)
  await followMail(page, invited, '/invitation')
  await page.getByRole('heading', { name: `Join ${organizations[0].name}` }).waitFor()
  await assertAccessible(page)
  await page.getByLabel('First name').fill('Nia')
  await page.getByLabel('Last name').fill('New')
  await page.getByLabel('Password').fill('a first password')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${url}/`)
  assert.equal((await tokenOf(page)).user.email, invited)

  const again = await openPage(`${url}/sign-in`)
  await signIn(again, invited, 'a first password')
})

test('[SGN-6] [MAI-2] a forgotten password is replaced through the mail', async () => {
  const { url } = await started
  const page = await openPage(`${url}/sign-in`)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(invited)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await followMail(page, invited, '/reset-password')
  await page.getByLabel('New password').fill('a second password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password was changed. Sign in with your new password.').waitFor()
  await signIn(page, invited, 'a second password')
})
