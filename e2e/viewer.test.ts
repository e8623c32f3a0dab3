// Tests published workspaces as a visitor without an account sees them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { withServer } from '../server/testing/local-server.ts'
import { createPdf } from '../server/testing/pdf-file.ts'
import { pixelAt, processedDocument } from '../server/testing/processed.ts'
import { publish, unpublish } from '../server/testing/publishing.ts'
import { type World, world, worldWithProcessing } from '../server/testing/world.ts'
import { desk, eventually } from './board-page.ts'
import { assertUsable, openPage, phone } from './browser.ts'

async function published(): Promise<World> {
  const made = await world()
  const { ann, board } = made
  await ann.workspaces.update(board, { name: 'Plans <for> the year', description: 'What we do next.' })
  await ann.canvases.create(board, { name: 'Ideas', width: 1_400, height: 900 })
  const { note } = await ann.notes.create(board, { text: 'Plant an orchard', x: 80, y: 160, backgroundColor: 'Gold' })
  await ann.notes.create(board, { text: 'Mend the roof before it rains', x: 720, y: 160, backgroundColor: 'Blue' })
  await ann.texts.create(board, { text: 'Next spring', x: 80, y: 560 })
  await ann.strokes.create(board, {
    points: [700, 640, 820, 560, 940, 660, 1_100, 580],
    penColor: 'Red',
    brushSize: 12,
  })
  await ann.strokes.createOn(board, 'notes', note.id, { points: [40, 260, 500, 280], penColor: 'Green' })
  await publish(made)
  return made
}

test('[WEB-10] [PUB-5] [ADR-2] anyone opens the viewer, pans and reads the content', async () => {
  const made = await published()
  const page = await openPage(`${made.url}/view/${made.board}`, { viewport: desk })
  await page.locator('html.is-shown').waitFor()
  assert.equal(await page.title(), 'Plans <for> the year · Tessera')
  const zoom = page.getByTitle('Zoom to 100%')
  const fitted = await zoom.textContent()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.waitForFunction(before => document.getElementById('zoom-one')?.textContent !== before, fitted)
  await page.keyboard.press('0')
  await page.waitForFunction(before => document.getElementById('zoom-one')?.textContent === before, fitted)
  await page.mouse.move(600, 400)
  await page.mouse.wheel(0, 200)
  await page.getByRole('button', { name: 'Contents' }).click()
  const contents = page.getByRole('complementary', { name: 'Contents' })
  await contents.getByText('Plant an orchard').waitFor()
  await contents.getByRole('heading', { name: 'Ideas' }).waitFor()
  await page.keyboard.press('Escape')
  await contents.waitFor({ state: 'hidden' })
  await page.context().close()
})

test('[WEB-10] [PUB-7] without a script there are the name, the texts and the metadata for link previews', async () => {
  const made = await published()
  const page = await openPage(`${made.url}/view/${made.board}`, { javaScriptEnabled: false })
  await page.getByRole('heading', { name: 'Plans <for> the year', level: 1 }).waitFor()
  await page.getByText('Mend the roof before it rains').waitFor()
  const property = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute('content')
  assert.equal(await property('title'), 'Plans <for> the year')
  assert.equal(await property('description'), 'What we do next.')
  assert.equal(await property('url'), `${made.dependencies.config.publicUrl}/view/${made.board}`)
  await page.context().close()
})

test('[WEB-23] entries of the contents lead to their positions, by mouse and by keyboard', async () => {
  const made = await published()
  const page = await openPage(`${made.url}/view/${made.board}`, { viewport: desk })
  await page.locator('html.is-shown').waitFor()
  await page.getByRole('button', { name: 'Contents' }).click()
  const contents = page.getByRole('complementary', { name: 'Contents' })
  const orchard = contents.getByRole('link', { name: 'Plant an orchard' })
  await orchard.click()
  await page.locator('.viewer-place').waitFor()
  await eventually(() => zoomOf(page), '100%')
  // The note is in the middle of the area that the list leaves free.
  await eventually(() => isGoldAt(page, 900, 330), true)
  assert.equal(await orchard.getAttribute('aria-current'), 'location')
  assert.equal(await page.getByText('In view: Plant an orchard').count(), 1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await contents.locator('[aria-current]', { hasText: 'Mend the roof before it rains' }).waitFor()
  assert.ok(await contents.isVisible())
  assert.match(page.url(), /#[0-9a-f]{24}$/)
  await page.locator('.viewer-place').waitFor({ state: 'hidden' })
  await page.context().close()
})

test('[WEB-23] on a phone the contents close to show their target', async () => {
  const made = await published()
  const touch = { viewport: phone, hasTouch: true, isMobile: true } as const
  const page = await openPage(`${made.url}/view/${made.board}`, touch)
  await page.locator('html.is-shown').waitFor()
  const fitted = await zoomOf(page)
  await page.getByRole('button', { name: 'Contents' }).tap()
  const contents = page.getByRole('complementary', { name: 'Contents' })
  await contents.getByRole('link', { name: 'Plant an orchard' }).tap()
  await contents.waitFor({ state: 'hidden' })
  await page.locator('.viewer-place').waitFor()
  assert.equal(await page.evaluate(() => document.activeElement?.className), 'board')
  await eventually(async () => (await zoomOf(page)) !== fitted, true)
  await page.context().close()
})

test('[WEB-23] a URL with an object id opens the viewer at that object', async () => {
  const made = await published()
  const notes = (await made.ann.notes.list(made.board)).notes
  const strokes = (await made.ann.strokes.list(made.board)).strokes
  const open = async (id: string) => {
    const page = await openPage(`${made.url}/view/${made.board}#${id}`, { viewport: desk })
    await page.locator('html.is-shown').waitFor()
    return page
  }
  const page = await open(notes[0]?.id ?? '')
  await eventually(() => zoomOf(page), '100%')
  await eventually(() => isGoldAt(page, 640, 300), true)
  await page.evaluate(id => window.location.assign(`#${id}`), notes[1]?.id)
  await eventually(() => isGoldAt(page, 640, 300), false)
  await page.context().close()
  const drawn = await open(strokes.find(stroke => stroke.penColor === 'Red')?.id ?? '')
  await drawn.locator('.viewer-place').waitFor()
  await drawn.context().close()
  // An unknown object must not prevent the board from being shown.
  const nowhere = await open('0'.repeat(24))
  assert.notEqual(await zoomOf(nowhere), '100%')
  await nowhere.context().close()
})

const zoomOf = (page: Page) => page.getByTitle('Zoom to 100%').textContent()

async function isGoldAt(page: Page, x: number, y: number): Promise<boolean> {
  const shot = await page.screenshot({ clip: { x, y, width: 1, height: 1 } })
  const [r = 0, g = 0, b = 0] = await pixelAt(shot, 0, 0)
  return r > 200 && g > 140 && b < 120
}

test('[WEB-10] the viewer can be embedded in other sites', async () => {
  const made = await published()
  const frame = `<iframe src="${made.url}/view/${made.board}" width="600" height="400"></iframe>`
  await withServer(
    (_request, response) => response.setHeader('content-type', 'text/html').end(frame),
    async ({ origin }) => {
      // Another host name is another site.
      const page = await openPage(origin.replace('127.0.0.1', 'localhost'))
      await page.frameLocator('iframe').locator('html.is-shown').waitFor()
      await page.context().close()
    },
  )
})

test('[PUB-5] a workspace that is not, or no longer, published has a friendly message', async () => {
  const made = await published()
  await unpublish(made)
  const page = await openPage(`${made.url}/view/${made.board}`, { viewport: phone })
  await page.getByRole('heading', { name: 'This board is not published' }).waitFor()
  assert.equal((await made.send(`/view/${made.board}`)).status, 404)
})

/** A board with one document of three pages, published. */
async function publishedDocument(): Promise<World> {
  const made = await worldWithProcessing()
  const { ann, board } = made
  const document = createPdf([
    { text: 'The first page' },
    { text: 'The second page' },
    { drawing: '0.8 0.1 0.1 rg 0 0 595 842 re f' },
  ])
  const { id } = (await ann.documents.create(board, { document, title: 'Annual report', x: 200, y: 100 })).document
  await ann.notes.create(board, { text: 'Read this first', x: -500, y: 200, backgroundColor: 'Gold' })
  await processedDocument({ as: ann, board }, id)
  await publish(made)
  return made
}

test('[WEB-22] [PUB-17] the pages of a published document are turned by mouse, finger and keyboard', async () => {
  const made = await publishedDocument()
  const page = await openPage(`${made.url}/view/${made.board}`, { viewport: desk })
  await page.locator('html.is-shown').waitFor()
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  const bar = page.getByRole('toolbar', { name: 'Pages of the document' })
  await bar.getByText('Page 1 of 3').waitFor()
  assert.ok(await bar.getByRole('button', { name: 'Previous page' }).isDisabled())
  await bar.getByRole('button', { name: 'Next page' }).click()
  await bar.getByText('Page 2 of 3').waitFor()
  await eventually(async () => asked.some(path => path.includes('/documents/')), true)
  await page.keyboard.press(']')
  await bar.getByText('Page 3 of 3').waitFor()
  await eventually(() => redPart(page), true)
  assert.ok(await bar.getByRole('button', { name: 'Next page' }).isDisabled())
  await page.keyboard.press('[')
  await bar.getByText('Page 2 of 3').waitFor()
  await bar.getByRole('button', { name: 'Previous page' }).focus()
  await page.keyboard.press('Enter')
  await bar.getByText('Page 1 of 3').waitFor()
  await assertUsable(page)
  await page.context().close()

  const small = await openPage(`${made.url}/view/${made.board}`, { viewport: phone, hasTouch: true, isMobile: true })
  await small.locator('html.is-shown').waitFor()
  const fingers = small.getByRole('toolbar', { name: 'Pages of the document' })
  await small.touchscreen.tap(300, 430)
  await fingers.getByRole('button', { name: 'Next page' }).tap()
  await fingers.getByText('Page 2 of 3').waitFor()
  await small.context().close()
})

/** Whether the middle of the visible page is red. */
async function redPart(page: Page): Promise<boolean> {
  const shot = await page.screenshot({ clip: { x: 800, y: 450, width: 1, height: 1 } })
  const [r = 0, g = 0] = await pixelAt(shot, 0, 0)
  return r > 160 && g < 80
}

test('[WEB-126] pictures of a published board are downloaded, unless the publisher forbids it', async () => {
  const made = await worldWithProcessing()
  const { ann, board } = made
  await ann.notes.create(board, { text: 'Plant an orchard' })
  await publish(made)
  const page = await openPage(`${made.url}/view/${board}`, { viewport: desk })
  await page.locator('html.is-shown').waitFor()
  await page.locator('#download summary').click()
  await assertUsable(page)
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/viewer-download.png` })
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Document (PDF)' }).click()
  assert.match((await download).suggestedFilename(), /\.pdf$/)
  await page.locator('#download:not([open])').waitFor({ state: 'attached' })
  await page.setViewportSize(phone)
  await page.locator('#download summary').click()
  await page.getByRole('link', { name: 'Picture (PNG)' }).waitFor()
  await page.context().close()
  await ann.workspaces.publish(board, { can_download: false })
  const again = await openPage(`${made.url}/view/${board}`)
  await again.locator('html.is-shown').waitFor()
  assert.equal(await again.locator('#download').count(), 0)
  await again.context().close()
})
