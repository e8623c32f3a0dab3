// Tests working without a connection: changes are stored in the browser, even across a reload, and sent when the
// connection is back.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, WebSocketRoute } from 'playwright-core'
import { world } from '../server/testing/world.ts'
import { eventually } from './board-page.ts'
import { openAs } from './signed-in.ts'

/** A switch for the live socket; pages continue to load. */
async function socketSwitch(page: Page) {
  const open = new Set<WebSocketRoute>()
  let isOff = false
  await page.routeWebSocket(/\/live$/, route => {
    if (isOff) {
      void route.close({ code: 1011 })
      return
    }
    open.add(route)
    route.connectToServer()
  })
  return {
    off() {
      isOff = true
      for (const route of open) void route.close({ code: 1011 })
      open.clear()
    },
    on() {
      isOff = false
    },
  }
}

test('[WEB-7] [CLI-12] offline changes survive a reload, and are sent when the connection is back', async () => {
  const made = await world()
  const { ann, bob, board } = made
  await ann.notes.create(board, { text: 'to be removed' })
  const page = await openAs(made, bob, '/docs')
  const socket = await socketSwitch(page)
  await page.goto(`${made.url}/w/${board}`)
  await page.getByText('to be removed').first().waitFor({ state: 'attached' })
  socket.off()
  await page.getByText('Offline', { exact: true }).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  // The change is shown at once, and stored a moment later: only then does it survive closing the page.
  await page.locator('.connection[data-kept=true]', { hasText: 'Offline · 1 unsynced change' }).waitFor()
  assert.equal((await ann.objects.list(board)).objects.length, 1)
  await page.reload()
  socket.on()
  await eventually(async () => (await ann.objects.list(board)).objects.length, 0)
  await page.getByText('to be removed').waitFor({ state: 'detached' })
})
