// Every page that the server renders, in light and dark, on a phone and on a desk: without scripts, judged by axe.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createInvitationLink, createPasswordLink } from '../server/accounts/mailed-links/mailed-links.ts'
import { authorizePath, newApplication } from '../server/testing/oauth-application.ts'
import { password, setTestPassword } from '../server/testing/visitor.ts'
import { world } from '../server/testing/world.ts'
import { assertAccessible, assertFits, assertNothingIsCutOff, openPage } from './browser.ts'

async function scene() {
  const there = await world()
  await setTestPassword(there, there.ann)
  const { client_id } = await newApplication(there)
  await there.ann.organizations.addMember(there.organization, { email: there.eve.email })
  const now = new Date().toISOString()
  const [invitation, reset] = await there.dependencies.db.write(async tx => [
    await createInvitationLink(tx, there.eve.id, there.organization, now),
    await createPasswordLink(tx, there.bob.id, now),
  ])
  const whitelisting = { scope: 'org', org_id: String(there.organization) }
  return {
    there,
    client_id,
    before: [
      '/sign-in?signed-out',
      '/forgot-password',
      '/reset-password?token=x',
      '/api/authorize',
      invitation as string,
      reset as string,
    ],
    after: [
      authorizePath(client_id),
      authorizePath(client_id, whitelisting),
      authorizePath(client_id, { ...whitelisting, org_id: '999999' }),
    ],
  }
}

async function signIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const phone = { width: 320, height: 640 }

test('[SGN-3] the pages are for everybody, in the light and in the dark, on a phone and on a desk', async () => {
  const { there, before, after } = await scene()
  const page = await openPage(`${there.url}/sign-in`, { reducedMotion: 'reduce' })
  const look = () => assertFits(page, [phone, { width: 1280, height: 800 }])
  for (const path of before) {
    await page.goto(there.url + path)
    await look()
  }
  await page.goto(there.url + before.at(-2))
  await page.getByLabel('First name').fill(' ')
  await page.getByLabel('Last name').fill(' ')
  await page.getByLabel('Password').fill('12345678')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('alert').waitFor()
  await look()
  await page.goto(`${there.url}/sign-in`)
  await signIn(page, there.ann.email)
  await page.waitForURL(`${there.url}/`)
  for (const path of after) {
    await page.goto(there.url + path)
    await look()
  }
})

test('[WEB-11] [WEB-45] they are for everybody in German, too, on a phone, and in the language that is chosen there', async () => {
  const { there, before, after } = await scene()
  const page = await openPage(`${there.url}/sign-in`, { locale: 'de-DE', viewport: phone })
  const look = async () => {
    await assertAccessible(page)
    await assertNothingIsCutOff(page)
  }
  for (const path of before) {
    await page.goto(there.url + path)
    assert.equal(await page.locator('html').getAttribute('lang'), 'de')
    await look()
  }
  await page.goto(`${there.url}/sign-in`)
  await page.getByLabel('E-Mail').fill(there.ann.email)
  await page.getByLabel('Passwort').fill(password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.getByRole('heading', { name: 'Arbeitsflächen', level: 1 }).waitFor()
  for (const path of after) {
    await page.goto(there.url + path)
    await look()
  }
  await page.goto(there.url + after[0])
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Deny' }).waitFor()
  await page.goto(there.url)
  await page.getByRole('heading', { name: 'Workspaces', level: 1 }).waitFor()
})

test('[SGN-3] the pages work in a browser that runs no scripts, by keyboard alone', async () => {
  const { there, client_id } = await scene()
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
