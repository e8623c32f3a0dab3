// Styling the selection with its toolbar: by mouse, by keyboard and by finger.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { type World, world } from '../server/testing/world.ts'
import { eventually, objectOf, objectsOf, openBoard } from './board-page.ts'
import { assertAccessible, phone } from './browser.ts'

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Selected objects' })

const fieldsOf =
  (made: World, id: string, ...names: string[]) =>
  async () => {
    const object = await objectOf(made, id)
    return names.map(name => object[name])
  }

test('[WEB-81] [WEB-82] a shape is recolored, gets another form and larger text by mouse, each in one undo step', async () => {
  const made = await world()
  const { shape } = await made.ann.shapes.create(made.board, { text: 'Step', fill: '#ffffff' })
  await made.ann.shapes.create(made.board, { text: 'Next', x: 600, fill: '#0b7285' })
  const page = await openBoard(made, made.ann, { id: shape.id })
  const bar = toolbar(page)
  const fill = fieldsOf(made, shape.id, 'fill')
  await bar.getByRole('button', { name: 'Fill: White' }).click()
  const colors = page.getByRole('dialog', { name: 'Fill' })
  await colors.getByRole('button', { name: 'Light green' }).click()
  await eventually(fill, ['#b2f2bb'])
  await assertAccessible(page)
  await colors.getByRole('group', { name: 'On this board' }).getByRole('button', { name: '#0b7285' }).click()
  await eventually(fill, ['#0b7285'])
  await page.keyboard.press('Control+z')
  await eventually(fill, ['#b2f2bb'])
  await colors.getByRole('button', { name: 'No fill' }).click()
  await eventually(fill, ['none'])
  await colors.getByRole('button', { name: 'Custom color' }).click()
  const area = (await colors.getByRole('slider', { name: 'Saturation and brightness' }).boundingBox()) ?? assert.fail()
  await page.mouse.move(area.x + 20, area.y + 20)
  await page.mouse.down()
  for (const by of [20, 40, 60]) await page.mouse.move(area.x + 20 + by, area.y + 20 + by)
  await page.mouse.up()
  await eventually(async () => /^#/.test(String((await fill())[0])), true)
  await page.keyboard.press('Control+z')
  await eventually(fill, ['none'])
  const hex = colors.getByLabel('Hex code')
  await hex.fill('#zz')
  await colors.getByText('Enter a color like').waitFor()
  await hex.fill('123456')
  await eventually(fill, ['#123456'])
  await page.keyboard.press('Escape')
  await colors.waitFor({ state: 'detached' })
  await bar.getByRole('button', { name: /^Form/ }).click()
  await page.getByRole('radio', { name: 'Diamond' }).click()
  await bar.getByRole('button', { name: /^Font size/ }).click()
  await page.getByRole('dialog', { name: 'Font size' }).getByRole('button', { name: '48' }).click()
  await bar.getByRole('button', { name: 'Bold' }).click()
  await eventually(fieldsOf(made, shape.id, 'form', 'fontSize', 'fontWeight'), ['diamond', 48, 'bold'])
})

test('[WEB-81] [WEB-83] [WEB-80] by keyboard, a note is recolored and its style pasted on others', async () => {
  const made = await world()
  const { note } = await made.ann.notes.create(made.board, { text: 'one', fontWeight: 'bold' })
  const { note: other } = await made.ann.notes.create(made.board, { text: 'two', x: 700 })
  const { shape } = await made.ann.shapes.create(made.board, { text: 'three', x: 1_400 })
  const page = await openBoard(made, made.ann, { id: note.id })
  await page.keyboard.press('Alt+F10')
  await toolbar(page).locator('button:focus').waitFor()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await eventually(fieldsOf(made, note.id, 'backgroundColor'), ['Blue'])
  assert.equal(await toolbar(page).locator('button:focus').getAttribute('aria-label'), 'Blue', 'it keeps the focus')
  await page.keyboard.press('Escape')
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'CANVAS')
  await toolbar(page).waitFor()
  await page.keyboard.press('Control+Alt+c')
  await page.getByText('Style copied').waitFor({ state: 'attached' })
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+Alt+v')
  await page.getByText('Style pasted on 3 objects').waitFor({ state: 'attached' })
  await eventually(fieldsOf(made, other.id, 'backgroundColor', 'fontWeight'), ['Blue', 'bold'])
  await eventually(fieldsOf(made, shape.id, 'fill', 'fontWeight'), ['#ffffff', 'bold'])
  await page.keyboard.press('Control+z')
  await eventually(fieldsOf(made, other.id, 'backgroundColor', 'fontWeight'), ['Teal', 'normal'])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await page.keyboard.press('Enter')
  await page.keyboard.type('four')
  await page.keyboard.press('Escape')
  const created = async () => (await objectsOf(made)).find(object => 'text' in object && object.text === 'four')
  await eventually(async () => (await created()) && Object(await created()).backgroundColor, 'Blue')
})

test('[WEB-84] on a phone the toolbar is docked, and a finger changes color and form', async () => {
  const made = await world()
  const { shape } = await made.ann.shapes.create(made.board, { text: 'Step' })
  await made.ann.notes.create(made.board, { text: 'beside', x: 700 })
  const page = await openBoard(made, made.ann, { viewport: phone, hasTouch: true, isMobile: true, id: shape.id })
  await toolbar(page).getByRole('button', { name: /^Fill/ }).tap()
  await page.getByRole('dialog', { name: 'Fill' }).getByRole('button', { name: 'Light blue' }).tap()
  await eventually(fieldsOf(made, shape.id, 'fill'), ['#a5d8ff'])
  assert.deepEqual(await smallButtons(page), [])
  await toolbar(page).getByRole('button', { name: /^Form/ }).tap()
  await page.getByRole('radio', { name: 'Ellipse' }).tap()
  await eventually(fieldsOf(made, shape.id, 'form'), ['ellipse'])
  await toolbar(page).getByRole('button', { name: 'More', exact: true }).tap()
  assert.deepEqual(await smallButtons(page), [])
  await page.keyboard.press('Escape')
  for (const name of ['Search', 'Comments', 'Pen']) {
    await page.getByRole('button', { name, exact: true }).first().tap()
    assert.deepEqual(await smallButtons(page), [], name)
    // The first one may end the selection, if the focus is on the board.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'More', exact: true }).last().tap()
  await page.getByRole('menu', { name: 'More' }).waitFor()
  assert.deepEqual(await smallButtons(page), [])
})

test('[WEB-81] a user who cannot edit sees no style controls', async () => {
  const made = await world()
  const { note } = await made.ann.notes.create(made.board, { text: 'read me' })
  const page = await openBoard(made, made.vic, { id: note.id })
  const names = await toolbar(page)
    .getByRole('button')
    .evaluateAll(all => all.map(one => one.ariaLabel))
  assert.deepEqual(names, ['More actions'])
})

test('[WEB-86] the top bar says whether the workspace is published', async () => {
  const made = await world()
  const page = await openBoard(made, made.ann)
  const bar = page.locator('.workspace-bar')
  await bar.getByRole('button', { name: 'Publish', exact: true }).getByText('Publish').waitFor()
  await made.ann.workspaces.publish(made.board)
  await bar.getByRole('button', { name: 'Published' }).click()
  await page.getByRole('dialog').waitFor()
  const seen = await openBoard(made, made.vic)
  assert.equal(await seen.getByRole('button', { name: /Publish/ }).count(), 0)
})

/** The names of visible buttons that are smaller than a fingertip. */
const smallButtons = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('.workspace button, .workspace a.icon-button, [role=menuitem]'))
      .filter(button => !button.closest('.outline-unseen'))
      .flatMap(button => {
        const { width, height } = button.getBoundingClientRect()
        const isShown = width > 0 && height > 0
        return isShown && (width < 43.5 || height < 43.5) ? [`${button.ariaLabel ?? button.textContent}`] : []
      }),
  )
