// The context menu of the board: by mouse, by keyboard, by finger, and for viewers.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { world } from '../server/testing/world.ts'
import { eventually, middle, objectsOf, openBoard } from './board-page.ts'
import { phone } from './browser.ts'

const entriesOf = (page: Page) => page.getByRole('menuitem').locator('.menu-label').allTextContents()
const focused = (page: Page) => page.locator(':focus')

test('[WEB-30] [WEB-8] an object is copied, pasted, pinned and deleted by mouse and by keyboard', async () => {
  const made = await world()
  const { note } = await made.ann.notes.create(made.board, { text: 'one', backgroundColor: 'Red' })
  const page = await openBoard(made, made.ann)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const menu = page.getByRole('menu')
  await page.mouse.click(middle.x, middle.y, { button: 'right' })
  await page.getByRole('menu', { name: 'Note' }).waitFor()
  await page.getByRole('toolbar', { name: 'Selected objects' }).waitFor()
  await page.getByRole('menuitem', { name: 'Copy', exact: true }).click()
  await menu.waitFor({ state: 'detached' })
  const spot = { x: 300, y: 650 }
  await page.mouse.click(spot.x, spot.y, { button: 'right' })
  await page.getByRole('menu', { name: 'Board' }).waitFor()
  await page.getByRole('menuitem', { name: 'Paste here' }).click()
  await eventually(async () => {
    const notes = (await objectsOf(made)).filter(object => object.kind === 'note')
    return notes.map(({ x, y, backgroundColor }) => [x - note.x, y - note.y, backgroundColor])
  }, [
    [0, 0, 'Red'],
    [spot.x - middle.x, spot.y - middle.y, 'Red'],
  ])
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Edit text' }).and(focused(page)).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.getByRole('menuitem', { name: 'Delete' }).and(focused(page)).waitFor()
  await page.keyboard.press('Home')
  await page.getByRole('menuitem', { name: 'Edit text' }).and(focused(page)).waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  await page.locator('canvas[role=application]').and(focused(page)).waitFor()
  await page.keyboard.press('ContextMenu')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await eventually(async () => (await objectsOf(made)).map(({ id }) => id), [note.id])
})

test('[WEB-30] a long press opens it, a panning finger does not, and viewers cannot change anything with it', async () => {
  const made = await world()
  await made.ann.notes.create(made.board, { text: 'one' })
  const page = await openBoard(made, made.vic, { viewport: phone, hasTouch: true, isMobile: true, locale: 'de' })
  const { x, y } = { x: phone.width / 2, y: phone.height / 2 }
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', { x, y })
  await page.getByRole('menu', { name: 'Notiz' }).waitFor()
  await send('touchEnd')
  const copying = ['Kopieren', 'Als PNG kopieren', 'Als SVG kopieren', 'Exportieren …', 'Link kopieren']
  assert.deepEqual(await entriesOf(page), ['Auf Objekt zoomen', ...copying])
  await page.touchscreen.tap(x, 200)
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await send('touchStart', { x, y: 650 })
  await send('touchMove', { x: x + 30, y: 640 })
  await send('touchMove', { x: x + 60, y: 630 })
  await send('touchEnd')
  await send('touchStart', { x, y: 650 })
  await page.getByRole('menu', { name: 'Board' }).waitFor()
  await send('touchEnd')
  assert.deepEqual(await entriesOf(page), ['Alles auswählen', 'Alles anzeigen', 'Exportieren …', 'Tastenkürzel'])
  await page.context().close()
})
