// Pen and touch input, as the hardware sends it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CDPSession, Page } from 'playwright-core'
import { type World, world } from '../server/testing/world.ts'
import { eventually, isSaved, objectsOf, openBoard } from './board-page.ts'

interface Spot {
  readonly x: number
  readonly y: number
}

async function openTablet(made: World): Promise<{ page: Page; hardware: CDPSession }> {
  const page = await openBoard(made, made.ann, { hasTouch: true })
  return { page, hardware: await page.context().newCDPSession(page) }
}

async function pen(hardware: CDPSession, type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', at: Spot, force = 0) {
  const buttons = type === 'mouseReleased' ? 0 : 1
  await hardware.send('Input.dispatchMouseEvent', {
    ...{ type, ...at, button: 'left', buttons, clickCount: 1 },
    ...{ pointerType: 'pen', force },
  })
}

/** Sends the positions of all fingers; a finger that is not listed is lifted. */
async function fingers(hardware: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', ...spots: Spot[]) {
  await hardware.send('Input.dispatchTouchEvent', { type, touchPoints: spots.map((spot, id) => ({ ...spot, id })) })
}

/** Moves from left to right; `between` runs in the middle. */
async function drawWithPen(hardware: CDPSession, from: Spot, force: number, between = async () => {}) {
  await pen(hardware, 'mousePressed', from, force)
  for (let step = 1; step <= 16; step++) {
    await pen(hardware, 'mouseMoved', { x: from.x + step * 10, y: from.y + (step % 3) * 4 }, force)
    if (step === 8) await between()
  }
  await pen(hardware, 'mouseReleased', { x: from.x + 160, y: from.y })
}

const strokesOf = async (made: World) => (await objectsOf(made)).filter(object => object.kind === 'stroke')

test('[WEB-2] [WEB-15] a pen draws with pressure, and a resting palm does nothing', async () => {
  const made = await world()
  const { page, hardware } = await openTablet(made)
  await page.keyboard.press('p')
  await drawWithPen(hardware, { x: 400, y: 300 }, 0.2)
  await drawWithPen(hardware, { x: 400, y: 300 }, 0.9, async () => {
    await fingers(hardware, 'touchStart', { x: 700, y: 600 })
    for (let step = 1; step <= 5; step++)
      await fingers(hardware, 'touchMove', { x: 700 + step * 12, y: 600 + step * 9 })
  })
  await fingers(hardware, 'touchMove', { x: 900, y: 500 })
  await fingers(hardware, 'touchEnd')
  await drawWithPen(hardware, { x: 400, y: 300 }, 0.5)
  await isSaved(page)
  await eventually(async () => (await strokesOf(made)).length, 3)
  const [light, firm, middling] = await strokesOf(made)
  assert.ok(
    (light?.size ?? 0) < (middling?.size ?? 0) && (middling?.size ?? 0) < (firm?.size ?? 0),
    'the size follows the pressure',
  )
  const starts = [light, firm, middling].map(stroke => stroke?.points.slice(0, 2))
  assert.deepEqual(starts, [starts[0], starts[0], starts[0]], 'the board did not move')
  const widths = [light, firm].map(stroke => (stroke?.points.at(-2) ?? 0) - (stroke?.points[0] ?? 0))
  assert.deepEqual(widths, [320, 320], 'the strokes are complete')
  await page.context().close()
})

test('[WEB-4] two fingers zoom and pan, and a finger draws if there is no pen', async () => {
  const made = await world()
  const { page, hardware } = await openTablet(made)
  const zoom = async () => Number.parseInt((await page.locator('.view-controls-zoom').textContent()) ?? '', 10)
  await page.keyboard.press('p')
  const draw = async () => {
    await fingers(hardware, 'touchStart', { x: 640, y: 400 })
    for (let step = 1; step <= 10; step++) await fingers(hardware, 'touchMove', { x: 640 + step * 8, y: 400 })
    await fingers(hardware, 'touchEnd')
  }
  await draw()
  await eventually(async () => (await strokesOf(made)).map(({ points }) => points.slice(0, 2)), [[0, 0]])

  await fingers(hardware, 'touchStart', { x: 590, y: 400 })
  await fingers(hardware, 'touchStart', { x: 590, y: 400 }, { x: 690, y: 400 })
  for (let step = 1; step <= 10; step++)
    await fingers(hardware, 'touchMove', { x: 590 - step * 5, y: 400 }, { x: 690 + step * 5, y: 400 })
  await eventually(zoom, 100)
  for (let step = 1; step <= 10; step++)
    await fingers(hardware, 'touchMove', { x: 540 + step * 10, y: 400 }, { x: 740 + step * 10, y: 400 })
  await fingers(hardware, 'touchEnd')
  assert.ok(Math.abs((await zoom()) - 100) <= 2, 'a pan with two fingers does not zoom')
  await draw()
  await eventually(async () => (await strokesOf(made)).length, 2)
  const [x = 0, y = 0] = (await strokesOf(made))[1]?.points ?? []
  assert.ok(
    Math.abs(x + 100) <= 6 && Math.abs(y) <= 3,
    `what was in the middle went a hundred to the right: ${x}, ${y}`,
  )
  await page.context().close()
})
