// Shapes and connectors on the board: by mouse, by keyboard, through the API, by touch, and seen by others.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnyObject } from '@tessera/client'
import type { Page } from 'playwright-core'
import { type World, world } from '../server/testing/world.ts'
import { desk, drag, eventually, isSaved, objectsOf, openBoard } from './board-page.ts'
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
const offsets = { Right: [336, 0], Down: [0, 256], Left: [-336, 0] } as const

type Shape = Extract<AnyObject, { kind: 'shape' }>
type Connector = Extract<AnyObject, { kind: 'connector' }>

/** What matters of a flowchart: forms, texts, positions relative to the first shape, and connections by text. */
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
    const shape = { op: 'create', kind: 'shape', ref: `s${index}`, data: { text, form: 'rounded', x, y } } as const
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
  let [x, y] = [420, 190]
  await page.mouse.click(x, y)
  for (const [text, way] of steps) {
    await finishText(page, text)
    if (!way) break
    // The board opens at half size; the dots lie 20 pixels outside.
    const [alongX, alongY] = [Math.sign(offsets[way][0]), Math.sign(offsets[way][1])]
    await page.mouse.move(x, y)
    await page.mouse.click(x + alongX * 80, y + alongY * 60)
    ;[x, y] = [x + offsets[way][0] / 2, y + offsets[way][1] / 2]
  }
  await page.getByRole('button', { name: 'Connector', exact: true }).click()
  await drag(page, { x, y }, { x: 420, y: 190 })
  await page.mouse.up()
  await eventually(() => chartOf(mouse), expected)
  await page.context().close()
})
