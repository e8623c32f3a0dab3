// Tests the painted board in a real browser: an object has its color at its position, at any camera.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { world } from '../server/testing/world.ts'
import { timeoutMs } from './browser.ts'
import { openAs } from './signed-in.ts'

const teal = [0x9b, 0xe0, 0xd5]

interface Edges {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The box that contains the pixels of this color, in screen pixels; null if there are none. */
function colorEdges(page: Page, color: readonly number[]): Promise<Edges | null> {
  return page.evaluate(([red, green, blue]) => {
    const canvas = document.querySelector('canvas.board') as HTMLCanvasElement
    const { data, width, height } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(
      ...([0, 0, canvas.width, canvas.height] as const),
    )
    const { left: x, top: y } = canvas.getBoundingClientRect()
    let [left, top, right, bottom] = [width, height, -1, -1]
    for (let at = 0; at < data.length; at += 4) {
      if (data[at] !== red || data[at + 1] !== green || data[at + 2] !== blue) continue
      const [column, row] = [(at / 4) % width, Math.floor(at / 4 / width)]
      left = Math.min(left, column)
      right = Math.max(right, column)
      top = Math.min(top, row)
      bottom = Math.max(bottom, row)
    }
    return right < 0 ? null : { left: left + x, top: top + y, right: right + x, bottom: bottom + y }
  }, color)
}

async function shownAt(page: Page, expected: (edges: Edges) => boolean): Promise<Edges> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const edges = await colorEdges(page, teal)
    if (edges && expected(edges)) return edges
    if (performance.now() > end) assert.fail(`the note is at ${JSON.stringify(edges)}`)
    await page.waitForTimeout(100)
  }
}

const near = (one: number, other: number) => Math.abs(one - other) <= 2

test('[WEB-4] a note is painted at its position, after panning and zooming with the wheel', async () => {
  const { ann, board, ...rest } = await world()
  await ann.notes.create(board, { x: 4_000, y: -9_000, text: '', backgroundColor: 'Teal' })
  const page = await openAs({ ann, board, ...rest }, ann, `/w/${board}`, { viewport: { width: 1200, height: 800 } })
  await page.locator('canvas.board').waitFor()
  const first = await shownAt(page, ({ left, right }) => near(right - left, 559))
  await page.mouse.move(600, 400)
  await page.mouse.wheel(130, -40)
  await shownAt(page, ({ left, top }) => near(left, first.left - 130) && near(top, first.top + 40))
  const before = (await colorEdges(page, teal)) as Edges
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, 100)
  await page.keyboard.up('Control')
  const factor = Math.exp(-20 * 0.0092)
  await shownAt(page, ({ left, right, top }) => {
    const scaled = (edge: number, about: number) => about + (edge - about) * factor
    return (
      near(left, scaled(before.left, 600)) &&
      near(right, scaled(before.right, 600)) &&
      near(top, scaled(before.top, 400))
    )
  })
})
