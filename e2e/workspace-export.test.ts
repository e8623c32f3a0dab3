// Tests exporting boards from the workspace as pictures and files, and importing them.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { AnyObject } from '@tessera/client'
import type { Page } from 'playwright-core'
import { type World, worldWithProcessing } from '../server/testing/world.ts'
import { drop, eventually, objectsOf, openBoard } from './board-page.ts'
import { assertAccessible, assertUsable, phone } from './browser.ts'
import { openAs } from './signed-in.ts'

/** Two shapes with a connector between them, and a note beside. */
async function diagram(): Promise<World> {
  const made = await worldWithProcessing()
  const { ann, board } = made
  await ann.workspaces.update(board, { name: 'Release plan' })
  const { shape: start } = await ann.shapes.create(board, { text: 'Start', form: 'rounded', fill: '#d3f9d8' })
  const { shape: end } = await ann.shapes.create(board, { x: 500, text: 'Does it work?', form: 'diamond' })
  await ann.connectors.create(board, {
    from: { id: start.id, anchor: 'auto' },
    to: { id: end.id, anchor: 'auto' },
    label: 'then',
  })
  await ann.notes.create(board, { text: 'Ask **Bob**', x: 0, y: 320, backgroundColor: 'Gold' })
  return made
}

async function openExport(page: Page) {
  await page.locator('canvas.board').focus()
  await page.keyboard.press('Control+Shift+e')
  return page.getByRole('dialog', { name: 'Export' })
}

async function exported(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  const file = await download
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

/** The properties that must be the same on another board: everything but ids, times and position. */
function shapeOfBoard(objects: readonly AnyObject[]): unknown[] {
  const left = Math.min(...objects.map(object => ('x' in object ? object.x : Infinity)))
  const top = Math.min(...objects.map(object => ('y' in object ? object.y : Infinity)))
  const textOf = (id: string) => objects.find(object => object.id === id) as { text?: string } | undefined
  const endOf = (end: object) => ('id' in end ? textOf(String(end.id))?.text : end)
  return objects
    .map(object => {
      if (object.kind === 'connector')
        return { kind: 'connector', label: object.label, ends: [object.from, object.to].map(endOf) }
      const { kind, x, y, text } = object as AnyObject & { x: number; y: number; text: string }
      return { kind, text, x: x - left, y: y - top }
    })
    .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
}

test('[WEB-120] [WEB-124] [WEB-125] a diagram is exported as PDF and PNG, and the PNG dropped on another board is the same diagram', async () => {
  const made = await diagram()
  const { ann } = made
  const page = await openBoard(made, ann)
  const dialog = await openExport(page)
  await dialog.getByRole('img', { name: /Release plan\.png/ }).waitFor()
  await dialog.getByText(/^[\d,]+ × [\d,]+ px · 4 objects · \d+/).waitFor()
  await dialog.getByRole('radio', { name: 'PDF' }).check({ force: true })
  const pdf = await exported(page)
  assert.deepEqual([pdf.name, pdf.bytes.toString('latin1', 0, 5)], ['Release plan.pdf', '%PDF-'])
  await dialog.waitFor({ state: 'detached' })
  await openExport(page)
  assert.equal(await dialog.getByRole('radio', { name: 'PDF' }).isChecked(), true, 'the last choice is remembered')
  await dialog.getByRole('radio', { name: 'PNG' }).check({ force: true })
  const png = await exported(page)
  await page.context().close()

  const before = shapeOfBoard(await objectsOf(made))
  const { workspace } = await ann.workspaces.create(made.organization, { name: 'Other' })
  const other = { ...made, board: workspace.properties.uid }
  const second = await openBoard(other, ann)
  await drop(second, { name: png.name, bytes: png.bytes, x: 200, y: 200 })
  const card = second.getByRole('article', { name: png.name })
  await card.getByText('4 objects imported').waitFor()
  await card.getByText('Everything is as it was in the file.').waitFor()
  assert.deepEqual(shapeOfBoard(await objectsOf(other)), before)
  await assertAccessible(second)
  await second.locator('canvas.board').focus()
  await second.keyboard.press('Control+z')
  await eventually(async () => (await objectsOf(other)).length, 0)
  await second.keyboard.press('Control+Shift+z')
  await eventually(async () => (await objectsOf(other)).length, 4)
  assert.deepEqual(shapeOfBoard(await objectsOf(other)), before)
  await second.context().close()
})

test('[WEB-121] a file is created in the background, downloaded, and has a link that others can use', async () => {
  const made = await diagram()
  const page = await openBoard(made, made.vic)
  const dialog = await openExport(page)
  await dialog.getByRole('radio', { name: 'CSV' }).check({ force: true })
  const { name, bytes } = await exported(page)
  assert.equal(name, 'Release plan.csv')
  assert.match(bytes.toString(), /Does it work\?/)
  const card = page.getByRole('article', { name: 'Release plan.csv' })
  await card.getByRole('button', { name: 'Copy link' }).waitFor()
  await assertAccessible(page)
  await card.getByRole('button', { name: 'Dismiss' }).click()
  await card.waitFor({ state: 'detached' })
  await page.context().close()
})

test('[WEB-122] an SVG on the clipboard is a picture elsewhere, and the same objects on a board', async () => {
  const made = await diagram()
  const { ann } = made
  const page = await openBoard(made, ann)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.locator('canvas.board').focus()
  await page.keyboard.press('Shift+Alt+c')
  await page.locator('.notices').getByText('Copied as PNG').waitFor()
  const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types))
  assert.deepEqual(types, ['image/png'])
  await page.getByRole('button', { name: 'Export and import' }).click()
  await page.getByRole('menuitem', { name: 'Copy as SVG' }).click()
  await page.locator('.notices').getByText('Copied as SVG').waitFor()
  await page.locator('canvas.board').focus()
  await page.keyboard.press('Control+v')
  await eventually(async () => (await objectsOf(made)).length, 8)
  await page.context().close()
})

test('[WEB-120] [WEB-124] both dialogs work on a phone, in dark mode and in German', async () => {
  const made = await diagram()
  const page = await openBoard(made, made.ann)
  const dialog = await openExport(page)
  await dialog.getByRole('img').waitFor()
  await assertUsable(page)
  await page.keyboard.press('Escape')
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Import…' }).click()
  await page.getByRole('dialog', { name: 'Import' }).waitFor()
  await assertUsable(page)
  await page.context().close()
  const german = await openAs(made, made.vic, `/w/${made.board}?export`, { viewport: phone, locale: 'de' })
  await german.getByRole('dialog', { name: 'Exportieren' }).getByText('Bearbeitbar speichern').waitFor()
  await german.keyboard.press('Escape')
  await german.getByRole('button', { name: 'Mehr', exact: true }).click()
  await german.getByRole('menuitem', { name: 'Exportieren …' }).waitFor()
  assert.equal(await german.getByRole('menuitem', { name: 'Importieren …' }).count(), 0, 'viewers do not import')
  await german.context().close()
})

/** A file that Excalidraw wrote, with its elements repeated beside each other. */
async function largeDrawing(count: number): Promise<Buffer> {
  const path = new URL('../formats/testing/boards/all-elements.excalidraw', import.meta.url)
  const drawing = JSON.parse(await readFile(path, 'utf8')) as { elements: { id: string; x: number }[] }
  const copies = Array.from({ length: Math.ceil(count / drawing.elements.length) }, (_, copy) => {
    const text = drawing.elements.reduce(
      (all, { id }) => all.replaceAll(`"${id}"`, `"${id}-${copy}"`),
      JSON.stringify(drawing.elements),
    )
    const elements = JSON.parse(text) as typeof drawing.elements
    return elements.map(element => ({ ...element, x: element.x + copy * 3_000 }))
  })
  return Buffer.from(JSON.stringify({ ...drawing, elements: copies.flat().slice(0, count) }))
}

test('[WEB-125] a drawing of 500 elements is imported, its report leads to places on the board, and one undo removes it', async () => {
  const made = await worldWithProcessing()
  const page = await openBoard(made, made.ann)
  const bytes = await largeDrawing(500)
  await drop(page, { name: 'large.excalidraw', bytes, x: 300, y: 300 })
  const card = page.getByRole('article', { name: 'large.excalidraw' })
  await card.getByText(/^large\.excalidraw: \d+ objects imported$/).waitFor()
  await card.getByRole('heading', { name: 'Changed to fit' }).waitFor()
  const count = (await objectsOf(made)).length
  assert.ok(count > 300, `${count} objects`)
  const remark = card.getByRole('listitem').filter({ has: page.getByRole('button') })
  await remark.first().getByRole('button').click()
  await page.getByRole('toolbar', { name: 'Selected objects' }).waitFor()
  await assertAccessible(page)
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/import-report.png` })
  await card.getByRole('button', { name: 'Undo' }).click()
  await eventually(async () => (await objectsOf(made)).length, 0)
  await drop(page, {
    name: 'broken.excalidraw',
    bytes: Buffer.from('{"type":"excalidraw","elements":['),
    x: 300,
    y: 300,
  })
  await page.getByRole('article', { name: 'broken.excalidraw' }).getByRole('alert').waitFor()
  assert.equal((await objectsOf(made)).length, 0)
  await page.context().close()
})

test('[WEB-127] on the home page a file becomes a new workspace, and its menu opens the Export dialog', async () => {
  const made = await worldWithProcessing()
  const page = await openAs(made, made.ann, '/')
  const file = { name: 'Sign-up.mmd', mimeType: '', buffer: Buffer.from('flowchart LR\n  A[Form] --> B{Valid?}\n') }
  await page.getByLabel('Import').setInputFiles(file)
  await page.waitForURL(/\/w\/\w+$/)
  await page.getByRole('article', { name: 'Sign-up.mmd' }).getByText('3 objects imported').waitFor()
  await page.goto(made.url)
  await page.getByRole('button', { name: 'Actions for Sign-up' }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  await page
    .getByRole('dialog', { name: 'Export' })
    .getByText(/3 objects/)
    .waitFor()
  await page.context().close()
})
