// Images and documents on the board.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pdfOf } from '../server/testing/pdf-file.ts'
import { readSample } from '../server/testing/sample-file.ts'
import { worldAtWork } from '../server/testing/world.ts'
import { eventually, isSaved, middle, objectsOf, openBoard } from './board-page.ts'

test('[WEB-3] a PDF is uploaded, processed before one’s eyes, and turned page by page', async () => {
  const made = await worldAtWork()
  const page = await openBoard(made, made.ann)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Image or document' }).click()
  const pdf = {
    name: 'report.pdf',
    mimeType: 'application/pdf',
    buffer: pdfOf([{ text: 'First page' }, { text: 'Second page' }, { text: 'Third' }]),
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

test('[WEB-2] [WEB-17] an image is dropped where it shall be, one that is none is refused, and deleting asks', async () => {
  const made = await worldAtWork()
  const page = await openBoard(made, made.ann)
  const drop = async (name: string, type: string, bytes: Buffer, x: number, y: number) =>
    await page.evaluate(
      ([name, type, bytes, x, y]) => {
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array(bytes as number[])], name as string, { type: type as string }))
        const place = { clientX: x as number, clientY: y as number, bubbles: true, dataTransfer: data }
        document.querySelector('canvas')?.dispatchEvent(new DragEvent('drop', place))
      },
      [name, type, [...bytes], x, y] as const,
    )
  await drop('photo.png', 'image/png', await readSample('plain.png'), 400, 300)
  await eventually(async () => (await objectsOf(made)).map(({ kind }) => kind), ['image'])
  await drop('wrong.png', 'image/png', Buffer.from('no image'), 700, 300)
  await page.getByRole('alert').waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await isSaved(page)
  assert.equal((await objectsOf(made)).length, 1)
  await page.locator('canvas.board').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+d')
  await eventually(async () => (await objectsOf(made)).map(({ kind }) => kind), ['image', 'image'])
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  assert.equal((await objectsOf(made)).length, 2)
  await page.keyboard.press('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await eventually(async () => (await objectsOf(made)).length, 0)
})
