// Arranging objects on the board: aligning, grouping, restacking, resizing and rotating several, snapping.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { pixelAt } from '../server/testing/processed.ts'
import { type World, world } from '../server/testing/world.ts'
import { drag, eventually, objectsOf, openBoard } from './board-page.ts'

type PlacedObject = {
  id: string
  kind: string
  x: number
  y: number
  order: string
  group: string | null
  text: string
  fill: string
}

const placed = async (made: World) => (await objectsOf(made)) as unknown as PlacedObject[]

/** Of one field, by the text of the objects. */
const valuesOf = async (made: World, field: keyof PlacedObject) =>
  Object.fromEntries((await placed(made)).map(object => [object.text, object[field]]))

/** A board on which a unit is a pixel, with its origin at a known point of the window. */
async function openAtOrigin(made: World, person: World['ann'] | World['bob']): Promise<{ page: Page; at: Locate }> {
  const page = await openBoard(made, person)
  await page.keyboard.press('Shift+0')
  await eventually(() => page.locator('.view-controls-zoom').textContent(), '100%')
  const [first] = (await placed(made)) as [PlacedObject]
  await page.goto(`${page.url().split('#')[0]}#${first.id}`)
  await page.getByRole('toolbar', { name: 'Selected objects' }).waitFor()
  const { width = 0, height = 0 } = (first as unknown as { width?: number; height?: number }) ?? {}
  const origin = { x: 640 - first.x - width / 2, y: 400 - first.y - height / 2 }
  return { page, at: (x, y) => ({ x: origin.x + x, y: origin.y + y }) }
}

type Locate = (x: number, y: number) => { x: number; y: number }

test('[WEB-62] ten objects are aligned and distributed by keyboard, each undone in one step', async () => {
  const made = await world()
  const given = Array.from({ length: 10 }, (_, index) => ({ x: index * 90 + (index % 3) * 25, y: (index % 4) * 70 }))
  for (const [index, corner] of given.entries())
    await made.ann.shapes.create(made.board, { ...corner, width: 60, height: 40, text: `${index}` })
  const page = await openBoard(made, made.ann)
  const before = { x: await valuesOf(made, 'x'), y: await valuesOf(made, 'y') }
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Alt+w')
  await eventually(async () => new Set(Object.values(await valuesOf(made, 'y'))), new Set([0]))
  await page.keyboard.press('Alt+Shift+h')
  const gaps = async () => {
    const all = Object.values(await valuesOf(made, 'x'))
      .map(Number)
      .sort((one, other) => one - other)
    return new Set(all.slice(1).map((x, index) => Math.round((x - (all[index] as number)) / 2)))
  }
  await eventually(async () => (await gaps()).size, 1)
  await page.keyboard.press('Control+z')
  await eventually(() => valuesOf(made, 'x'), before.x)
  assert.deepEqual(new Set(Object.values(await valuesOf(made, 'y'))), new Set([0]))
  await page.keyboard.press('Control+z')
  await eventually(() => valuesOf(made, 'y'), before.y)
  const { events } = await made.ann.events.list(made.board, { limit: 200 })
  assert.ok(events.filter(({ type }) => type === 'SHAPE_UPDATE').length > 20)
})

test('[WEB-60] [WEB-5] an object is dragged while another user restacks it, and both see the same on top', async () => {
  const made = await world()
  const fills = { low: '#ff0000', middle: '#00ff00', high: '#0000ff' } as const
  const size = { width: 200, height: 120, borderColor: 'none' }
  for (const [index, fill] of Object.values(fills).entries())
    await made.ann.shapes.create(made.board, { fill, x: index * 60, y: index * 40, ...size })
  const ann = await openAtOrigin(made, made.ann)
  const bob = await openAtOrigin(made, made.bob)
  /** The color that both see where all three overlap during and after the drag. */
  const onTop = () =>
    Promise.all(
      [ann, bob].map(async ({ page, at }) => {
        const [r, g, b] = await pixelAt(await page.screenshot({ clip: { ...at(190, 110), width: 1, height: 1 } }), 0, 0)
        return `${r},${g},${b}`
      }),
    )
  const stack = async () =>
    (await placed(made)).toSorted((one, other) => (one.order < other.order ? -1 : 1)).map(({ fill }) => fill)
  const [red, blue] = ['255,0,0', '0,0,255']
  await drag(ann.page, ann.at(20, 20), ann.at(60, 40))
  await bob.page.locator('.cursor', { hasText: 'Ann Tester' }).waitFor()
  await eventually(onTop, [blue, blue])
  await bob.page.keyboard.press(']')
  await eventually(onTop, [red, red])
  await eventually(stack, [fills.middle, fills.high, fills.low])
  await bob.page.keyboard.press('Shift+PageDown')
  await eventually(onTop, [blue, blue])
  await eventually(stack, [fills.middle, fills.low, fills.high])
  await ann.page.mouse.up()
  await eventually(async () => (await placed(made)).some(({ x, y }) => x === 40 && y === 20), true)
  await eventually(onTop, [blue, blue])
  await bob.page.keyboard.press(']')
  await eventually(onTop, [red, red])
  await bob.page.keyboard.press('Control+[')
  await eventually(onTop, [blue, blue])
  await bob.page.keyboard.press('Escape')
  await bob.page.mouse.click(...pair(bob.at(300, 180)))
  await bob.page.keyboard.press('[')
  await eventually(onTop, [red, red])
})

const pair = ({ x, y }: { x: number; y: number }): [number, number] => [x, y]

test('[WEB-61] a group is selected, moved, entered, duplicated and dissolved as one', async () => {
  const made = await world()
  for (const [index, text] of ['one', 'two', 'three'].entries())
    await made.ann.shapes.create(made.board, { text, x: index * 200, y: 0, width: 120, height: 80 })
  const { page, at } = await openAtOrigin(made, made.ann)
  await page.keyboard.press('Escape')
  await page.mouse.click(...pair(at(60, 40)))
  await page.keyboard.down('Shift')
  await page.mouse.click(...pair(at(260, 40)))
  await page.keyboard.up('Shift')
  await page.keyboard.press('Control+g')
  await eventually(async () => (await placed(made)).filter(({ group }) => group !== null).length, 2)
  await page.keyboard.press('Escape')
  await page.mouse.click(...pair(at(-200, 0)))
  await drag(page, at(30, 20), at(30, 120))
  await page.mouse.up()
  await eventually(() => valuesOf(made, 'y'), { one: 100, two: 100, three: 0 })
  await page.mouse.click(...pair(at(-200, 0)))
  await page.mouse.dblclick(...pair(at(260, 140)))
  await page.keyboard.press('ArrowDown')
  await eventually(() => valuesOf(made, 'y'), { one: 100, two: 101, three: 0 })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+d')
  await eventually(async () => {
    const groups = Map.groupBy(await placed(made), ({ group }) => group)
    groups.delete(null)
    return [...groups.values()].map(members => members.map(({ text }) => text).sort())
  }, [
    ['one', 'two'],
    ['one', 'two'],
  ])
  await page.keyboard.press('Control+z')
  await eventually(async () => (await placed(made)).length, 3)
  await page.mouse.click(...pair(at(-200, 0)))
  await page.mouse.click(...pair(at(60, 140)))
  await page.keyboard.press('Control+Shift+g')
  await eventually(async () => (await placed(made)).every(({ group }) => group === null), true)
})

test('[WEB-63] [WEB-64] several objects are resized and rotated by their box, and snap to others', async () => {
  const made = await world()
  await made.ann.shapes.create(made.board, { text: 'left', x: 0, y: 0, width: 100, height: 100 })
  await made.ann.shapes.create(made.board, { text: 'right', x: 200, y: 0, width: 100, height: 100 })
  const { page, at } = await openAtOrigin(made, made.ann)
  await page.keyboard.press('Control+a')
  await drag(page, at(300, 100), at(450, 110))
  await page.mouse.up()
  const left = async () => (await objectsOf(made)).find(object => 'text' in object && object.text === 'left')
  const widthOfLeft = async () => (await left().then(object => object && 'width' in object && object.width)) as number
  await eventually(widthOfLeft, 150)
  await page.keyboard.press('Control+z')
  await eventually(widthOfLeft, 100)
  await page.keyboard.down('Shift')
  await drag(page, at(-16, 116), at(100, -112))
  await page.mouse.up()
  await page.keyboard.up('Shift')
  const rotationOfLeft = async () => await left().then(object => object && 'rotation' in object && object.rotation)
  await eventually(async () => Number(await rotationOfLeft()) % 15 === 0 && Number(await rotationOfLeft()) > 0, true)
  await page.keyboard.press('Control+z')
  await eventually(rotationOfLeft, 0)
  await page.mouse.click(...pair(at(150, 300)))
  await drag(page, at(50, 50), at(253, 170))
  await page.mouse.up()
  await eventually(() => valuesOf(made, 'x'), { left: 200, right: 200 })
  await page.keyboard.press('Control+z')
  await eventually(() => valuesOf(made, 'x'), { left: 0, right: 200 })
  await page.keyboard.down('Alt')
  await drag(page, at(50, 50), at(50, 250))
  await page.mouse.up()
  await page.keyboard.up('Alt')
  await eventually(async () => (await placed(made)).map(({ x, y }) => [x, y].join()).sort(), ['0,0', '0,200', '200,0'])
})
