// Lost connections and reloads: no change is lost.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { world } from '../server/testing/world.ts'
import { drag, eventually, isSaved, middle, objectOf, objectsOf, openBoard } from './board-page.ts'

test('[WEB-7] offline during a drag: work continues, is shown as unsynced, and is sent later', async () => {
  const made = await world()
  const { note } = await made.ann.notes.create(made.board, { text: 'note' })
  const page = await openBoard(made, made.ann, { id: note.id })
  await drag(page, middle, { x: middle.x + 100, y: middle.y })
  await page.context().setOffline(true)
  await page.mouse.move(middle.x + 200, middle.y, { steps: 3 })
  await page.mouse.up()
  await page.getByText('Offline').waitFor()
  await page.keyboard.press('Escape')
  await page.mouse.dblclick(200, 650)
  await page.keyboard.type('made without a connection')
  await page.keyboard.press('Escape')
  await page.getByText(/Offline · \d+ unsynced changes/).waitFor()
  await made.bob.notes.update(made.board, note.id, { backgroundColor: 'Red' })
  assert.equal((await objectOf(made, note.id)).x, 0)
  await page.context().setOffline(false)
  await isSaved(page)
  await eventually(async () => {
    const { x, backgroundColor } = await objectOf(made, note.id)
    return [x, backgroundColor]
  }, [200, 'Red'])
  const texts = async () => (await objectsOf(made)).map(object => (object.kind === 'note' ? object.text : '')).sort()
  await eventually(texts, ['made without a connection', 'note'])
})

test('[WEB-7] reloaded with unsynced changes: the next page sends them', async () => {
  const made = await world()
  const { note } = await made.ann.notes.create(made.board, { text: 'note' })
  const page = await openBoard(made, made.ann, { id: note.id })
  // Only the socket is blocked: the page itself can still be loaded.
  await page.routeWebSocket(/\/live$/, socket => socket.close())
  await page.reload()
  await page.locator('.connection').waitFor()
  const context = page.context()
  await page.close()
  const again = await context.newPage()
  await again.goto(`${made.url}/w/${made.board}#${note.id}`)
  await isSaved(again)
  await again.getByRole('toolbar', { name: 'Selected objects' }).waitFor()
  await context.setOffline(true)
  await again.getByText('Offline').waitFor()
  await again.keyboard.press('Shift+ArrowRight')
  await isKept(again)
  await again.close()
  await context.setOffline(false)
  const third = await context.newPage()
  await third.goto(`${made.url}/w/${made.board}#${note.id}`)
  await isSaved(third)
  await eventually(async () => (await objectOf(made, note.id)).x, 10)
})

test('[WEB-7] closed with unsynced changes: another open page of the board sends them', async () => {
  const made = await world()
  const { note } = await made.ann.notes.create(made.board, { text: 'note' })
  const page = await openBoard(made, made.ann, { id: note.id })
  const context = page.context()
  const network = await context.newCDPSession(page)
  const away = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
  await network.send('Network.emulateNetworkConditions', away)
  await page.keyboard.press('Shift+ArrowRight')
  await isKept(page)
  const other = await context.newPage()
  await other.goto(`${made.url}/w/${made.board}#${note.id}`)
  await isSaved(other)
  assert.equal((await objectOf(made, note.id)).x, 0)
  await page.close()
  await eventually(async () => (await objectOf(made, note.id)).x, 10)
})

/** The change is pending, and stored so that it survives closing the page. */
const isKept = (page: Page) => page.locator('.connection[data-kept=true]', { hasText: '1 unsynced change' }).waitFor()

test('[WEB-7] reloaded during a drag: the object is where it was last saved', async () => {
  const made = await world()
  const { note } = await made.ann.notes.create(made.board, { text: 'note' })
  const page = await openBoard(made, made.ann, { id: note.id })
  await drag(page, middle, { x: middle.x + 50, y: middle.y })
  await page.mouse.up()
  await eventually(async () => (await objectOf(made, note.id)).x, 50)
  await page.mouse.down()
  await page.mouse.move(middle.x + 300, middle.y, { steps: 4 })
  await page.reload()
  await isSaved(page)
  assert.equal((await objectOf(made, note.id)).x, 50)
  assert.equal((await objectsOf(made)).length, 1)
})

test('[WEB-7] offline, all panels and dialogs still open', async () => {
  const made = await world()
  const page = await openBoard(made, made.ann)
  // Lazily loaded parts are loaded one after the other once the page is idle.
  await page.waitForFunction(() =>
    ['search-panel', 'comments-panel', 'comment-popover', 'address-dialog', 'shortcut-sheet', 'publish-dialog'].every(
      part => performance.getEntriesByType('resource').some(({ name }) => name.includes(part)),
    ),
  )
  await page.context().setOffline(true)
  await page.keyboard.press('Control+f')
  await page.getByLabel('Search the board').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('b')
  const asked = page.getByRole('dialog', { name: 'Add a web page' })
  await asked.getByLabel('URL').fill('weather')
  await page.keyboard.press('Enter')
  await asked.getByText('Enter a valid URL').waitFor()
  await page.context().close()
})

test('[WEB-7] a part that cannot be loaded is reported, and the page keeps working', async () => {
  const made = await world()
  const page = await openBoard(made, made.ann)
  await page.route(/search-panel.*\.js/, route => route.abort())
  await page.reload()
  await isSaved(page)
  await page.keyboard.press('Control+f')
  await page.getByText('This couldn’t be loaded. Try again when you’re back online.').first().waitFor()
  await page.keyboard.press('n')
  await page.keyboard.press('Enter')
  await page.keyboard.type('goes on')
  await page.keyboard.press('Escape')
  await eventually(async () => (await objectsOf(made)).map(object => 'text' in object && object.text), ['goes on'])
  await page.context().close()
})
