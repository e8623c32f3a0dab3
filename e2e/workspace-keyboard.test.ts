// The board by keyboard only.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../server/testing/world.ts'
import { eventually, isSaved, objectsOf, openBoard } from './board-page.ts'

test('[WEB-8] a board is filled, changed and searched by keyboard only', async () => {
  const made = await world()
  const page = await openBoard(made, made.ann)
  await page.keyboard.press('n')
  await page.keyboard.press('Enter')
  await page.keyboard.type('by keyboard')
  await page.keyboard.press('Escape')
  await eventually(async () => (await objectsOf(made)).map(object => 'text' in object && object.text), ['by keyboard'])
  const [note] = (await objectsOf(made)) as unknown as { x: number }[]
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await eventually(
    async () => ((await objectsOf(made))[0] as unknown as { x: number }).x,
    (note as { x: number }).x + 11,
  )
  await page.keyboard.press('Escape')
  await page.keyboard.press('t')
  await page.keyboard.press('Enter')
  await page.keyboard.type('a heading')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+ArrowRight')
  await page.keyboard.press('Control+Shift+l')
  await eventually(async () => (await objectsOf(made)).filter(object => 'pin' in object && object.pin).length, 1)
  await page.keyboard.press('Control+f')
  await page.getByLabel('Search the board').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('heading')
  await page.getByText('1 result').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('button', { name: 'Text a heading' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByRole('toolbar', { name: 'Selected objects' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('o')
  await page.getByRole('region', { name: 'Outline' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page
    .getByRole('button', { name: /^(Note|Text), / })
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await isSaved(page)
})

test('[WEB-8] changes of others are announced to screen readers, and the outline lists every object', async () => {
  const made = await world()
  const page = await openBoard(made, made.ann)
  await made.bob.notes.create(made.board, { text: 'hear me' })
  await page.getByRole('log').filter({ hasText: 'Bob Tester: added an object' }).waitFor({ state: 'attached' })
  const outline = page.getByRole('navigation', { name: 'Outline' })
  await eventually(() => outline.getByRole('button', { name: 'Note, hear me' }).count(), 1)
})

test('[WEB-8] text typed while a panel is loading goes to the panel', async () => {
  const made = await world()
  const page = await openBoard(made, made.ann)
  const arrived = Promise.withResolvers<void>()
  await page.route(/search-panel.*\.js/, async route => {
    await arrived.promise
    await route.continue()
  })
  await page.reload()
  await isSaved(page)
  await page.keyboard.press('Control+f')
  await page.keyboard.type('note')
  arrived.resolve()
  const field = page.getByLabel('Search the board')
  await field.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('book')
  assert.equal(await field.inputValue(), 'notebook')
  assert.equal(await page.getByRole('button', { name: 'Select', exact: true }).getAttribute('aria-pressed'), 'true')
  await page.context().close()
})

for (const locale of ['en', 'de'])
  test(`[WEB-32] the list of keyboard shortcuts is fully visible on a desktop (${locale})`, async () => {
    const made = await world()
    const page = await openBoard(made, made.ann, { locale })
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog')
    await sheet.waitFor()
    assert.ok(await sheet.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight))
    await page.context().close()
  })
