// The front page and the reference as the server sends them, in a real browser.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { world } from '../server/testing/world.ts'
import { assertAccessible, assertFits, assertNothingIsCutOff, openPage, phone } from './browser.ts'

/** The article of an operation. */
const article = (page: Page, id: string) => page.locator('article', { has: page.locator(`[id="${id}"]`) })

test('the front page leads to the reference', async () => {
  const { url } = await world()
  const page = await openPage(url)
  await page.getByRole('link', { name: 'Read the API reference' }).click()
  await page.getByRole('heading', { name: 'API reference', level: 1 }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/docs')
})

test('[ADR-6] the reference shows every operation under its address', async () => {
  const { url } = await world()
  const { paths } = await (await fetch(`${url}/api/openapi.json`)).json()
  const page = await openPage(`${url}/docs`)
  const methods = Object.values<Record<string, { operationId: string }>>(paths)
  for (const { operationId } of methods.flatMap(one => Object.values(one))) {
    await page.evaluate(id => window.location.replace(`#${id}`), operationId)
    await page.waitForFunction(id => document.activeElement?.id === id, operationId)
  }
})

test('[ADR-6] an operation is found by keyboard alone', async () => {
  const { url } = await world()
  const page = await openPage(`${url}/docs`)
  await page.getByRole('searchbox', { name: 'Find an operation' }).waitFor()
  await page.keyboard.press('/')
  await page.getByRole('searchbox', { name: 'Find an operation' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('comment create')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.activeElement?.id === 'comments.create')
  assert.equal(await page.title(), 'Comment on an Object · Tessera')
})

test('[ADR-6] an operation is tried from the page, and its errors are shown by field', async () => {
  const { url, ann, board } = await world()
  const page = await openPage(`${url}/docs#notes.create`)
  const panel = article(page, 'notes.create')
  await panel.getByRole('tab', { name: 'Try it' }).click()
  await panel.getByLabel('Access token').fill(ann.token)
  await panel.getByLabel('workspace_id').fill(board)
  await panel.getByLabel('Body (JSON)').fill('{ "text": "from the reference", "scale": 9 }')
  await panel.getByRole('button', { name: 'Send POST' }).click()
  await panel.getByText('400 Bad Request').waitFor()
  assert.match((await panel.getByRole('list', { name: 'Invalid fields' }).textContent()) ?? '', /scale/)
  await panel.getByLabel('Body (JSON)').fill('{ "text": "from the reference" }')
  await panel.getByRole('button', { name: 'Send POST' }).click()
  await panel.getByText('201 Created').waitFor()
  const { notes } = await ann.notes.list(board)
  assert.deepEqual(
    notes.map(note => note.text),
    ['from the reference'],
  )
})

test('[ADR-6] a file is uploaded from the page', async () => {
  const { url, ann, board } = await world()
  const page = await openPage(`${url}/docs#images.create`)
  const panel = article(page, 'images.create')
  await panel.getByRole('tab', { name: 'Try it' }).click()
  await panel.getByLabel('Access token').fill(ann.token)
  await panel.getByLabel('workspace_id').fill(board)
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const file = { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') }
  await panel.locator('input[type=file]').setInputFiles(file)
  await panel.locator('input[name=x]').fill('40')
  await panel.getByRole('button', { name: 'Send POST' }).click()
  await panel.getByText('201 Created').waitFor()
  const { images } = await ann.images.list(board)
  assert.deepEqual(
    images.map(({ x, width, height }) => [x, width, height]),
    [[40, 1, 1]],
  )
})

test('[ADR-6] the pages load nothing from elsewhere', async () => {
  const { url } = await world()
  for (const path of ['/', '/docs#workspaces']) {
    const page = await openPage('about:blank')
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).origin))
    await page.goto(url + path, { waitUntil: 'networkidle' })
    assert.deepEqual([...new Set(asked)], [url])
  }
})

test('the token is forgotten with the tab, the theme is not', async () => {
  const { url } = await world()
  const page = await openPage(`${url}/docs#users.me`, { colorScheme: 'light' })
  const panel = article(page, 'users.me')
  await panel.getByRole('tab', { name: 'Try it' }).click()
  await panel.getByLabel('Access token').fill('a secret')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  const another = await page.context().newPage()
  await another.goto(`${url}/docs#users.me`)
  await another.getByRole('button', { name: 'Switch to light theme' }).waitFor()
  await article(another, 'users.me').getByRole('tab', { name: 'Try it' }).click()
  assert.equal(await article(another, 'users.me').getByLabel('Access token').inputValue(), '')
})

test('[WEB-11] the front page and the reference speak German, and English where that is chosen', async () => {
  const { url, ann } = await world()
  const page = await openPage(url, { locale: 'de-DE' })
  await page.getByRole('heading', { name: 'Jedes Stück an seinem Platz.', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'API-Referenz öffnen' }).click()
  await page.getByRole('searchbox', { name: 'Operation finden' }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'de')
  await page.goto(`${url}/docs#users.me`)
  const panel = article(page, 'users.me')
  await panel.getByRole('tab', { name: 'Ausprobieren' }).click()
  await panel.getByLabel('Zugangstoken').fill(ann.token)
  await panel.getByRole('button', { name: 'GET senden' }).click()
  await panel.getByText('200 OK').waitFor()
  await page.getByRole('button', { name: 'English' }).click()
  await panel.getByRole('button', { name: 'Send GET' }).waitFor()
  await page.goto(url)
  await page.getByRole('heading', { name: 'Every piece in its place.', level: 1 }).waitFor()
})

test('[WEB-11] [WEB-45] everybody can use the pages in German, on a small phone', async () => {
  const { url } = await world()
  const page = await openPage('about:blank', { viewport: { width: 340, height: 700 }, locale: 'de-DE' })
  for (const path of ['/', '/docs', '/docs#images']) {
    await page.goto('about:blank')
    await page.goto(url + path)
    await page.locator('html[lang=de]').waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await assertAccessible(page)
    await assertNothingIsCutOff(page)
  }
})

test('everybody can use the pages, in the light and in the dark, on a desk and on a phone', async () => {
  const { url } = await world()
  const page = await openPage('about:blank')
  for (const path of ['/', '/docs', '/docs#images']) {
    await page.goto('about:blank')
    await page.goto(url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const tab of (await page.getByRole('tab', { name: 'Try it' }).all()).slice(0, 1)) await tab.click()
    await assertFits(page, [{ width: 1440, height: 900 }, phone])
  }
})

test('on a phone the way around is in a menu that closes behind one', async () => {
  const { url } = await world()
  const page = await openPage(`${url}/docs`, { viewport: phone })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('searchbox').fill('delete text')
  await assertAccessible(page)
  await page.getByRole('link', { name: /Delete Text/ }).click()
  await page.waitForFunction(() => document.activeElement?.id === 'texts.delete')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})
