// Drawing, erasing and pointing on the board, and copies of canvases.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { themes } from '@tessera/drawing'
import type { Page } from 'playwright-core'
import { stateOf } from '../server/testing/database-state.ts'
import { world } from '../server/testing/world.ts'
import { drag, eventually, isSaved, middle, objectsOf, openBoard } from './board-page.ts'

interface Spot {
  readonly x: number
  readonly y: number
}

/** Returns the color that is painted at a point of the window. */
const colorAt = (page: Page, { x, y }: Spot) =>
  page.evaluate(
    ([left, top]) => {
      const canvas = document.querySelector<HTMLCanvasElement>('.board-surface canvas')
      const data = canvas?.getContext('2d')?.getImageData(left as number, top as number, 1, 1).data ?? []
      return `#${[...data.slice(0, 3)].map(part => part.toString(16).padStart(2, '0')).join('')}`
    },
    [x, y],
  )

async function draw(page: Page, from: Spot, to: Spot) {
  await drag(page, from, to)
  await page.mouse.up()
}

const from = { x: middle.x - 400, y: middle.y }
const to = { x: middle.x + 400, y: middle.y }
const onBoard = { x: middle.x - 350, y: middle.y }

test('[WEB-91] [STR-6] a line across a note is split between the note and the board, and stays split when it is moved', async () => {
  const made = await world()
  const { note } = await made.ann.notes.create(made.board, { text: '', x: -280, y: -160 })
  const strokes = async () => (await objectsOf(made)).filter(object => object.kind === 'stroke')
  const page = await openBoard(made, made.ann, { id: note.id })
  await page.keyboard.press('Escape')
  await page.keyboard.press('p')
  await draw(page, from, to)
  await eventually(async () => (await strokes()).length, 1)
  await page.mouse.move(middle.x, middle.y + 300)
  for (const scheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await eventually(() => colorAt(page, onBoard), themes[scheme].pens.White)
    await eventually(() => colorAt(page, middle), themes.light.pens.White)
  }

  await page.keyboard.press('e')
  await page.getByRole('button', { name: 'Erase only what it touches' }).click()
  await draw(page, { x: onBoard.x, y: middle.y - 100 }, { x: onBoard.x, y: middle.y + 100 })
  await isSaved(page)
  await eventually(async () => (await strokes()).map(({ brushType }) => brushType), ['Pen', 'Pen'])
  await eventually(() => colorAt(page, onBoard), themes.light.board)
  const cut = await strokes()

  await page.keyboard.press('v')
  await draw(page, { x: middle.x + 380, y: middle.y }, { x: middle.x + 380, y: middle.y + 200 })
  await isSaved(page)
  await eventually(async () => {
    const [left, right] = (await strokes()).toSorted((one, other) => (one.points[0] ?? 0) - (other.points[0] ?? 0))
    return [left?.points[1], right?.points[1]]
  }, [cut[0]?.points[1], (cut[0]?.points[1] ?? 0) + 200])
  await eventually(() => colorAt(page, { x: onBoard.x, y: middle.y + 200 }), themes.light.board)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await eventually(async () => (await strokes()).length, 1)
  await eventually(() => colorAt(page, onBoard), themes.light.pens.White)
  await page.context().close()
})

test('[WEB-91] a stroke in a group is cut, its pieces stay in the group, and that is one step of undo', async () => {
  const made = await world()
  const { ann, board } = made
  const line = (y: number) => ({ op: 'create' as const, kind: 'stroke' as const, data: { points: [-300, y, 300, y] } })
  const { results } = await ann.objects.change(board, { changes: [line(0), line(200)] })
  const ids = results.map(result => (result as { stroke: { id: string } }).stroke.id)
  await ann.objects.change(board, { changes: [{ op: 'group', ids }] })
  const grouped = async () => {
    const groups = (await objectsOf(made)).map(({ group }) => group)
    return [groups.length, new Set(groups).size, groups.includes(null)]
  }
  const page = await openBoard(made, ann, { id: ids[0] as string })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await page.getByRole('button', { name: 'Erase only what it touches' }).click()
  await draw(page, { x: middle.x, y: middle.y - 60 }, { x: middle.x, y: middle.y + 60 })
  await isSaved(page)
  await eventually(grouped, [3, 1, false])
  await page.keyboard.press('Control+z')
  await eventually(grouped, [2, 1, false])
  await page.context().close()
})

test('[WEB-94] [WEB-95] a copied canvas has its own objects, groups and connectors, and is one step of undo', async () => {
  const made = await world()
  const { ann, board } = made
  const { canvas } = await ann.canvases.create(board, { name: 'Plan', x: -500, y: -250, width: 1000, height: 500 })
  const { note } = await ann.notes.create(board, { text: 'first', x: -400, y: -100, scale: 0.5 })
  const { note: other } = await ann.notes.create(board, { text: 'second', x: 120, y: -100, scale: 0.5 })
  await ann.connectors.create(board, { from: { id: note.id, anchor: 'auto' }, to: { id: other.id, anchor: 'auto' } })
  const counts = async () => {
    const all = await objectsOf(made)
    const groups = new Set(all.flatMap(({ group }) => group ?? []))
    const kinds = ['canvas', 'note', 'connector'] as const
    return [...kinds.map(kind => all.filter(one => one.kind === kind).length), groups.size]
  }
  const page = await openBoard(made, ann, { id: canvas.id })
  await page.keyboard.press('Escape')
  await page.mouse.click(middle.x - 260, middle.y - 60)
  await page.keyboard.down('Shift')
  await page.mouse.click(middle.x + 260, middle.y - 60)
  await page.keyboard.up('Shift')
  await page.keyboard.press('Control+g')
  await eventually(counts, [1, 2, 1, 1])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+ArrowRight')
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+v')
  await eventually(counts, [2, 4, 2, 2])
  await page.keyboard.press('Control+z')
  await eventually(counts, [1, 2, 1, 1])
  await page.keyboard.press('Control+Shift+z')
  await eventually(counts, [2, 4, 2, 2])
  await isSaved(page)

  await page.keyboard.press('o')
  const title = page.getByRole('button', { name: 'Canvas, Plan' }).first()
  await title.and(page.locator('[aria-expanded="true"]')).waitFor()
  const inside = page.locator('.outline-inside')
  const before = await inside.count()
  await title.focus()
  await page.keyboard.press('ArrowLeft')
  await title.and(page.locator('[aria-expanded="false"]')).waitFor()
  assert.ok((await inside.count()) < before)
  await page.context().close()

  const copy = (await objectsOf(made)).find(one => one.kind === 'note' && one.text === 'first' && one.id !== note.id)
  const later = await openBoard(made, ann, { id: copy?.id ?? assert.fail() })
  await later.keyboard.press('Enter')
  await later.getByLabel('Object text').waitFor()
  await later.keyboard.press('Control+a')
  await later.keyboard.type('edited copy')
  await later.keyboard.press('Escape')
  const texts = async () => (await objectsOf(made)).flatMap(one => (one.kind === 'note' ? one.text : [])).sort()
  await eventually(texts, ['edited copy', 'first', 'second', 'second'])
  await later.context().close()
})

test('[WEB-92] a line drawn with Shift is straight, and a frame drawn with Alt becomes a shape', async () => {
  const made = await world()
  const page = await openBoard(made, made.ann)
  await page.keyboard.press('p')
  await page.keyboard.down('Shift')
  await draw(page, { x: 400, y: 300 }, { x: 800, y: 310 })
  await page.keyboard.up('Shift')
  await eventually(async () => {
    const [line] = await objectsOf(made)
    return line?.kind === 'stroke' && line.points.length === 4 && line.points[1] === line.points[3]
  }, true)
  await page.keyboard.down('Alt')
  const corners = [
    [400, 400],
    [700, 402],
    [698, 600],
    [402, 598],
    [401, 404],
  ] as const
  await page.mouse.move(...corners[0])
  await page.mouse.down()
  for (const [x, y] of corners.slice(1)) await page.mouse.move(x, y, { steps: 15 })
  await page.mouse.up()
  await page.keyboard.up('Alt')
  const shapes = async () => (await objectsOf(made)).flatMap(one => (one.kind === 'shape' ? one.form : []))
  await eventually(shapes, ['rectangle'])
  await page.keyboard.press('Control+z')
  await eventually(shapes, [])
  await page.context().close()
})

test('[WEB-93] everyone sees where a viewer points with the laser, and nothing of it is stored', async () => {
  const made = await world()
  const [ann, vic] = await Promise.all([openBoard(made, made.ann), openBoard(made, made.vic)])
  const before = await stateOf(made.dependencies.db)
  await vic.keyboard.press('k')
  await drag(vic, { x: middle.x - 200, y: middle.y + 100 }, { x: middle.x, y: middle.y + 100 })
  // The dot has a light middle; a cursor is beside it.
  await eventually(async () => (await colorAt(ann, { x: middle.x, y: middle.y + 100 })) !== themes.light.board, true)
  await vic.mouse.up()
  await vic.mouse.move(middle.x + 300, middle.y - 200)
  await eventually(async () => await colorAt(ann, { x: middle.x, y: middle.y + 100 }), themes.light.board)
  assert.deepEqual(await stateOf(made.dependencies.db), before)
  await Promise.all([ann.context().close(), vic.context().close()])
})
