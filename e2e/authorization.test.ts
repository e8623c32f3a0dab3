// The stories of service.md's two methods, by hand in a real browser: a first start, its printed password, an application
// that sends people to the authorization page and gets them back.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage } from './browser.ts'
import { startServer } from './started-server.ts'

/** The application's own server: whoever comes back sees that they did. */
async function startCallback(): Promise<string> {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<h1>Back</h1>'),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  after(() => server.closeAllConnections())
  after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
}

const started = startServer()

async function readPrintedCredentials() {
  const { printed } = await started
  const [, email = '', password = ''] = /Account +(\S+) +with the password +(\S+)/.exec(printed) ?? []
  return { email, password }
}

async function signIn(page: Page): Promise<void> {
  const { email, password } = await readPrintedCredentials()
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

/** A client of the API with the token of the browser's session. */
async function apiOf(page: Page, url: string) {
  const answer = await page.context().request.post(`${url}/session/token`, { headers: { 'x-tessera-session': '1' } })
  const { access_token, user } = await answer.json()
  const call = async (method: string, path: string, body?: object, token = access_token) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return await fetch(`${url}/api${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  }
  return { call, user }
}

/** An application, registered once by the first test that wants it. */
let registering: ReturnType<typeof register> | undefined
const registered = () => (registering ??= register())

async function register() {
  const { url } = await started
  const redirect_uri = await startCallback()
  const page = await openPage(`${url}/sign-in`)
  await signIn(page)
  await page.waitForURL(`${url}/`)
  const { call } = await apiOf(page, url)
  const { application } = await (await call('POST', '/applications', { name: 'Sprint Mirror', redirect_uri })).json()
  await page.context().close()
  return { url, redirect_uri, ...(application as { client_id: string; client_secret: string }) }
}

test('[SGN-3] [ADR-8] the printed password of a first start signs in', async () => {
  const { url } = await registered()
  const page = await openPage(`${url}/sign-in`)
  await signIn(page)
  await page.waitForURL(`${url}/`)
  const { user } = await apiOf(page, url)
  assert.equal(user.email, (await readPrintedCredentials()).email)
  await page.goto(`${url}/sign-in`)
  assert.equal(new URL(page.url()).pathname, '/')
})

test('[AUT-15] method 1: sign in, allow, and a token comes back in the fragment', async () => {
  const { url, client_id, redirect_uri } = await registered()
  const asked = new URLSearchParams({ client_id, redirect_uri, response_type: 'token', state: 'one' })
  const page = await openPage(`${url}/api/authorize?${asked}`)
  await signIn(page)
  await page.getByRole('heading', { name: 'Allow Sprint Mirror?' }).waitFor()
  assert.match(await page.locator('body').innerText(), /Sprint Mirror by Admin/)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Back' }).waitFor()
  const fragment = new URLSearchParams(new URL(page.url()).hash.slice(1))
  assert.deepEqual([fragment.get('token_type'), fragment.get('state')], ['Bearer', 'one'])
  const me = await fetch(`${url}/api/users/me`, {
    headers: { authorization: `Bearer ${fragment.get('access_token')}` },
  })
  assert.equal(me.status, 200)
})

test('[AUT-17] [AUT-18] method 2: whitelist, allow, exchange the code and refresh', async () => {
  const { url, client_id, client_secret, redirect_uri } = await registered()
  const page = await openPage(`${url}/sign-in`)
  await signIn(page)
  await page.waitForURL(`${url}/`)
  const { call, user } = await apiOf(page, url)
  const { organizations } = await (await call('GET', `/users/${user.id}/organizations`)).json()
  const allow = async (more: Record<string, string>) => {
    const asked = new URLSearchParams({ client_id, redirect_uri, response_type: 'code', ...more })
    await page.goto(`${url}/api/authorize?${asked}`)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('heading', { name: 'Back' }).waitFor()
    return new URL(page.url()).searchParams.get('code')
  }
  const tokens = (fields: object) =>
    fetch(`${url}/api/v2/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id, client_secret, redirect_uri, ...fields }),
    })
  const early = await tokens({ grant_type: 'authorization_code', code: await allow({}) })
  assert.equal(early.status, 405)
  await allow({ scope: 'org', org_id: String(organizations[0].id) })
  const first = await (await tokens({ grant_type: 'authorization_code', code: await allow({}) })).json()
  const second = await (await tokens({ grant_type: 'refresh_token', refresh_token: first.refresh_token })).json()
  assert.equal((await call('GET', '/users/me', undefined, second.access_token)).status, 200)
  await call('DELETE', `/authorizations/${client_id}`)
  assert.equal((await call('GET', '/users/me', undefined, second.access_token)).status, 401)
})

test('[PRG-2] a program that registered itself asks for two scopes, and the page says so in both languages', async () => {
  const { url, redirect_uri } = await registered()
  const response = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Tidy', redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none' }),
  })
  const { client_id } = (await response.json()) as { client_id: string }
  const verifier = 'v'.repeat(43)
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const pkce = { code_challenge, code_challenge_method: 'S256' }
  const asked = new URLSearchParams({ client_id, redirect_uri, response_type: 'code', scope: 'read comment', ...pkce })
  const page = await openPage(`${url}/api/authorize?${asked}`)
  await signIn(page)
  await page.getByRole('heading', { name: 'Allow Tidy?' }).waitFor()
  const text = await page.locator('body').innerText()
  assert.match(text, /Comment on your behalf/)
  assert.doesNotMatch(text, /Add, change and delete/)
  assert.match(text, /registered itself, and no one has verified it.*a program on this device/s)
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await page.getByRole('heading', { name: 'Tidy erlauben?' }).waitFor()
  assert.match(await page.locator('body').innerText(), /in deinem Namen kommentieren/)
  await page.getByRole('button', { name: 'Erlauben' }).click()
  await page.getByRole('heading', { name: 'Back' }).waitFor()
  const { searchParams } = new URL(page.url())
  assert.equal(searchParams.get('iss'), url)
  const tokens = await fetch(`${url}/api/v2/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: searchParams.get('code') ?? '',
      client_id,
      redirect_uri,
      code_verifier: verifier,
    }),
  })
  assert.equal((await tokens.json()).scope, 'read comment')
})

test('[AUT-14] Deny goes back without anything', async () => {
  const { url, client_id, redirect_uri } = await registered()
  const page = await openPage(
    `${url}/api/authorize?${new URLSearchParams({ client_id, redirect_uri, response_type: 'code' })}`,
  )
  await signIn(page)
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.getByRole('heading', { name: 'Back' }).waitFor()
  assert.equal(new URL(page.url()).searchParams.get('error'), 'access_denied')
})

test('[AUT-13] a user signed in with another account signs out from the consent page and returns to it', async () => {
  const { url, client_id, redirect_uri } = await registered()
  const page = await openPage(
    `${url}/api/authorize?${new URLSearchParams({ client_id, redirect_uri, response_type: 'code' })}`,
  )
  await signIn(page)
  await page.getByRole('button', { name: 'Not you?' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await signIn(page)
  await page.getByRole('heading', { name: 'Allow Sprint Mirror?' }).waitFor()
})
