// Tests second factors in a real browser: set up on the account page, used to sign in.

import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { codeOf } from '../server/testing/second-factors.ts'
import { ageSignIns } from '../server/testing/session-client.ts'
import { password, setTestPassword } from '../server/testing/visitor.ts'
import { type Person, type World, world, worldWith } from '../server/testing/world.ts'
import { assertUsable, openPage } from './browser.ts'
import { openAs } from './signed-in.ts'

async function signIn(page: Page, made: Pick<World, 'url'>, { email }: Person) {
  await page.goto(`${made.url}/sign-in?next=/docs`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name })

test('[SGN-22] [SGN-23] an authenticator app is set up, then its code or a recovery code signs in', async () => {
  const made = await world()
  await setTestPassword(made, made.ann)
  const page = await openAs(made, made.ann, '/account#security')
  await page.getByRole('button', { name: 'Set up' }).click()
  const secret = (await page.locator('.totp-secret code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code from the app').fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Is not the current code.').waitFor()
  await assertUsable(page)
  await page.getByLabel('Code from the app').fill(codeOf(secret, -1))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await heading(page, 'Save your recovery codes').waitFor()
  const codes = await page.locator('.recovery-codes code').allInnerTexts()
  assert.equal(codes.length, 10)
  await assertUsable(page)
  await page.getByRole('button', { name: 'I saved the codes' }).click()
  await page.getByText('10 codes left').waitFor()
  await assertUsable(page)

  const other = await openPage(`${made.url}/sign-in`)
  await signIn(other, made, made.ann)
  await heading(other, 'Confirm it’s you').waitFor()
  await assertUsable(other)
  await other.getByLabel('Code').fill(codeOf(secret))
  await other.getByRole('button', { name: 'Continue' }).click()
  await other.waitForURL(/\/docs/)
  await other.context().clearCookies()
  await signIn(other, made, made.ann)
  await other.getByLabel('Code').fill(codes[0] as string)
  await other.getByRole('button', { name: 'Continue' }).click()
  await other.waitForURL(/\/docs/)
})

test('[SGN-24] [SGN-25] [SGN-30] a passkey is added, signs in without a password, and is removed', async () => {
  const port = await freePort()
  const made = await worldWith({ publicUrl: `http://localhost:${port}`, port })
  const here = { ...made, url: `http://localhost:${port}` }
  const page = await openAs(here, made.ann, '/account#security')
  await addVirtualAuthenticator(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Laptop')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await heading(page, 'Save your recovery codes').waitFor()
  await page.getByRole('button', { name: 'I saved the codes' }).click()
  await page.getByText('never used').waitFor()
  const signInPage = `${here.url}/sign-in?next=/account%23security`
  await page.context().clearCookies()
  // The browser suggests the passkey, and its virtual user accepts at once.
  await page.goto(signInPage)
  await page.getByText('last used').waitFor()
  await page.context().clearCookies()
  await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
  await page.clock.install()
  await page.goto(signInPage)
  // A page that was open for longer than its challenge is valid gets another one.
  const renewed = page.waitForRequest(/\/sign-in\/passkey\/challenge$/)
  await page.clock.fastForward('11:00')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await renewed
  await page.getByText('last used').waitFor()
  await page.getByRole('button', { name: 'Rename Laptop' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Desk')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Remove Desk' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No passkeys').waitFor()
})

test('[SGN-20] another session is ended after the identity was confirmed', async () => {
  const made = await world()
  const other = await openAs(made, made.ann, '/account', {
    userAgent: 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1',
  })
  const page = await openAs(made, made.ann, '/account#security')
  await ageSignIns(made, made.ann, 11)
  await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  await heading(page, 'Confirm your identity').waitFor()
  await assertUsable(page)
  await page.getByLabel('Password').fill('wrong')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  await page.getByText('Safari on iPhone was signed out').waitFor()
  await other.goto(`${made.url}/developers`)
  await other.waitForURL(/\/sign-in/)
})

test('[SGN-27] a member of an organization that requires a second factor sets it up at sign-in', async () => {
  const made = await world()
  await setTestPassword(made, made.vic)
  const page = await openAs(made, made.ann, `/organizations/${made.organization}#settings`)
  await page.getByRole('switch', { name: 'Require a second factor' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('saved').waitFor()
  await page.context().clearCookies()
  await signIn(page, made, made.vic)
  await heading(page, 'Set up a second factor').waitFor()
  const secret = (await page.locator('.page-secret').innerText()).replaceAll(' ', '')
  await assertUsable(page)
  await page.getByLabel('Code from the app').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Turn on and continue' }).click()
  await heading(page, 'Save your recovery codes').waitFor()
  await assertUsable(page)
  await page.getByRole('link', { name: 'I saved the codes' }).click()
  await page.waitForURL(/\/docs/)
})

/** Passkeys are bound to the URL of the service, so it has to be known before the service starts. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}

async function addVirtualAuthenticator(page: Page): Promise<void> {
  const settings = await page.context().newCDPSession(page)
  await settings.send('WebAuthn.enable')
  await settings.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
