// Tests the front page and the documentation in a real browser, as the server sends them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { world } from '../server/testing/world.ts'
import { openPage, phone } from './browser.ts'

/** The article of an operation. */
const article = (page: Page, id: string) => page.locator('article', { has: page.locator(`[id="${id}"]`) })

test('the front page links to the documentation', async () => {
  const { url } = await world()
  const page = await openPage(url)
  await page.getByRole('link', { name: 'Read the API reference' }).click()
  await page.getByRole('heading', { name: 'Build on Tessera', level: 1 }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/docs')
})

test('[ADR-6] [DOC-3] the reference shows every operation at its URL', async () => {
  const { url } = await world()
  const { paths, tags } = await (await fetch(`${url}/api/openapi.json`)).json()
  const methods = Object.values<Record<string, { operationId: string }>>(paths)
  const ids = methods.flatMap(one => Object.values(one)).flatMap(({ operationId }) => operationId ?? [])
  const page = await openPage(`${url}/docs/reference`)
  // The OAuth endpoints are in the guide to authorization: they take forms, and no client has methods for them.
  for (const { name } of (tags as { name: string }[]).filter(tag => tag.name !== 'oauth')) {
    await page.locator(`.docs-side a[href="/docs/reference/${name}"]`).click()
    for (const id of ids.filter(one => one.startsWith(`${name}.`)))
      await page.locator(`article h2[id="${id}"]`).waitFor({ state: 'attached' })
  }
})

test('[ADR-6] the pages load nothing from other origins', async () => {
  const { url } = await world()
  for (const path of ['/', '/docs/quick-start', '/docs/reference/workspaces']) {
    const page = await openPage('about:blank')
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).origin))
    await page.goto(url + path, { waitUntil: 'networkidle' })
    assert.deepEqual([...new Set(asked)], [url])
  }
})

test('the theme is remembered', async () => {
  const { url } = await world()
  const page = await openPage(`${url}/docs`, { colorScheme: 'light' })
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  const another = await page.context().newPage()
  await another.goto(`${url}/docs/reference/users`)
  await another.getByRole('button', { name: 'Switch to light theme' }).waitFor()
})

test('[WEB-11] [DOC-8] the front page and the documentation are in German, or in English if that is chosen', async () => {
  const made = await world()
  const { url } = made
  const page = await openPage(url, { locale: 'de-DE' })
  await page.getByRole('heading', { name: 'Jedes Stück an seinem Platz.', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'API-Referenz öffnen' }).click()
  await page.getByRole('heading', { name: 'Auf Tessera aufbauen', level: 1 }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'de')
  await page.goto(`${url}/docs/quick-start`)
  await page.getByText('Diese Anleitung gibt es nur auf Englisch.').waitFor()
  await page.goto(`${url}/docs/reference/published#published.get`)
  const panel = article(page, 'published.get')
  await panel.getByRole('tab', { name: 'Ausprobieren' }).click()
  await panel.getByRole('button', { name: 'GET senden' }).waitFor()
  await page.getByRole('button', { name: 'English' }).click()
  await panel.getByRole('button', { name: 'Send GET' }).waitFor()
  await page.goto(url)
  await page.getByRole('heading', { name: 'Every piece in its place.', level: 1 }).waitFor()
})

test('on a phone the navigation is in a menu that closes after use', async () => {
  const { url } = await world()
  const page = await openPage(`${url}/docs`, { viewport: phone })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Texts' }).click()
  await page.getByRole('heading', { name: 'Texts', level: 1 }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).pathname, '/docs/reference/texts')
})
