// Several users on one board: presence, leading and following, and rights.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { refused } from '../server/testing/assert-refused.ts'
import { stateOf } from '../server/testing/database-state.ts'
import { world } from '../server/testing/world.ts'
import { shortcutList } from '../web/workspace/actions/shortcuts/shortcut-list.ts'
import { drag, eventually, isSaved, middle, objectOf, objectsOf, openBoard } from './board-page.ts'
import { openAs } from './signed-in.ts'

const zoomOf = (page: Page) => page.locator('.view-controls-zoom').textContent()

test('[WEB-5] cursors, names and drags of others are shown live', async () => {
  const made = await world()
  const { note } = await made.ann.notes.create(made.board, { text: 'note' })
  const [ann, bob] = await Promise.all([
    openBoard(made, made.ann, { id: note.id }),
    openBoard(made, made.bob, { id: note.id }),
  ])
  await bob.getByRole('button', { name: '2 people here' }).waitFor()
  const before = await bob.screenshot()
  await drag(ann, middle, { x: middle.x + 200, y: middle.y + 100 })
  await bob.locator('.cursor', { hasText: 'Ann Tester' }).waitFor()
  assert.equal((await objectOf(made, note.id)).x, 0, 'it is still being dragged')
  await eventually(async () => Buffer.compare(before, await bob.screenshot()) !== 0, true)
  await ann.mouse.up()
  await eventually(async () => (await objectOf(made, note.id)).x, 200)
  const { events } = await made.ann.events.list(made.board)
  assert.equal(events.filter(({ type }) => type === 'NOTE_UPDATE').length, 1)
})

test('[WEB-5] [WEB-16] [LIV-11] everyone follows the leader until they move the board themselves', async () => {
  const made = await world()
  await made.ann.notes.create(made.board, { text: 'note' })
  const [ann, bob] = await Promise.all([openBoard(made, made.ann), openBoard(made, made.bob)])
  await ann.getByRole('button', { name: 'people here' }).click()
  await ann.getByRole('button', { name: 'Bring everyone to me' }).click()
  await bob.getByText('Ann Tester is leading').waitFor()
  await ann.getByRole('button', { name: 'Zoom out' }).click()
  await eventually(() => zoomOf(bob), '80%')
  await bob.mouse.move(middle.x, middle.y)
  await bob.mouse.wheel(0, 200)
  await bob.getByText('Ann Tester is leading').waitFor({ state: 'hidden' })
  await ann.getByRole('button', { name: 'Zoom in' }).click()
  await eventually(() => zoomOf(ann), '100%')
  assert.equal(await zoomOf(bob), '80%')
  await bob.getByRole('button', { name: 'people here' }).click()
  await bob.getByRole('button', { name: 'Follow Ann Tester' }).click()
  await eventually(() => zoomOf(bob), '100%')
  await ann.getByRole('button', { name: 'Stop leading' }).first().click()
  await bob.getByText('Ann Tester is leading').waitFor({ state: 'hidden' })
})

test('[WEB-5] [ROL-6] a Viewer cannot edit in any way', async () => {
  const made = await world()
  const { vic, board, ann, url } = made
  const { note } = await ann.notes.create(board, { text: 'hands off' })
  const page = await openBoard(made, vic, { id: note.id })
  const before = await stateOf(made.dependencies.db)
  const tools = page.getByRole('toolbar', { name: 'Tools' }).getByRole('button')
  const names = await tools.evaluateAll(buttons => buttons.map(button => button.getAttribute('aria-label')))
  assert.deepEqual(names, ['Select', 'Hand', 'Laser pointer'])
  for (const name of ['Delete', 'Duplicate', 'Pin', 'Undo'])
    assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name)
  await page.mouse.dblclick(middle.x, middle.y)
  await page.keyboard.type('mine now')
  await drag(page, middle, { x: middle.x + 100, y: middle.y })
  await page.mouse.up()
  for (const key of ['ArrowRight', 'Delete', 'Control+d', 'l', 'n', 'Control+z', 'Control+c', 'Control+v'])
    await page.keyboard.press(key)
  await page.mouse.dblclick(100, 700)
  await refused(vic.notes.update(board, note.id, { text: 'mine' }), 403, 'ForbiddenError')
  const live = await page.evaluate(
    async ([address, token, id]) => {
      const socket = new WebSocket(address as string)
      const heard: { type: string; error?: { code: string } }[] = []
      await new Promise<void>(resolve => {
        socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', token, after: null, as: 'app' }))
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data)
          heard.push(message)
          const change = { type: 'change', id: '1', changes: [{ op: 'delete', id }] }
          if (message.type === 'welcome') socket.send(JSON.stringify(change))
          if (message.type === 'refused' || message.type === 'done') resolve()
        }
        socket.onclose = () => resolve()
      })
      return heard.at(-1)
    },
    [`${url.replace(/^http/, 'ws')}/api/workspaces/${board}/live`, vic.token, note.id],
  )
  assert.deepEqual([live?.type, live?.error?.code], ['refused', 'ForbiddenError'])
  assert.deepEqual(await stateOf(made.dependencies.db), before)
})

test('[WEB-5] [WEB-110] a Commenter, and a Viewer, cannot edit with any key or command', async () => {
  const made = await world()
  const { note } = await made.ann.notes.create(made.board, { text: 'hands off' })
  await made.ann.connectors.create(made.board, {
    from: { id: note.id, anchor: 'auto' },
    to: { x: 900, y: 100 },
    label: 'leads to',
  })
  await made.ann.workspaces.updateUser(made.board, made.vic.id, { workspace_role_id: roles.commenter })
  const page = await openBoard(made, made.vic)
  for (const role of ['commenter', 'viewer'] as const) {
    await made.ann.workspaces.updateUser(made.board, made.vic.id, { workspace_role_id: roles[role] })
    await page.getByRole('button', { name: 'Comment', exact: true }).waitFor({
      state: role === 'commenter' ? 'visible' : 'hidden',
    })
    const before = await stateOf(made.dependencies.db)
    for (const { keys } of shortcutList) {
      await page.keyboard.press('Control+a')
      await page.keyboard.press(pressed(keys))
      for (let times = 0; times < 2; times += 1) await page.keyboard.press('Escape')
    }
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog').getByRole('option')
    await palette.first().waitFor()
    const offered = (await palette.allTextContents()).join()
    for (const name of ['Note', 'Undo', 'Paste', 'Delete', 'Bring to front', 'Pin', 'Snap'])
      assert.doesNotMatch(offered, new RegExp(name), role)
    await page.keyboard.press('Escape')
    assert.deepEqual(await stateOf(made.dependencies.db), before, role)
    assert.equal(await page.getByLabel('Object text').count(), 0)
  }
})

const roles = { commenter: 4, viewer: 5 }

/** The keys in Playwright's notation. */
const pressed = (keys: string) =>
  keys
    .split(/\+(?=.)/)
    .map(key => playwrightKeys[key] ?? (key.length > 1 ? key.charAt(0).toUpperCase() + key.slice(1) : key))
    .join('+')

const playwrightKeys: Readonly<Record<string, string>> = {
  ...{ mod: 'Control', arrowleft: 'ArrowLeft', arrowright: 'ArrowRight', arrowup: 'ArrowUp', arrowdown: 'ArrowDown' },
  ...{ pageup: 'PageUp', pagedown: 'PageDown', contextmenu: 'ContextMenu' },
}

test('[WEB-5] [WEB-14] a user who becomes an Editor gets the tools at once, and loses them again', async () => {
  const made = await world()
  const page = await openBoard(made, made.vic)
  await made.ann.workspaces.updateUser(made.board, made.vic.id, { workspace_role_id: 3 })
  await page.getByRole('button', { name: 'Note', exact: true }).click()
  await made.ann.workspaces.updateUser(made.board, made.vic.id, { workspace_role_id: 4 })
  await page.getByRole('button', { name: 'Note', exact: true }).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Comment', exact: true }).waitFor()
  await page.mouse.click(middle.x, middle.y)
  await isSaved(page)
  assert.deepEqual(await objectsOf(made), [])
})

test('[WEB-14] a user without access sees a message', async () => {
  const made = await world()
  const page = await openAs(made, made.eve, `/w/${made.board}`)
  await page.getByText('This workspace can’t be opened').waitFor()
  const vic = await openBoard(made, made.vic)
  await made.ann.workspaces.removeUser(made.board, made.vic.id)
  await vic.getByText('You no longer have access').waitFor()
})
