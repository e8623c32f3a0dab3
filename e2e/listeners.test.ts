// Tests the page of listeners.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { receiver } from '../server/testing/receiver.ts'
import { type World, world } from '../server/testing/world.ts'
import { assertUsable } from './browser.ts'
import { openAs } from './signed-in.ts'

const states = async ({ ann }: World) => (await ann.listeners.list()).listeners.map(({ status }) => status[0])

test('[WEB-18] a listener is created, its deliveries are seen with request and response, and sent again', async () => {
  const made = await world()
  const { ann, board } = made
  const there = await receiver((_, response) => response.end('thank you'))
  const page = await openAs(made, ann, '/listeners')
  await page.getByText('No listeners yet').waitFor()
  await page.getByRole('button', { name: 'New listener' }).click()
  const dialog = page.getByRole('dialog', { name: 'New listener' })
  await dialog.getByLabel('URL').fill('ftp://example.com')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.locator('.text-field-fault').waitFor()
  await dialog.getByLabel('URL').fill(there.url)
  await dialog.getByLabel('Selected events').click()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('Select at least one event.').waitFor()
  for (const action of ['created', 'updated', 'deleted']) await dialog.getByLabel(`Notes ${action}`).check()
  await dialog.getByLabel('User added').check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: there.url }).waitFor()
  const [listener] = (await ann.listeners.list()).listeners
  assert.deepEqual(listener?.eventTypes, ['NOTE_ALL', 'WORKSPACE_USER_ADD'])

  await page.getByText('TEST_HOOK', { exact: true }).waitFor()
  await ann.notes.create(board, { text: 'hello' })
  await page.getByText('NOTE_CREATE', { exact: true }).click()
  const delivery = page.getByRole('listitem').filter({ hasText: 'NOTE_CREATE' })
  await delivery.getByText('thank you').waitFor()
  assert.match((await delivery.locator('pre').first().textContent()) ?? '', /webhook-id: msg_[\s\S]*"text": "hello"/)
  await delivery.getByRole('button', { name: 'Resend NOTE_CREATE' }).click()
  await page.getByText('resent', { exact: false }).first().waitFor()
  const [first, second] = await there.events(2)
  assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id'])
})

test('[WEB-18] a listener is paused, resumed, tested, replayed, edited, gets a new secret and is deleted', async () => {
  const made = await world()
  const { ann, board } = made
  const there = await receiver()
  const { id, secret } = await ann.listeners.create({ workspaceId: board, url: there.url, eventTypes: ['ALL'] })
  await ann.notes.create(board, { text: 'one' })
  await there.events(1)
  const page = await openAs(made, ann, '/listeners')
  await page.getByRole('link', { name: there.url }).click()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Listener paused').waitFor()
  assert.deepEqual(await states(made), ['IN_ACTIVE'])

  await page.getByRole('button', { name: 'Edit…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Selected events').click()
  await assertUsable(page)
  await dialog.getByLabel('Notes created').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Listener saved').waitFor()
  assert.deepEqual(await states(made), ['IN_ACTIVE'], 'a change does not set it going')
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('Listener resumed').waitFor()

  await page.getByRole('button', { name: 'Send test event' }).click()
  await there.until(all => all.filter(({ body }) => body?.event?.type === 'TEST_HOOK').length === 2)
  await page.getByRole('button', { name: 'Replay…' }).click()
  await dialog.getByLabel('After event number').fill('-1')
  await dialog.getByRole('button', { name: 'Replay' }).click()
  await dialog.getByText('Enter a whole number, 0 or greater.').waitFor()
  await dialog.getByLabel('After event number').fill('99')
  await dialog.getByRole('button', { name: 'Replay' }).click()
  await dialog.getByText(/Must be at most 1/).waitFor()
  await dialog.getByLabel('After event number').fill('0')
  await dialog.getByRole('button', { name: 'Replay' }).click()
  await there.events(2)

  await page.getByRole('button', { name: 'Rotate…' }).click()
  await dialog.getByRole('button', { name: 'Rotate' }).click()
  await page.getByText('The old secret is valid until').waitFor()
  const fresh = (await ann.listeners.get(id)).listeners.secret ?? ''
  assert.notEqual(fresh, secret)
  await page.getByText(fresh).waitFor()

  await page.getByRole('button', { name: 'Delete…' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No listeners yet').waitFor()
  assert.deepEqual(await states(made), [])
})

test('[WEB-18] another user’s listener is not found', async () => {
  const made = await world()
  const draft = { workspaceId: made.board, url: 'http://127.0.0.1:9/', eventTypes: ['ALL'] }
  const { id } = await made.ann.listeners.create(draft)
  const page = await openAs(made, made.bob, `/listeners#${id}`)
  await page.getByText('Listener not found').waitFor()
})

test('[WEB-18] a listener for all workspaces of an organization, a failing listener, and its next attempt', async () => {
  const made = await world()
  const { ann, organization } = made
  const there = await receiver((_, response) => response.writeHead(503).end())
  const page = await openAs(made, ann, '/listeners')
  await page.getByRole('button', { name: 'New listener' }).click()
  const dialog = page.getByRole('dialog', { name: 'New listener' })
  await dialog.getByLabel('URL').fill(there.url)
  await dialog.getByLabel('Workspace').selectOption(`organization:${organization}`)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('link', { name: /^All workspaces of / }).waitFor()
  await page.getByText('Active', { exact: true }).waitFor()
  const { workspace } = await ann.workspaces.create(organization, { name: 'Created later' })
  await ann.notes.create(workspace.properties.uid, { text: 'hello' })
  await page.getByText('Failing', { exact: true }).waitFor()
  await page.getByText(/The last delivery attempt failed.*Next attempt/).waitFor()
  const [row] = await page.getByRole('listitem').filter({ hasText: 'NOTE_CREATE' }).all()
  await row?.getByText(/Created later/).waitFor()
  there.respond = (_, response) => response.end()
  await page.getByText('Active', { exact: true }).waitFor()
  await assertUsable(page)
})
