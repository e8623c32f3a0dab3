// Images and documents on the board.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createPdf } from '../server/testing/pdf-file.ts'
import { pixelAt, processedDocument } from '../server/testing/processed.ts'
import { plainPicture, readSample } from '../server/testing/sample-file.ts'
import { worldWithProcessing } from '../server/testing/world.ts'
import { desk, drop, eventually, middle, objectsOf, openBoard } from './board-page.ts'
import { assertAccessible, phone } from './browser.ts'
import { openAs } from './signed-in.ts'

test('[WEB-3] a PDF is uploaded, processed while it is shown, and its pages are turned', async () => {
  const made = await worldWithProcessing()
  const page = await openBoard(made, made.ann)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload file' }).click()
  const pdf = {
    name: 'report.pdf',
    mimeType: 'application/pdf',
    buffer: createPdf([{ text: 'First page' }, { text: 'Second page' }, { text: 'Third' }]),
  }
  await (await chooser).setFiles(pdf)
  await eventually(async () => {
    const [found] = await objectsOf(made)
    return found?.kind === 'document' && [found.title, found.state, found.pages !== null && found.pages > 1]
  }, ['report', 'ready', true])
  await page.mouse.click(middle.x, middle.y)
  await page.getByText(/^Page 1 of \d+$/).waitFor()
  const first = await page.screenshot()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page
    .getByText(/^Page 2 of \d+$/)
    .first()
    .waitFor()
  await eventually(async () => Buffer.compare(first, await page.screenshot()) !== 0, true)
  await page.keyboard.press('[')
  await page
    .getByText(/^Page 1 of \d+$/)
    .first()
    .waitFor()
})

test('[WEB-26] [FIL-25] an unreadable document shows the reason in the language of the page', async () => {
  const made = await worldWithProcessing()
  const { ann, board } = made
  const document = await readSample('locked.pdf')
  const { id } = (await ann.documents.create(board, { document, title: 'Secrets' })).document
  await processedDocument({ as: ann, board }, id)
  for (const viewport of [desk, phone]) {
    const page = await openAs(made, made.vic, `/w/${board}#${id}`, { locale: 'de', viewport })
    await page
      .getByText('Das PDF ist mit einem Passwort geschützt. Entferne das Passwort und lade es noch einmal hoch.', {
        exact: true,
      })
      .waitFor()
    await assertAccessible(page)
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/failed-document-${viewport.width}.png` })
    await page.context().close()
  }
  const page = await openBoard(made, ann, { id })
  await page
    .getByText('The PDF is password-protected. Remove the password and upload it again.', { exact: true })
    .waitFor()
  await page.keyboard.press('Escape')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload file' }).click()
  await (await chooser).setFiles({ name: 'secrets.pdf', mimeType: 'application/pdf', buffer: document })
  await page.locator('.notices').getByText('secrets.pdf: The PDF is password-protected.').waitFor()
  await page.context().close()
})

test('[WEB-4] [FIL-16] a word inside a PDF is found, and the result opens its page', async () => {
  const made = await worldWithProcessing()
  const { ann, board } = made
  const page = await openBoard(made, made.bob)
  const document = createPdf([{ text: 'Nothing of note' }, { text: 'The kingfisher nests\nby the river' }])
  const { id } = (await ann.documents.create(board, { document, title: 'Birds', x: 6_000, y: 4_000 })).document
  await ann.notes.create(board, { text: 'elsewhere' })
  await processedDocument({ as: ann, board }, id)
  await page.keyboard.press('Control+f')
  await page.getByLabel('Search the board').fill('Kingfisher')
  await page.getByText('1 result').waitFor()
  await page.getByRole('button', { name: /Birds: found in its pages/ }).click()
  const bar = page.getByRole('toolbar', { name: 'Selected objects' })
  await bar.getByText('Page 2 of 2').waitFor()
  const isInView = async () => {
    const { x, y } = (await bar.boundingBox()) ?? { x: 0, y: 0 }
    return x > 0 && x < 1280 && y > 0 && y < 800
  }
  await eventually(isInView, true)
  if (process.env.SCREENSHOTS) {
    await page.waitForTimeout(800)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/found-in-pdf.png` })
  }
  await page.getByLabel('Search the board').fill('heron')
  await page.getByText('No results').waitFor()
})

test('[WEB-2] an image is dropped at its position, and a broken one is refused', async () => {
  const made = await worldWithProcessing()
  const page = await openBoard(made, made.ann)
  await drop(page, { name: 'photo.png', bytes: await readSample('plain.png'), x: 400, y: 300 })
  await eventually(async () => (await objectsOf(made)).map(({ kind }) => kind), ['image'])
  await drop(page, { name: 'wrong.png', bytes: Buffer.from('no image'), x: 700, y: 300 })
  await page.getByRole('alert').waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await hasArrived(page, 1)
  assert.equal((await objectsOf(made)).length, 1)
  await page.locator('canvas.board').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+d')
  await eventually(async () => (await objectsOf(made)).map(({ kind }) => kind), ['image', 'image'])
  await hasArrived(page, 2)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await eventually(async () => (await objectsOf(made)).length, 0)
  await page.keyboard.press('Control+z')
  await eventually(async () => (await objectsOf(made)).map(({ kind }) => kind), ['image', 'image'])
})

test('[WEB-17] [OBJ-9] undo restores a deleted image with its picture and comments for everyone', async () => {
  const made = await worldWithProcessing()
  const [ann, bob] = await Promise.all([openBoard(made, made.ann), openBoard(made, made.bob)])
  const bytes = await plainPicture({ width: 600, height: 400, background: red })
  await drop(ann, { name: 'barn.png', bytes, ...middle })
  for (const page of [ann, bob]) await eventually(() => isRedAt(page, besidePointers), true)
  const [image] = await objectsOf(made)
  assert.equal(image?.kind, 'image')
  await ann.keyboard.press('c')
  await ann.mouse.click(middle.x, middle.y)
  await ann.getByLabel('Comment', { exact: true }).and(ann.locator('textarea')).fill('The old barn')
  await ann.keyboard.press('Enter')
  await ann.locator('.comment', { hasText: 'The old barn' }).waitFor()
  await ann.locator('canvas.board').focus()
  await ann.keyboard.press('Control+a')
  await ann.keyboard.press('Delete')
  for (const page of [ann, bob]) await eventually(() => isRedAt(page, besidePointers), false)
  await eventually(async () => (await objectsOf(made)).length, 0)
  await ann.keyboard.press('Control+z')
  for (const page of [ann, bob]) await eventually(() => isRedAt(page, besidePointers), true)
  await eventually(async () => (await objectsOf(made)).map(({ id }) => id), [image?.id])
  await bob.mouse.click(middle.x, middle.y)
  await bob.getByRole('toolbar', { name: 'Selected objects' }).getByRole('button', { name: 'Comments' }).click()
  await bob.getByText('The old barn').waitFor()
  if (process.env.SCREENSHOTS) await bob.screenshot({ path: `${process.env.SCREENSHOTS}/restored-image.png` })
})

test('[WEB-17] undo removes an upload, and redo restores it under its id for everyone', async () => {
  const made = await worldWithProcessing()
  const [ann, bob] = await Promise.all([openBoard(made, made.ann), openBoard(made, made.bob)])
  const ids = async () => (await objectsOf(made)).map(({ id }) => id).sort()
  const bytes = await plainPicture({ width: 600, height: 400, background: red })
  await drop(ann, { name: 'barn.png', bytes, ...middle })
  for (const page of [ann, bob]) await eventually(() => isRedAt(page, besidePointers), true)
  await hasArrived(ann, 1)
  const image = await ids()
  const chooser = ann.waitForEvent('filechooser')
  await ann.getByRole('button', { name: 'Upload file' }).click()
  const pdf = { name: 'report.pdf', mimeType: 'application/pdf', buffer: createPdf([{ text: 'A page' }]) }
  await (await chooser).setFiles([pdf, { ...pdf, name: 'second.pdf' }])
  await eventually(async () => (await ids()).length, 3)
  const all = await ids()
  await hasArrived(ann, 3)
  await ann.keyboard.press('Control+z')
  await eventually(ids, image)
  await ann.keyboard.press('Control+z')
  await eventually(ids, [])
  for (const page of [ann, bob]) await eventually(() => isRedAt(page, besidePointers), false)
  await ann.keyboard.press('Control+y')
  await eventually(ids, image)
  // The view of ann has moved to where there was room for the documents.
  await eventually(() => isRedAt(bob, besidePointers), true)
  await ann.keyboard.press('Control+y')
  await eventually(ids, all)
})

const besidePointers = { x: middle.x - 90, y: middle.y - 60 }
/** Uploaded, and on the board of this page. */
async function hasArrived(page: Page, objects: number): Promise<void> {
  await eventually(() => page.locator('.upload-card').count(), 0)
  await eventually(() => page.locator('.outline-list > li').count(), objects)
}

const red = { r: 200, g: 40, b: 30 }

/** Approximately: board pictures are compressed lossily. */
async function isRedAt(page: Page, { x, y }: { x: number; y: number }): Promise<boolean> {
  const shot = await page.screenshot({ clip: { x, y, width: 1, height: 1 } })
  const [r = 0, g = 0, b = 0] = await pixelAt(shot, 0, 0)
  return Math.hypot(r - red.r, g - red.g, b - red.b) < 12
}
