// The command palette: actions, objects and workspaces by keyboard, on a phone, and for viewers; and names of images.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { readSample } from '../server/testing/sample-file.ts'
import { world } from '../server/testing/world.ts'
import { eventually, objectsOf, openBoard } from './board-page.ts'
import { phone } from './browser.ts'

const field = (page: Page) => page.getByRole('combobox')
const current = (page: Page) => page.locator('[role=option][aria-selected=true]')

test('[WEB-110] actions, objects and workspaces are found by name and chosen with the keyboard', async () => {
  const made = await world()
  const { ann, board } = made
  await ann.notes.create(board, { text: 'Launch in May' })
  const { note } = await ann.notes.create(board, { text: 'Budget', x: 4_000 })
  const { workspace: other } = await ann.workspaces.create(made.organization, { name: 'Roadmap 2027' })
  const page = await openBoard(made, ann)
  await page.keyboard.press('ControlOrMeta+k')
  await field(page).waitFor()
  await field(page).fill('selal')
  await current(page).filter({ hasText: 'Select all' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('toolbar', { name: 'Selected objects' }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await current(page).filter({ hasText: 'Select all' }).waitFor()
  await field(page).fill('bud')
  await page.getByRole('option', { name: 'Budget' }).waitFor()
  await page.keyboard.press('Enter')
  await field(page).waitFor({ state: 'detached' })
  await page.keyboard.press('Delete')
  await eventually(async () => (await objectsOf(made)).some(({ id }) => id === note.id), false)
  // With the focus in the field of a panel.
  await page.keyboard.press('ControlOrMeta+f')
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('ControlOrMeta+k')
  await field(page).fill('roadm')
  await current(page).filter({ hasText: 'Roadmap 2027' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/w/${other.properties.uid}`)
})

test('[WEB-110] on a phone it is in the menu, in German, and a viewer cannot change anything with it', async () => {
  const made = await world()
  await made.ann.notes.create(made.board, { text: 'Start' })
  const page = await openBoard(made, made.vic, { viewport: phone, hasTouch: true, isMobile: true, locale: 'de' })
  await page.locator('.more-menu button').first().tap()
  await page.getByRole('menuitem', { name: 'Befehlspalette' }).tap()
  await field(page).fill('alles')
  await page.getByRole('option', { name: 'Alles anzeigen' }).waitFor()
  await field(page).fill('löschen')
  await page.getByRole('option', { name: 'Alles anzeigen' }).waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('option', { name: 'Löschen' }).count(), 0)
  await page.keyboard.press('Escape')
  await field(page).waitFor({ state: 'detached' })
})

test('[WEB-111] an image is renamed on the board, and listed and found by its name', async () => {
  const made = await world()
  const data = await readSample('plain.png')
  const { image } = await made.ann.images.create(made.board, {
    image: { data, name: 'IMG_0042.png', type: 'image/png' },
  })
  const page = await openBoard(made, made.ann)
  await page.keyboard.press('ControlOrMeta+k')
  await field(page).fill('0042')
  await page.getByRole('option', { name: 'IMG_0042.png' }).click()
  await page.keyboard.press('ControlOrMeta+k')
  await field(page).fill('Rename')
  await page.keyboard.press('Enter')
  const name = page.locator('textarea')
  await name.waitFor()
  assert.equal(await name.inputValue(), 'IMG_0042.png')
  await name.fill('Floor plan')
  await page.keyboard.press('Enter')
  await eventually(async () => (await made.ann.images.get(made.board, image.id)).image.name, 'Floor plan')
  await page.keyboard.press('o')
  await page.getByText('Image, Floor plan').waitFor()
})
