// Tests the pages that the server renders: their language, their errors, and without scripts.

import { test } from 'node:test'
import { createInvitationLink } from '../server/accounts/mailed-links/mailed-links.ts'
import { authorizePath, newApplication } from '../server/testing/oauth-application.ts'
import { password, setTestPassword } from '../server/testing/visitor.ts'
import { world } from '../server/testing/world.ts'
import { assertUsable, openPage } from './browser.ts'

test('[SGN-3] errors in an invitation form are shown, also to screen readers', async () => {
  const made = await world()
  await made.ann.organizations.addMember(made.organization, { email: made.eve.email })
  const now = new Date().toISOString()
  const path = await made.dependencies.db.write(tx => createInvitationLink(tx, made.eve.id, made.organization, now))
  const page = await openPage(made.url + path)
  await page.getByLabel('First name').fill(' ')
  await page.getByLabel('Last name').fill(' ')
  await page.getByLabel('Password').fill('12345678')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('alert').waitFor()
  await assertUsable(page)
})

test('[WEB-11] they have the language of the browser, or the one that is chosen there', async () => {
  const made = await world()
  await setTestPassword(made, made.ann)
  const { client_id } = await newApplication(made)
  const page = await openPage(`${made.url}/sign-in`, { locale: 'de-DE' })
  await page.getByLabel('E-Mail').fill(made.ann.email)
  await page.getByLabel('Passwort').fill(password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.getByRole('heading', { name: 'Arbeitsflächen', level: 1 }).waitFor()
  await page.goto(made.url + authorizePath(client_id))
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Deny' }).waitFor()
  await page.goto(made.url)
  await page.getByRole('heading', { name: 'Workspaces', level: 1 }).waitFor()
})

test('[SGN-3] the pages work in a browser without scripts, by keyboard alone', async () => {
  const there = await world()
  await setTestPassword(there, there.ann)
  const { client_id } = await newApplication(there)
  const page = await openPage(there.url + authorizePath(client_id), { javaScriptEnabled: false })
  await page.getByLabel('Email').and(page.locator(':focus')).waitFor()
  await page.keyboard.type(there.ann.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /^Allow/ }).waitFor()
  for (const key of ['Tab', 'Tab']) await page.keyboard.press(key)
  await page.getByRole('button', { name: 'Deny' }).focus()
  await page.keyboard.press('Tab')
  const answer = page.waitForRequest(request => request.url().startsWith('https://app.example.com/callback'))
  await page.route('https://app.example.com/**', route => route.fulfill({ body: 'back' }))
  await page.keyboard.press('Enter')
  const code = new URL((await answer).url()).searchParams.get('code')
  if (!code) throw new Error('there is no code')
})
