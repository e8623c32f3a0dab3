// Shapes and connectors on the board: by mouse, by keyboard, through the API, by touch, and seen by others.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnyObject } from '@tessera/client'
import type { Page } from 'playwright-core'
import { type World, world } from '../server/testing/world.ts'
import { drag, eventually, objectsOf, openBoard } from './board-page.ts'
import { phone } from './browser.ts'

/** Ten steps of a flow: their texts, and in which direction the next one lies. */
const steps = [
  ['Order', 'Right'],
  ['Check', 'Right'],
  ['Reserve', 'Down'],
  ['Pay', 'Left'],
  ['Pack', 'Left'],
  ['Weigh', 'Down'],
  ['Label', 'Right'],
  ['Ship', 'Right'],
  ['Track', 'Down'],
  ['Close', null],
] as const

const sideOf = { Right: 'right', Down: 'bottom', Left: 'left' } as const
const opposite = { right: 'left', bottom: 'top', left: 'right' } as const
/** New shapes are 400 by 240 units, with 144 between them. */
const size = { width: 400, height: 240 }
const offsets = { Right: [544, 0], Down: [0, 384], Left: [-544, 0] } as const

type Shape = Extract<AnyObject, { kind: 'shape' }>
type Connector = Extract<AnyObject, { kind: 'connector' }>

/**
 * The relevant properties of a flowchart: forms, texts, positions relative to the first shape, and connections by text.
 */
async function chartOf(made: World) {
  const objects = await objectsOf(made)
  const shapes = objects.filter((object): object is Shape => object.kind === 'shape')
  const first = shapes.find(({ text }) => text === 'Order')
  const textOf = (end: Connector['from']) =>
    'id' in end ? [shapes.find(({ id }) => id === end.id)?.text, end.anchor] : end
  return {
    shapes: shapes
      .map(({ form, text, x, y }) => [text, form, x - (first?.x ?? 0), y - (first?.y ?? 0)].join(' '))
      .sort(),
    connections: objects
      .filter((object): object is Connector => object.kind === 'connector')
      .map(({ from, to, path }) => [...[textOf(from), textOf(to)].flat(), path].join(' '))
      .sort(),
  }
}

/** The same chart in one request, in which names stand for the new objects. */
async function chartThroughApi(): Promise<Awaited<ReturnType<typeof chartOf>>> {
  const made = await world()
  let [x, y] = [0, 0]
  const shapes = steps.map(([text, way], index) => {
    const shape = {
      op: 'create',
      kind: 'shape',
      ref: `s${index}`,
      data: { text, form: 'rounded', x, y, ...size },
    } as const
    if (way) [x, y] = [x + offsets[way][0], y + offsets[way][1]]
    return shape
  })
  const connectors = steps.flatMap(([, way], index) => {
    if (!way) return []
    const [from, to] = [{ ref: `s${index}` }, { ref: `s${index + 1}` }]
    const side = sideOf[way]
    const data = { from: { id: from, anchor: side }, to: { id: to, anchor: opposite[side] } }
    return [{ op: 'create', kind: 'connector', data } as const]
  })
  const again = { from: { id: { ref: 's9' }, anchor: 'auto' }, to: { id: { ref: 's0' }, anchor: 'auto' } }
  await made.ann.objects.change(made.board, {
    changes: [...shapes, ...connectors, { op: 'create', kind: 'connector', data: again }],
  } as never)
  return await chartOf(made)
}

async function finishText(page: Page, text: string) {
  await page.getByLabel('Object text').waitFor()
  await page.keyboard.type(text)
  await page.keyboard.press('Escape')
}

test('[WEB-70] [WEB-71] [WEB-73] a flowchart of ten shapes is the same by mouse, by keyboard and through the API', async () => {
  const expected = await chartThroughApi()
  assert.deepEqual([expected.shapes.length, expected.connections.length], [10, 10])

  const keys = await world()
  const byKeys = await openBoard(keys, keys.ann)
  await byKeys.keyboard.press('s')
  await byKeys.keyboard.press('s')
  await byKeys.keyboard.press('ArrowRight')
  await byKeys.keyboard.press('Enter')
  await byKeys.keyboard.press('Enter')
  for (const [text, way] of steps) {
    await finishText(byKeys, text)
    if (way) await byKeys.keyboard.press(`Control+Arrow${way}`)
  }
  await byKeys.keyboard.press('Control+l')
  await byKeys.getByText('Choose the object to connect to').first().waitFor()
  await byKeys.keyboard.press('Alt+ArrowRight')
  await byKeys.keyboard.press('Enter')
  await eventually(() => chartOf(keys), expected)
  await byKeys.context().close()

  const mouse = await world()
  const page = await openBoard(mouse, mouse.ann)
  await page.getByRole('button', { name: 'Shape', exact: true }).click()
  await page.getByRole('radio', { name: 'Rounded rectangle' }).click()
  let [x, y] = [300, 115]
  await page.mouse.click(x, y)
  for (const [text, way] of steps) {
    await finishText(page, text)
    if (!way) break
    // The board opens at half size; the dots lie 20 pixels outside.
    const [alongX, alongY] = [Math.sign(offsets[way][0]), Math.sign(offsets[way][1])]
    await page.mouse.move(x, y)
    await page.mouse.click(x + alongX * 120, y + alongY * 80)
    ;[x, y] = [x + offsets[way][0] / 2, y + offsets[way][1] / 2]
  }
  await page.getByRole('button', { name: 'Connector', exact: true }).click()
  await drag(page, { x, y }, { x: 300, y: 115 })
  await page.mouse.up()
  await eventually(() => chartOf(mouse), expected)
  await page.context().close()
})

const byKind = async <K extends AnyObject['kind']>(made: World, kind: K) =>
  (await objectsOf(made)).filter((object): object is Extract<AnyObject, { kind: K }> => object.kind === kind)

test('[WEB-71] [WEB-72] [WEB-74] a connector is dragged from a dot, offers an object, is bent, relabeled and reattached', async () => {
  const made = await world()
  const page = await openBoard(made, made.ann)
  await page.getByRole('button', { name: 'Shape', exact: true }).click()
  await page.mouse.click(350, 300)
  await finishText(page, 'A')
  await page.getByRole('button', { name: 'Shape', exact: true }).click()
  await page.mouse.click(650, 300)
  await finishText(page, 'B')
  await page.keyboard.press('Escape')
  const [a, b] = (await byKind(made, 'shape')).map(({ id }) => id) as [string, string]

  // When it is dropped on the empty board, a menu offers an object. Escape keeps the free end.
  await page.mouse.move(350, 300)
  await drag(page, { x: 350, y: 380 }, { x: 350, y: 560 })
  await page.mouse.up()
  await page.getByRole('menu', { name: 'Add a connected object' }).waitFor()
  await page.keyboard.press('Escape')
  await eventually(async () => (await byKind(made, 'connector')).map(({ from }) => from), [{ id: a, anchor: 'bottom' }])

  // Its end is dragged to the side of another object.
  await drag(page, { x: 350, y: 560 }, { x: 650, y: 362 })
  await page.mouse.up()
  await eventually(async () => (await byKind(made, 'connector')).map(({ to }) => to), [{ id: b, anchor: 'bottom' }])
  const [connector] = await byKind(made, 'connector')
  assert.ok(connector)
  assert.equal(connector.points.length > 2, true)

  // The line is bent by dragging it, and edited by a double-click.
  await drag(page, { x: 450, y: 372 }, { x: 450, y: 480 })
  await page.mouse.up()
  await eventually(async () => (await byKind(made, 'connector')).map(({ via }) => via.length), [1])
  await page.keyboard.press('r')
  await eventually(
    async () => (await byKind(made, 'connector')).map(({ path, via }) => [path, via.length]),
    [['curve', 0]],
  )
  await page.keyboard.press('Shift+R')
  await eventually(async () => (await byKind(made, 'connector')).map(({ from }) => from), [{ id: b, anchor: 'bottom' }])
  await page.keyboard.press('Enter')
  await finishText(page, 'maybe')
  await eventually(async () => (await byKind(made, 'connector')).map(({ label }) => label), ['maybe'])
  const listed = page.getByRole('navigation', { name: 'Outline' }).getByText('Connector, B → A: maybe')
  await listed.waitFor({ state: 'attached' })

  // Deleting an object frees the end, undo attaches it again.
  await page.mouse.click(650, 300)
  await page.keyboard.press('Delete')
  await eventually(async () => (await byKind(made, 'connector')).map(({ from }) => 'x' in from), [true])
  await page.keyboard.press('Control+z')
  await eventually(async () => (await byKind(made, 'connector')).map(({ from }) => from), [{ id: b, anchor: 'bottom' }])
  await listed.waitFor({ state: 'attached' })

  // Copies of both objects are connected as well.
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+d')
  await eventually(async () => (await byKind(made, 'connector')).length, 2)
  const [, copy] = await byKind(made, 'connector')
  const copies = (await byKind(made, 'shape')).slice(2).map(({ id }) => id)
  assert.deepEqual(
    [copy?.from, copy?.to].map(end => end && 'id' in end && copies.includes(end.id)),
    [true, true],
  )
  await page.context().close()
})

/** The center of the shape that is being edited, in the window, and the zoom. */
async function editedShape(page: Page) {
  const field = (await page.getByLabel('Object text').boundingBox()) ?? assert.fail('nothing is edited')
  const percent = (await page.getByRole('button', { name: /^Zoom: / }).textContent()) ?? ''
  return { x: field.x + field.width / 2, y: field.y + field.height / 2, zoom: Number.parseInt(percent, 10) / 100 }
}

test('[WEB-75] [WEB-63] [WEB-84] on a phone a shape is created, styled, resized and connected by touch', async () => {
  const made = await world()
  const page = await openBoard(made, made.ann, { viewport: phone, hasTouch: true, isMobile: true })
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints })
  await page.getByRole('button', { name: 'Shape', exact: true }).tap()
  const ellipse = page.getByRole('radio', { name: 'Ellipse' })
  const { width = 0, height = 0 } = (await ellipse.boundingBox()) ?? {}
  assert.ok(width >= 44 && height >= 44, 'a finger hits it')
  await ellipse.tap()
  await page.touchscreen.tap(195, 300)
  const { x, y, zoom } = await editedShape(page)
  await finishText(page, 'one')
  await eventually(
    async () => (await byKind(made, 'shape')).map(({ form, text }) => [form, text]),
    [['ellipse', 'one']],
  )

  // The shape is styled in the docked bar and resized by its corner: a finger does not have to hit the handle exactly.
  const bar = page.getByRole('toolbar', { name: 'Selected objects' })
  await bar.getByRole('button', { name: 'Fill' }).tap()
  const swatch = page.getByRole('button', { name: 'Light blue' }).first()
  await swatch.tap()
  await eventually(async () => (await byKind(made, 'shape')).map(({ fill }) => fill), ['#a5d8ff'])
  await page.touchscreen.tap(x, y)
  const corner = { x: x + 200 * zoom + 20, y: y + 120 * zoom + 20 }
  await send('touchStart', corner)
  for (let step = 1; step <= 12; step++) await send('touchMove', { x: corner.x + Math.min(step, 6) * 5, y: corner.y })
  // The finger rests at the end: otherwise the browser treats the next tap after a fling as the one that stops it.
  await page.waitForTimeout(200)
  await send('touchEnd')
  await eventually(async () => Number((await byKind(made, 'shape'))[0]?.width) > 410, true)
  await page.getByRole('button', { name: 'Undo' }).tap()
  await eventually(async () => (await byKind(made, 'shape'))[0]?.width, 400)

  // Dragging from the dot below the shape draws a connector, which offers the next shape.
  const dot = { x, y: y + 120 * zoom + 40 }
  await send('touchStart', dot)
  for (let step = 1; step <= 5; step++) await send('touchMove', { x: dot.x, y: dot.y + step * 24 })
  await page.waitForTimeout(200)
  await send('touchMove', { x: dot.x, y: dot.y + 120 })
  await send('touchEnd')
  await page.getByRole('menuitem', { name: 'Ellipse' }).tap()
  await finishText(page, 'two')
  await eventually(async () => (await byKind(made, 'connector')).length, 1)

  // The connect action waits for the other object.
  await page.getByRole('button', { name: 'Connect', exact: true }).tap()
  await page.touchscreen.tap(x, y)
  await eventually(async () => (await byKind(made, 'connector')).length, 2)
  await page.context().close()
})
