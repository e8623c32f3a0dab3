// Creating and changing objects with the mouse, alone and with another user.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineHeightFactor } from '@tessera/drawing'
import type { Page } from 'playwright-core'
import { world } from '../server/testing/world.ts'
import { drag, eventually, isSaved, middle, objectOf, objectsOf, openBoard } from './board-page.ts'

test('[WEB-1] a note is placed, edited, colored, pinned, duplicated, deleted and restored', async () => {
  const made = await world()
  const page = await openBoard(made, made.ann)
  await page.getByText('This board is empty').waitFor()
  await page.getByRole('button', { name: 'Note', exact: true }).click()
  await page.mouse.click(middle.x, middle.y)
  await page.keyboard.type('Bread and butter')
  assert.equal(await linesToLetters(page), lineHeightFactor, 'the text is where it will be painted')
  await page.keyboard.press('Escape')
  const written = async () => (await objectsOf(made)).find(object => object.kind === 'note')
  await eventually(async () => (await written())?.text, 'Bread and butter')
  const note = (await written()) ?? assert.fail()
  await page.getByRole('button', { name: 'Gold' }).click()
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await eventually(async () => {
    const { backgroundColor, pin } = await objectOf(made, note.id)
    return [backgroundColor, pin]
  }, ['Gold', true])
  await drag(page, middle, { x: middle.x + 200, y: middle.y })
  await page.mouse.up()
  await isSaved(page)
  assert.equal((await objectOf(made, note.id)).x, note.x, 'a pinned note stays')
  await page.keyboard.press('Control+d')
  await eventually(async () => (await objectsOf(made)).length, 2)
  await page.keyboard.press('Delete')
  await eventually(async () => (await objectsOf(made)).length, 1)
  await page.keyboard.press('Control+z')
  await eventually(async () => (await objectsOf(made)).length, 2)
})

const linesToLetters = (page: Page) =>
  page.getByLabel('Object text').evaluate(field => {
    const { lineHeight, fontSize } = getComputedStyle(field)
    return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)
  })

test('[WEB-1] objects are selected with a rectangle, moved, resized and styled together', async () => {
  const made = await world()
  const { note } = await made.ann.notes.create(made.board, { text: 'one', x: 0, y: 0 })
  const { text } = await made.ann.texts.create(made.board, { text: 'two', x: 700, y: 0, width: 300, height: 200 })
  const page = await openBoard(made, made.ann)
  await page.keyboard.press('Control+a')
  await page.getByRole('toolbar', { name: 'Selected objects' }).waitFor()
  await page.keyboard.press('Shift+ArrowDown')
  await eventually(async () => [(await objectOf(made, note.id)).y, (await objectOf(made, text.id)).y], [10, 10])
  await page.keyboard.press('Escape')
  await drag(page, { x: 120, y: 200 }, { x: 1000, y: 700 })
  await page.mouse.up()
  await page.getByRole('button', { name: 'Bold' }).click()
  const weights = async () => [(await objectOf(made, note.id)).fontWeight, (await objectOf(made, text.id)).fontWeight]
  await eventually(weights, ['bold', 'bold'])
  await page.goto(`${made.url}/w/${made.board}#${note.id}`)
  await page.reload()
  await isSaved(page)
  await page.getByRole('toolbar', { name: 'Selected objects' }).waitFor()
  const half = { x: 280, y: 160 }
  await drag(page, { x: middle.x + half.x, y: middle.y + half.y }, { x: middle.x + 2 * half.x, y: middle.y + half.y })
  await page.mouse.up()
  await eventually(async () => (await objectOf(made, note.id)).scale, 1.5)
})

test('[WEB-3] a moved canvas carries what is on it', async () => {
  const made = await world()
  const { canvas } = await made.ann.canvases.create(made.board, { name: 'Area', width: 900, height: 600 })
  const { note } = await made.ann.notes.create(made.board, { text: 'on it', x: 100, y: 100 })
  const { stroke } = await made.ann.strokes.create(made.board, { points: [700, 400, 720, 420] })
  const { note: beside } = await made.ann.notes.create(made.board, { text: 'beside', x: 800, y: 500 })
  const page = await openBoard(made, made.ann)
  await page.getByRole('button', { name: 'Outline' }).click()
  await page.getByRole('button', { name: 'Canvas, Area' }).last().click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.keyboard.press('ArrowRight')
  await eventually(async () => {
    const all = await objectsOf(made)
    const drawn = all.find(object => object.kind === 'stroke')
    // A screen pixel is one or two units, depending on how the board fits into the window.
    const by = Number((await objectOf(made, canvas.id)).x)
    return [
      by > 0,
      Number((await objectOf(made, note.id)).x) - by,
      (await objectOf(made, beside.id)).x,
      drawn?.points.map((value, index) => (index % 2 === 0 ? value - by : value)),
      all.some(({ id }) => id === stroke.id),
    ]
  }, [true, 100, 800, [700, 400, 720, 420], true])
})

test('[WEB-1] [LIV-6] two users edit the same note, and their edits are merged', async () => {
  const made = await world()
  const { note } = await made.ann.notes.create(made.board, { text: 'milk' })
  const [ann, bob] = await Promise.all([
    openBoard(made, made.ann, { id: note.id }),
    openBoard(made, made.bob, { id: note.id }),
  ])
  await ann.mouse.dblclick(middle.x, middle.y)
  await ann.keyboard.press('Control+End')
  await ann.keyboard.type(' and honey')
  await eventually(async () => (await objectOf(made, note.id)).text, 'milk and honey')
  await bob.mouse.dblclick(middle.x, middle.y)
  await bob.keyboard.press('Control+Home')
  await bob.keyboard.type('fresh ')
  const field = ann.getByLabel('Object text')
  await eventually(() => field.inputValue(), 'fresh milk and honey')
  await ann.keyboard.type('!')
  await eventually(() => bob.getByLabel('Object text').inputValue(), 'fresh milk and honey!')
  await Promise.all([ann.keyboard.press('Escape'), bob.keyboard.press('Escape')])
  await eventually(async () => (await objectOf(made, note.id)).text, 'fresh milk and honey!')
})

test('[WEB-2] [WEB-33] undo reverts the user’s own change and keeps later changes of others', async () => {
  const made = await world()
  const { note } = await made.ann.notes.create(made.board, { text: 'note', x: 0, y: 0 })
  const page = await openBoard(made, made.ann, { id: note.id })
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.up('ArrowRight')
  await eventually(async () => (await objectOf(made, note.id)).x, 10)
  await made.bob.notes.update(made.board, note.id, { text: 'changed by Bob' })
  await page.keyboard.press('Control+z')
  await eventually(async () => {
    const { x, text } = await objectOf(made, note.id)
    return [x, text]
  }, [0, 'changed by Bob'])
  await page.getByRole('toolbar', { name: 'Selected objects' }).waitFor()
  await page.keyboard.press('Control+Shift+z')
  await eventually(async () => (await objectOf(made, note.id)).x, 10)
})

interface Position {
  readonly x: number
  readonly y: number
}

test('[WEB-2] [WEB-29] objects are copied and pasted, and pasted text becomes a note', async () => {
  const made = await world()
  const { note } = await made.ann.notes.create(made.board, { text: 'copy me', backgroundColor: 'Red' })
  await made.ann.strokes.createOn(made.board, 'notes', note.id, { points: [10, 10, 50, 50] })
  const page = await openBoard(made, made.ann, { id: note.id })
  await page.keyboard.press('Control+c')
  await page.mouse.move(middle.x + 300, middle.y + 200)
  await page.keyboard.press('Control+v')
  await eventually(async () => {
    const all = await objectsOf(made)
    const strokes = all.filter(object => object.kind === 'stroke')
    return [all.filter(object => object.kind === 'note').length, new Set(strokes.map(one => one.targetId)).size]
  }, [2, 2])
  await page.keyboard.press('Control+v')
  await eventually(async () => {
    const notes = (await objectsOf(made)).filter(object => object.kind === 'note')
    const isBeside = (one: Position, other: Position) =>
      Math.abs(one.x - other.x) >= 560 || Math.abs(one.y - other.y) >= 320
    return [notes.length, notes.every(one => notes.every(other => one === other || isBeside(one, other)))]
  }, [3, true])
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', 'from elsewhere')
    document.querySelector('canvas')?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  })
  await eventually(
    async () => (await objectsOf(made)).some(object => object.kind === 'note' && object.text === 'from elsewhere'),
    true,
  )
})

test('[WEB-41] the selection moves out from under a panel', async () => {
  const made = await world()
  const { note } = await made.ann.notes.create(made.board, { text: 'At the edge' })
  const page = await openBoard(made, made.ann, { id: note.id })
  await page.mouse.move(middle.x, middle.y)
  await page.keyboard.press('Escape')
  await page.mouse.wheel(-420, 160)
  const place = { x: middle.x + 420, y: middle.y - 160 }
  await page.mouse.click(place.x, place.y)
  await page.locator('.workspace-bar-search').click()
  await page.locator('.side-panel').waitFor()
  await page.keyboard.press('Escape')
  const bar = page.getByRole('toolbar', { name: 'Selected objects' })
  const center = async () => {
    const { x = 0, width = 0 } = (await bar.boundingBox()) ?? {}
    return x + width / 2
  }
  // The bar is where the note is.
  await eventually(async () => (await center()) < place.x - 100, true)
  await page.mouse.dblclick(middle.x, place.y)
  await page.locator('.text-editor-field').waitFor()
})
