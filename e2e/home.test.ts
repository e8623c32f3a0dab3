// Tests the home page of a signed-in user: from the first workspace to the trash and back.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { guest, member } from '../server/testing/members.ts'
import { newOrganization } from '../server/testing/people.ts'
import { until } from '../server/testing/until.ts'
import { type Person, type World, world } from '../server/testing/world.ts'
import { eventually } from './board-page.ts'
import { assertAccessible } from './browser.ts'
import { openAs } from './signed-in.ts'

/** A new user, with an empty organization. */
async function newcomer(made: World): Promise<Person> {
  const nia = await made.person('Nia')
  await newOrganization(made.dependencies, nia.id, 'Tiles')
  return nia
}

const cards = (page: Page) => page.getByRole('article')
const namesOn = async (page: Page) => await page.getByRole('article').getByRole('heading').allTextContents()

async function choose(page: Page, workspace: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${workspace}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('[WEB-6] a user without workspaces learns what a workspace is, and creates the first one', async () => {
  const made = await world()
  const nia = await newcomer(made)
  const page = await openAs(made, nia, '/')
  await page.getByRole('heading', { name: 'Welcome, Nia' }).waitFor()
  await page.getByRole('button', { name: 'Create your first workspace' }).click()
  const dialog = page.getByRole('dialog', { name: 'New workspace' })
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('Enter a name.').waitFor()
  await dialog.getByLabel('Name').fill('Autumn plans')
  await dialog.getByLabel('Description').fill('What we do until winter')
  await dialog.getByRole('switch', { name: 'Open to the organization' }).click()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/\/w\/[A-Za-z0-9]{20}$/)
  const [workspace] = (await nia.users.listWorkspaces('me')).workspaces
  assert.deepEqual(
    [workspace?.name, workspace?.description, workspace?.public],
    ['Autumn plans', 'What we do until winter', true],
  )
  await page.goto(made.url)
  await page.getByRole('link', { name: 'Autumn plans' }).waitFor()
})

test('[WEB-6] workspaces are found, sorted, starred, and more are loaded while scrolling', async () => {
  const made = await world()
  const { bob, organization } = made
  const second = await newOrganization(made.dependencies, bob.id, 'Elsewhere')
  await bob.workspaces.create(second, { name: 'Zebra' })
  for (let count = 1; count <= 30; count += 1)
    await bob.workspaces.create(organization, { name: `Plan ${String(count).padStart(2, '0')}` })
  const page = await openAs(made, bob, '/')
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  assert.equal((await namesOn(page))[0], 'Plan 30')
  await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded()
  await page.getByRole('link', { name: 'Board' }).waitFor()
  await eventually(() => cards(page).count(), 32)

  await page.getByLabel('Sort by').selectOption('Name')
  await page.getByRole('heading', { name: 'Today' }).waitFor({ state: 'detached' })
  await page.getByRole('article').first().filter({ hasText: 'Board' }).waitFor()
  assert.deepEqual((await namesOn(page)).slice(0, 2), ['Board', 'Plan 01'])
  await page.getByLabel('Organization').selectOption('Elsewhere')
  await eventually(() => namesOn(page), ['Zebra'])
  await page.getByLabel('Organization').selectOption('All organizations')
  await page.getByRole('link', { name: 'Plan 01' }).waitFor()
  await page.keyboard.press('/')
  await page.getByLabel('Search workspaces').fill('plan 1')
  await page.getByRole('link', { name: 'Plan 01' }).waitFor({ state: 'detached' })
  await eventually(() => cards(page).count(), 10)
  await page.getByLabel('Search workspaces').fill('nothing of the kind')
  await page.getByText('No workspaces match “nothing of the kind”').waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()

  await page.getByRole('button', { name: 'Add Plan 07 to favorites' }).click()
  await page.getByRole('button', { name: 'Remove Plan 07 from favorites' }).waitFor()
  await page.getByRole('link', { name: 'Favorites' }).click()
  await eventually(() => namesOn(page), ['Plan 07'])
  assert.equal((await bob.users.listWorkspaces('me', { favorite: true })).total, 1)
})

test('[WEB-6] a workspace is renamed, copied, deleted, and restored at once and from the trash', async () => {
  const made = await world()
  const { ann } = made
  const page = await openAs(made, ann, '/')
  await choose(page, 'Board', 'Rename…')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Renamed')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Renamed' }).waitFor()

  await choose(page, 'Renamed', 'Make a copy…')
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Copy of Renamed')
  await dialog.getByLabel('Name').fill('Second')
  await dialog.getByRole('button', { name: 'Make a copy' }).click()
  await page.getByRole('link', { name: 'Second' }).waitFor()

  await choose(page, 'Second', 'Delete')
  await page.getByText('Second moved to trash').waitFor()
  await page.getByRole('link', { name: 'Second' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Second restored').waitFor()
  await page.getByRole('link', { name: 'Second' }).waitFor()

  await choose(page, 'Second', 'Delete')
  await page.getByText('Second moved to trash').waitFor()
  await page.getByRole('link', { name: 'Trash' }).click()
  await page.getByRole('button', { name: 'Restore Second' }).click()
  await page.getByText('Trash is empty').waitFor()
  await page.getByRole('link', { name: 'All' }).click()
  await page.getByRole('link', { name: 'Second' }).waitFor()
  assert.deepEqual((await ann.users.listWorkspaces('me')).workspaces.map(({ name }) => name).sort(), [
    'Renamed',
    'Second',
  ])

  await choose(page, 'Second', 'Delete')
  await page.getByRole('link', { name: 'Trash' }).click()
  await page.getByRole('button', { name: 'Delete forever: Second' }).click()
  await dialog.getByText('Nobody can restore them').waitFor()
  await dialog.getByRole('button', { name: 'Delete forever' }).click()
  await page.getByText('Second was deleted forever').waitFor()
  await page.getByText('Trash is empty').waitFor()
  assert.equal((await ann.workspaces.listDeleted()).total, 0)
})

test('[WEB-6] actions that a role does not allow are not offered', async () => {
  const made = await world()
  const page = await openAs(made, made.vic, '/')
  await page.getByRole('button', { name: 'Actions for Board' }).click()
  await eventually(() => page.getByRole('menuitem').allTextContents(), ['Open', 'Share…', 'Export…'])
  const gus = await member(made, 'Gus', guest)
  const other = await openAs(made, gus, '/')
  await other.getByText('Nothing here yet').waitFor()
  assert.equal(await other.getByRole('button', { name: 'New workspace' }).count(), 0)
})

test('[WEB-6] everything from the first workspace to the trash is done by keyboard alone', async () => {
  const made = await world()
  const nia = await newcomer(made)
  const page = await openAs(made, nia, '/')
  await page.getByRole('heading', { name: 'Welcome, Nia' }).waitFor()
  await page.keyboard.press('n')
  await page.getByRole('dialog').getByLabel('Name').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('By keys')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/w\//)
  await page.goto(made.url)
  const link = page.getByRole('link', { name: 'By keys' })
  await link.waitFor()
  await page.keyboard.press('/')
  while (!(await link.evaluate(one => one === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Remove By keys from favorites' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const focused = page.locator(':focus')
  await page.getByRole('menuitem', { name: 'Open' }).and(focused).waitFor()
  for (const _ of ['Share', 'Rename']) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Name').and(focused).waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('By hand')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'By hand' }).waitFor()
  await page.getByRole('button', { name: 'Actions for By hand' }).and(focused).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Open' }).and(focused).waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.getByText('By hand moved to trash').waitFor()
  const undo = page.getByRole('button', { name: 'Undo' })
  while (!(await undo.evaluate(one => one === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'By hand' }).waitFor()
})

test('[WEB-11] the page has the language of the browser, or the one that is chosen', async () => {
  const made = await world()
  const page = await openAs(made, made.ann, '/', { locale: 'de-DE' })
  await page.getByRole('heading', { name: 'Arbeitsflächen', level: 1 }).waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de')
  await page.getByRole('button', { name: 'Ann Tester' }).click()
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Workspaces', level: 1 }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Workspaces', level: 1 }).waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'en')
})

test('[WEB-6] a visitor who is not signed in sees the front page', async () => {
  const made = await world()
  const page = await openAs(made, made.ann, '/')
  await page.getByRole('link', { name: 'Board' }).waitFor()
  await page.getByRole('button', { name: 'Ann Tester' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/signed-out/)
  await page.goto(made.url)
  await page.getByText('Tessera is running.').waitFor()
})

test('[WEB-21] the most recently opened workspace comes first, regardless of later changes by others', async () => {
  const made = await world()
  const { ann, board, organization } = made
  const other = (await ann.workspaces.create(organization, { name: 'Other' })).workspace.properties.uid
  await ann.workspaces.create(organization, { name: 'Never opened' })
  const page = await openAs(made, ann, '/#recent')
  await page.getByText('Nothing opened yet').waitFor()
  for (const uid of [other, board]) {
    await page.goto(`${made.url}/w/${uid}`)
    await page.locator('.connection-live').waitFor()
    await until(async () => (await ann.workspaces.get(uid)).workspace.properties.visited_at)
  }
  await ann.notes.create(other, { text: 'changed last' })
  await page.goto(`${made.url}/#recent`)
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  assert.deepEqual(await namesOn(page), ['Board', 'Other'])
  await page.getByText('Opened just now').first().waitFor()
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await page.getByLabel('Sort by').selectOption('Last opened')
  await page.getByRole('heading', { name: 'Not opened yet' }).waitFor()
  await eventually(() => namesOn(page), ['Board', 'Other', 'Never opened'])
  await assertAccessible(page)
})
