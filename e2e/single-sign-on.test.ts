// Tests signing in and out with a single sign-on provider, in a browser.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { client, startIdentityProvider } from '../server/testing/identity-provider.ts'
import { findFreePort } from '../server/testing/server-process.ts'
import { worldWith } from '../server/testing/world.ts'
import { assertUsable, openPage } from './browser.ts'

test('[SSO-1] [SSO-7] a user signs in with the provider, returns to the requested page, and signs out of both', async () => {
  const provider = await startIdentityProvider()
  const port = await findFreePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const oidc = { issuer: provider.issuer, ...client, name: 'Corp', domains: [], canSignUp: false, roleClaim: undefined }
  const there = await worldWith({ oidc, publicUrl, port })
  provider.register({ publicUrl, serverUrl: publicUrl })
  provider.account = { sub: 'ann', email: there.ann.email, email_verified: true }

  const page = await openPage(`${publicUrl}/sign-in?next=/account`)
  await assertUsable(page)
  await page.getByRole('link', { name: 'Sign in with Corp' }).press('Enter')
  await page.waitForURL(`${publicUrl}/account`)
  await page.getByRole('button', { name: 'Ann Tester' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${provider.issuer}/session/end**`)
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.waitForURL(`${publicUrl}/sign-in?signed-out**`)
  assert.match((await page.getByRole('status').textContent()) ?? '', /signed out/)
})
