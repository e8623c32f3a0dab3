// Tests the documentation: shareable URLs, search, code in tabs, and trying an operation.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { world } from '../server/testing/world.ts'
import { assertAccessible, openPage, phone } from './browser.ts'
import { openAs } from './signed-in.ts'

/** The article of an operation. */
const article = (page: Page, id: string) => page.locator('article', { has: page.locator(`[id="${id}"]`) })

const focused = (page: Page, id: string) => page.waitForFunction(name => document.activeElement?.id === name, id)

test('[DOC-1] [DOC-2] a page opens by its URL, after a reload, by its old URL, and by going back', async () => {
  const { url } = await world()
  const page = await openPage(`${url}/docs/reference/notes#notes.create`)
  await focused(page, 'notes.create')
  assert.equal(await page.title(), 'Create a Note · Tessera')
  await page.reload()
  await focused(page, 'notes.create')
  await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Errors' }).click()
  await page.getByRole('heading', { name: 'Errors', level: 1 }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/docs/errors')
  await page.goBack()
  await focused(page, 'notes.create')
  await page.goto('about:blank')
  await page.goto(`${url}/docs#texts.create`)
  await focused(page, 'texts.create')
  assert.equal(page.url(), `${url}/docs/reference/texts#texts.create`)
  assert.equal((await fetch(`${url}/docs/nothing`)).status, 404)
})

test('[DOC-5] the search is opened, operated and closed by keyboard', async () => {
  const { url } = await world()
  const page = await openPage(`${url}/docs`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('/')
  const box = page.getByRole('combobox', { name: 'Search' })
  await box.and(page.locator(':focus')).waitFor()
  await box.fill('bulk')
  await page
    .getByRole('option', { name: /Bulk changes/ })
    .and(page.locator('[aria-selected=true]'))
    .waitFor()
  await assertAccessible(page)
  await box.fill('comment create')
  await page.getByRole('option', { name: /Comment on an Object/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await focused(page, 'comments.create')
  await page.keyboard.press('Control+k')
  await box.fill('qwertz')
  await page.getByText('No results for “qwertz”').waitFor()
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
})

test('[DOC-4] a chosen language applies to all samples, also of other pages', async () => {
  const { url } = await world()
  const page = await openPage(`${url}/docs/quick-start`)
  await page.getByRole('tab', { name: 'TypeScript' }).first().click()
  await page.getByText("import { connect } from '@tessera/client'").first().waitFor()
  const selected = page.getByRole('tab', { selected: true })
  assert.deepEqual([...new Set(await selected.allTextContents())], ['TypeScript'])
  await page.goto(`${url}/docs/reference/notes`)
  const panel = article(page, 'notes.create')
  await panel.getByText('client.notes.create(workspaceId').waitFor()
  await panel.getByRole('tab', { name: 'Python' }).click()
  await panel.getByText('client.notes.create(workspace_id').waitFor()
})

test('[DOC-7] an operation is tried with the session of the browser, and its errors are shown by field', async () => {
  const made = await world()
  const { ann, board } = made
  const page = await openAs(made, ann, '/docs/reference/notes#notes.create')
  const panel = article(page, 'notes.create')
  await panel.getByRole('tab', { name: 'Try it' }).click()
  await panel.getByText('Sent as Ann Tester').waitFor()
  await panel.getByText('This changes real data on this server.').waitFor()
  await panel.getByLabel('workspace_id').fill(board)
  await panel.getByLabel('Body (JSON)').fill('{ "text": "from the reference", "scale": 9 }')
  await panel.getByRole('button', { name: 'Send POST' }).click()
  await panel.getByText('400 Bad Request').waitFor()
  assert.match((await panel.getByRole('list', { name: 'Invalid fields' }).textContent()) ?? '', /scale/)
  await panel.getByLabel('Body (JSON)').fill('{ "text": "from the reference" }')
  await panel.getByRole('button', { name: 'Send POST' }).click()
  await panel.getByText('201 Created').waitFor()
  await panel.getByText(`POST /api/workspaces/${board}/notes`).waitFor()
  const { notes } = await ann.notes.list(board)
  assert.deepEqual(
    notes.map(note => note.text),
    ['from the reference'],
  )
  const removal = article(page, 'notes.delete')
  await removal.getByRole('tab', { name: 'Try it' }).click()
  await removal.getByLabel('note_id').fill(notes[0]?.id ?? '')
  await removal.getByRole('button', { name: 'Send DELETE' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send DELETE' }).click()
  await removal.getByText('200 OK').waitFor()
  assert.deepEqual((await ann.notes.list(board)).notes, [])
})

test('[DOC-7] a file is uploaded from the page', async () => {
  const made = await world()
  const { ann, board } = made
  const page = await openAs(made, ann, '/docs/reference/images#images.create', { viewport: phone })
  const panel = article(page, 'images.create')
  await panel.getByRole('tab', { name: 'Try it' }).click()
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

test('[DOC-7] without a session the panel leads to the sign-in and back', async () => {
  const { url } = await world()
  const page = await openPage(`${url}/docs/reference/notes`)
  const panel = article(page, 'notes.create')
  await panel.getByRole('tab', { name: 'Try it' }).click()
  const link = panel.getByRole('link', { name: 'Sign in to try it' })
  assert.equal(
    await link.getAttribute('href'),
    `/sign-in?next=${encodeURIComponent('/docs/reference/notes#notes.create')}`,
  )
})

test('[DOC-6] llms.txt links to every page as Markdown, and llms-full.txt contains all of them', async () => {
  const { url } = await world()
  const map = await fetch(`${url}/llms.txt`)
  assert.equal(map.headers.get('content-type'), 'text/plain; charset=utf-8')
  const text = await map.text()
  assert.match(text, /^# Tessera\n\n> /)
  const links = [...text.matchAll(/\]\((\S+?)\)/g)].map(([, href = '']) => new URL(href).pathname)
  const whole = await (await fetch(`${url}/llms-full.txt`)).text()
  for (const link of links.filter(one => one.endsWith('.md'))) {
    const response = await fetch(url + link)
    assert.deepEqual(
      [response.status, response.headers.get('content-type')],
      [200, 'text/markdown; charset=utf-8'],
      link,
    )
    const [title = ''] = (await response.text()).split('\n')
    assert.match(title, /^# \S/)
    assert.ok(whole.includes(`${title}\n`), title)
  }
  assert.ok(links.includes('/docs/quick-start.md') && links.includes('/docs/reference/notes.md'))
})
