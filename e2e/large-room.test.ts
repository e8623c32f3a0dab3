// A board with more people than the page receives.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLive } from '../server/testing/live-client.ts'
import { joinOrganization, joinWorkspace } from '../server/testing/people.ts'
import { type World, world } from '../server/testing/world.ts'
import { desk, eventually, openBoard } from './board-page.ts'
import { assertAccessible, phone } from './browser.ts'

/** The number of people with different names who have the board open. */
async function openWithMany(made: World, count: number) {
  const { workspace } = await made.ann.workspaces.get(made.board)
  const people = await Promise.all(
    Array.from({ length: count }, (_, index) => made.person(`Guest${String(index + 1).padStart(3, '0')}`)),
  )
  for (const { id } of people) await joinOrganization(made.dependencies, made.organization, id, 3)
  const accesses = people.map(({ id: user_id }) => ({ user_id, workspace_role_id: 3 }))
  await joinWorkspace(made.dependencies, workspace.properties.id, accesses)
  return await Promise.all(people.map(person => openLive(made, person, { as: 'browser' })))
}

test('[WEB-129] [LIV-16] everyone on a full board can be found and followed, and those in view have cursors', async () => {
  const made = await world()
  const guests = await openWithMany(made, 105)
  const page = await openBoard(made, made.ann)
  const [first, last] = [guests[0], guests.at(-1)] as const
  first?.send({ type: 'presence', cursor: { x: 5, y: 5 } })
  await page.locator('.cursor', { hasText: 'Guest001 Tester' }).waitFor()
  last?.send({ type: 'presence', view: { x: 70_000, y: 70_000, zoom: 0.8 } })
  const people = page.getByRole('button', { name: '106 people here' })
  await people.click()
  const more = page.getByRole('button', { name: /^and \d+ more/ })
  await more.click()
  const dialog = page.getByRole('dialog', { name: '106 people here' })
  await dialog.getByText('1–50 of 106').waitFor()
  await assertAccessible(page)
  await page.setViewportSize(phone)
  assert.ok(await dialog.evaluate(element => element.scrollWidth <= element.clientWidth), 'it fits on a phone')
  await page.setViewportSize(desk)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByText('51–100 of 106').waitFor()
  await dialog.getByLabel('Search by name or email').fill('guest105')
  await dialog.getByRole('button', { name: 'Follow Guest105 Tester' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Following Guest105 Tester').waitFor()
  await eventually(async () => page.locator('.view-controls-zoom').textContent(), '80%')
  assert.ok(await people.evaluate(button => button === document.activeElement), 'the focus is where it was')
  await Promise.all(guests.map(guest => guest.close()))
  await page.getByRole('button', { name: 'Only you are here' }).waitFor()
})
