// The board on a phone: touch, narrow, without a keyboard.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { world } from '../server/testing/world.ts'
import { eventually, objectOf, objectsOf, openBoard } from './board-page.ts'
import { assertAccessible, assertNothingIsCutOff, phone, useLargeFont } from './browser.ts'

const inHand = { viewport: phone, hasTouch: true, isMobile: true } as const

test('[WEB-25] on a phone a menu has the actions for which the bar has no room', async () => {
  const made = await world()
  const page = await openBoard(made, made.ann, { ...inHand, locale: 'de' })
  const more = page.getByRole('button', { name: 'Mehr' })
  const menu = page.getByRole('menu', { name: 'Mehr' })
  await more.tap()
  await menu.waitFor()
  await assertAccessible(page)
  for (const item of await menu.getByRole('menuitem').all()) {
    const { x = -1, y = -1, width = 0, height = 0 } = (await item.boundingBox()) ?? {}
    assert.ok(x >= 0 && y >= 0 && x + width <= phone.width && y + height <= phone.height, 'it leaves the window')
    assert.ok(
      await item.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth),
      'its words are cut off',
    )
  }
  await menu.getByRole('menuitem', { name: 'Veröffentlichen' }).tap()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await more.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Gliederung' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await more.tap()
  await menu.getByRole('menuitem', { name: 'Zum dunklen Design wechseln' }).tap()
  await page.locator('html[data-theme=dark]').waitFor()
  await page.context().close()

  const seen = await openBoard(made, made.vic, inHand)
  await seen.getByRole('button', { name: 'More' }).tap()
  await seen.getByRole('menuitem', { name: 'Outline' }).waitFor()
  assert.equal(await seen.getByRole('menuitem', { name: 'Publish' }).count(), 0)
  await seen.context().close()
})

test('[WEB-1] [WEB-4] an object placed at the edge of a phone is brought into view for editing', async () => {
  const made = await world()
  const page = await openBoard(made, made.ann, inHand)
  await page.getByText('Double-tap to add a note').waitFor()
  await page.getByRole('button', { name: 'Note', exact: true }).tap()
  await page.touchscreen.tap(340, 420)
  await page.getByLabel('Object text').waitFor()
  await eventually(async () => isInside(await editorBox(page)), true)
  await page.keyboard.type('by thumb')
  await page.keyboard.press('Escape')
  await eventually(async () => (await objectsOf(made)).map(object => 'text' in object && object.text), ['by thumb'])
  await page.getByRole('button', { name: 'Canvas', exact: true }).tap()
  await page.touchscreen.tap(60, 500)
  await eventually(async () => isInside(await editorBox(page)), true)
  await page.context().close()
})

test('[WEB-1] [WEB-4] [WEB-27] a note smaller than a fingertip is opened by a double tap, not resized', async () => {
  const made = await world()
  const { note } = await made.ann.notes.create(made.board, { text: 'tiny' })
  const page = await openBoard(made, made.ann, { ...inHand, id: note.id })
  await page.getByRole('button', { name: 'Zoom to fit' }).tap()
  await zoomFarOut(page)
  const { x, y } = { x: phone.width / 2, y: phone.height / 2 }
  // Sent together: on a busy machine the second tap would be too late if it waited for the first.
  await Promise.all([page.touchscreen.tap(x, y), page.touchscreen.tap(x, y)])
  await page.getByLabel('Object text').waitFor()
  await eventually(async () => ((await editorBox(page))?.width ?? 0) > phone.width / 2, true)
  await page.setViewportSize({ ...phone, height: 480 })
  await eventually(async () => isInside(await editorBox(page), 480), true)
  await page.keyboard.type('found')
  await page.keyboard.press('Escape')
  await eventually(async () => (await objectOf(made, note.id)).text, 'found')
  assert.equal((await objectOf(made, note.id)).scale, note.scale)
  await page.context().close()
})

test('[WEB-28] a finger selects several objects, one after the other', async () => {
  const made = await world()
  await made.ann.notes.create(made.board, { text: 'one' })
  await made.ann.notes.create(made.board, { text: 'two', x: 700 })
  const page = await openBoard(made, made.ann, inHand)
  const row = (phone.height - 4) / 2
  await page.touchscreen.tap(95, row)
  await page.getByRole('button', { name: 'Select multiple' }).tap()
  await page.touchscreen.tap(295, row)
  await page.getByRole('button', { name: 'Delete', exact: true }).tap()
  await eventually(async () => (await objectsOf(made)).length, 0)
  await page.context().close()
})

test('[WEB-45] with a large font on a small phone all controls can be pressed', async () => {
  const made = await world()
  await made.ann.workspaces.update(made.board, { name: 'Geschwindigkeitsbegrenzungen' })
  const { note } = await made.ann.notes.create(made.board, { text: 'wide' })
  const small = { viewport: { width: 340, height: 700 }, locale: 'de' }
  const page = await openBoard(made, made.ann, { ...inHand, ...small })
  await useLargeFont(page)
  await page.goto(`${made.url}/w/${made.board}#${note.id}`)
  await page.reload()
  await page.getByRole('toolbar', { name: 'Ausgewählte Objekte' }).waitFor()
  await eventually(() => hiddenButtons(page), [])
  await page.getByRole('button', { name: 'Teilen' }).tap()
  await page.getByRole('dialog').getByLabel('Rolle von Bob Tester').waitFor()
  await assertNothingIsCutOff(page)
  await page.context().close()
})

/** The names of controls that are covered, or outside of the window and cannot be scrolled into it. */
const hiddenButtons = (page: Page) =>
  page.evaluate(() => {
    const buttons = Array.from(document.querySelectorAll('.workspace button'))
    const isHidden = (button: Element) => {
      button.scrollIntoView({ block: 'nearest', inline: 'center' })
      const { left, top, right, bottom, width } = button.getBoundingClientRect()
      return [(left * 7 + right) / 8, (left + right * 7) / 8].some(
        x => width > 0 && !button.contains(document.elementFromPoint(x, (top + bottom) / 2)),
      )
    }
    return buttons
      .filter(button => !button.closest('.outline-unseen') && isHidden(button))
      .map(button => button.getAttribute('aria-label'))
  })

/** Zooms out until a note is a few pixels wide. */
async function zoomFarOut(page: Page): Promise<void> {
  const zoom = async () => Number.parseFloat((await page.locator('.view-controls-zoom').textContent()) ?? '')
  for (let before = await zoom(); before > 3; before = await zoom()) {
    await page.getByRole('button', { name: 'Zoom out' }).tap()
    await eventually(async () => (await zoom()) < before, true)
  }
}

const editorBox = (page: Page) => page.getByLabel('Object text').boundingBox()

const isInside = (box: { x: number; y: number; width: number; height: number } | null, height = phone.height) =>
  box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= phone.width && box.y + box.height <= height
