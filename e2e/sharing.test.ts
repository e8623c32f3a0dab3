// Tests sharing and publishing a workspace from its card.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { guest, member } from '../server/testing/members.ts'
import { type Person, type World, world } from '../server/testing/world.ts'
import { eventually } from './board-page.ts'
import { assertUsable, phone } from './browser.ts'
import { openAs } from './signed-in.ts'

async function openDialog(made: World, person: Person, action: string): Promise<Page> {
  const page = await openAs(made, person, '/')
  await page.getByRole('button', { name: 'Actions for Board' }).click()
  await page.getByRole('menuitem', { name: action }).click()
  await page.getByRole('dialog').waitFor()
  return page
}

/** The element is inside the window, and nothing covers it. */
const assertPressable = async (control: Locator): Promise<void> =>
  assert.ok(
    await control.evaluate(element => {
      const { left, top, width, height, bottom } = element.getBoundingClientRect()
      const found = document.elementFromPoint(left + width / 2, top + height / 2)
      return top >= 0 && bottom <= window.innerHeight && found !== null && element.contains(found)
    }),
    `${control} is out of reach`,
  )

const rolesIn = async ({ ann, board }: World) =>
  Object.fromEntries(
    (await ann.workspaces.listUsers(board)).workspace_users.map(one => [one.first_name, one.workspace_role_id]),
  )

test('[WEB-12] people are added by email address, with an error for each invalid one', async () => {
  const made = await world()
  const max = await member(made, 'Max')
  const page = await openDialog(made, made.ann, 'Share…')
  const dialog = page.getByRole('dialog')
  const add = dialog.getByRole('button', { name: 'Add', exact: true })
  await dialog.getByText('Vic Tester').waitFor()
  await add.click()
  await dialog.getByText('Enter at least one email address.').waitFor()
  await dialog.getByLabel('Add people').fill('max at example')
  await add.click()
  await dialog.getByText('Not a valid email address: max at example').waitFor()
  await dialog.getByLabel('Add people').fill(`${max.email}, nobody@example.com, ${made.bob.email}`)
  await add.click()
  await dialog.getByText('nobody@example.com does not belong to a member of the organization.').waitFor()
  await dialog.getByText(`${made.bob.email} belongs to a user who already has a role in this workspace.`).waitFor()
  await dialog.getByRole('link', { name: 'Invite people to the organization' }).waitFor()
  assert.equal((await rolesIn(made)).Max, undefined)
  await dialog.getByLabel('Add people').fill(max.email.toUpperCase())
  await dialog.getByLabel('Role', { exact: true }).selectOption('Commenter')
  await add.click()
  await dialog.getByText('Max Tester').waitFor()
  assert.equal((await rolesIn(made)).Max, 4)
})

test('[WEB-40] members are suggested while typing, and chosen by keyboard and by mouse', async () => {
  const made = await world()
  const [max, mara] = [await member(made, 'Max'), await member(made, 'Mara')]
  const page = await openDialog(made, made.ann, 'Share…')
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('combobox', { name: 'Add people' })
  const option = (name: RegExp) => dialog.getByRole('option', { name })
  await field.pressSequentially('tester')
  await option(/Bob Tester.*Has access/).waitFor()
  await option(/Bob Tester.*Has access/).click({ force: true })
  assert.equal(await field.inputValue(), 'tester')
  await assertUsable(page)
  await page.keyboard.press('Escape')
  assert.equal(await field.getAttribute('aria-expanded'), 'false')
  await field.fill('')
  await field.pressSequentially('ma')
  await option(/Mara/).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  assert.equal(await field.inputValue(), `${max.email}, `)
  await field.pressSequentially('mara te')
  await option(/Mara/).click()
  assert.equal(await field.inputValue(), `${max.email}, ${mara.email}, `)
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Role of Mara Tester').waitFor()
  assert.deepEqual(await rolesIn(made), { Ann: 1, Bob: 3, Vic: 5, Max: 3, Mara: 3 })
})

test('[WEB-40] a guest, who may not list members, gets no suggestions, and an address works', async () => {
  const made = await world()
  const gus = await member(made, 'Gus', guest)
  const max = await member(made, 'Max')
  await made.ann.workspaces.addUsers(made.board, { users: [{ email: gus.email, workspace_role_id: 2 }] })
  const page = await openDialog(made, gus, 'Share…')
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('combobox', { name: 'Add people' })
  await field.pressSequentially('max')
  await dialog.getByText('Email addresses of members, separated by commas', { exact: true }).waitFor()
  await field.fill(max.email)
  await page.keyboard.press('Enter')
  await dialog.getByText('Max Tester').waitFor()
  assert.equal(await dialog.getByRole('option', { name: /Max/ }).count(), 0)
})

test('[WEB-12] roles are changed, people removed, the workspace opened and transferred', async () => {
  const made = await world()
  const { ann, bob, board } = made
  const page = await openDialog(made, ann, 'Share…')
  const dialog = page.getByRole('dialog', { name: 'Share Board' })
  await dialog.getByLabel('Role of Bob Tester').selectOption('Editor (can invite)')
  await page.getByText('Bob Tester is now Editor (can invite)').waitFor()
  await dialog.getByRole('button', { name: 'Remove Vic Tester' }).click()
  await dialog.getByText('Vic Tester', { exact: true }).waitFor({ state: 'detached' })
  await eventually(() => rolesIn(made), { Ann: 1, Bob: 2 })

  await dialog.getByRole('switch', { name: 'Open to the organization' }).click()
  await dialog.getByText('Member of the organization').waitFor()
  assert.equal((await ann.workspaces.get(board)).workspace.properties.public, true)
  assert.equal(await dialog.getByLabel('Role of Vic Tester').count(), 0)

  await dialog.getByLabel('Role of Bob Tester').selectOption('Owner…')
  const question = page.getByRole('dialog', { name: 'Make Bob Tester the Owner?' })
  await question.getByRole('button', { name: 'Transfer ownership' }).click()
  await question.waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Leave' }).waitFor()
  assert.equal((await ann.workspaces.get(board)).workspace.properties.workspace_owner.id, bob.id)
})

test('[WEB-12] actions that a role does not allow are not offered, and everyone may leave', async () => {
  const made = await world()
  const page = await openDialog(made, made.vic, 'Share…')
  const dialog = page.getByRole('dialog', { name: 'Share Board' })
  await dialog.getByText('Only the people listed here have access.').waitFor()
  await dialog.getByText('Ann Tester').waitFor()
  assert.equal(await dialog.getByRole('combobox').count(), 0)
  assert.equal(await dialog.getByLabel('Add people').count(), 0)
  assert.equal(await dialog.getByRole('button', { name: /^Remove/ }).count(), 0)
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('dialog', { name: 'Leave Board?' }).getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('article').waitFor({ state: 'detached' })
  await eventually(async () => (await rolesIn(made)).Vic, undefined)
})

test('[WEB-12] an Editor+ changes the roles of guests, and assigns no rights beyond their own', async () => {
  const made = await world()
  const gus = await member(made, 'Gus', guest)
  await made.ann.workspaces.addUsers(made.board, { users: [{ email: gus.email, workspace_role_id: 5 }] })
  await made.ann.workspaces.updateUser(made.board, made.bob.id, { workspace_role_id: 2 })
  const page = await openDialog(made, made.bob, 'Share…')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Role of Gus Tester').selectOption('Commenter')
  await page.getByText('Gus Tester is now Commenter').waitFor()
  assert.equal((await rolesIn(made)).Gus, 4)
  assert.equal(await dialog.getByLabel('Role of Vic Tester').count(), 0)
  assert.deepEqual(await dialog.getByLabel('Role', { exact: true }).getByRole('option').allTextContents(), [
    'Editor (can invite)',
    'Editor',
    'Commenter',
    'Viewer',
  ])
})

test('[WEB-6] a workspace is published with progress and link, published again and unpublished', async () => {
  const made = await world()
  await made.ann.notes.create(made.board, { text: 'for everybody' })
  const page = await openDialog(made, made.ann, 'Publish…')
  const dialog = page.getByRole('dialog', { name: 'Publish Board' })
  await dialog.getByText('Not published').waitFor()
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await dialog.getByRole('button', { name: 'Publish again' }).waitFor()
  const address = `/view/${made.board}`
  assert.match(await dialog.getByRole('textbox', { name: 'Public link' }).inputValue(), new RegExp(`${address}$`))
  await dialog.getByRole('button', { name: 'Copy link' }).waitFor()
  assert.equal((await fetch(made.url + address)).status, 200)
  await dialog.getByRole('button', { name: 'Publish again' }).click()
  await dialog.getByText('Published', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Unpublish' }).click()
  await dialog.getByText('Not published').waitFor()
  assert.equal((await fetch(made.url + address)).status, 404)
  assert.equal(await dialog.getByRole('button', { name: 'Unpublish' }).count(), 0)
})

test('[PUB-21] an owner who cannot publish sees why', async () => {
  const made = await world()
  const { ann, bob, board, organization } = made
  await ann.workspaces.update(board, { user_id: bob.id })
  await ann.organizations.update(organization, { metadata: [{ key: 'publishing', value: 'admins' }] })
  const page = await openDialog(made, bob, 'Publish…')
  const dialog = page.getByRole('dialog', { name: 'Publish Board' })
  await dialog.getByText('only its Owner and Admins can publish').waitFor()
  assert.equal(await dialog.getByRole('button', { name: 'Publish', exact: true }).count(), 0)
})

test('[WEB-44] on a phone the footer of a dialog stays visible while the rest is scrolled', async () => {
  const made = await world()
  for (const name of ['Max', 'Mara', 'Mo', 'Mia', 'Mei']) {
    const { email } = await member(made, name)
    await made.ann.workspaces.addUsers(made.board, { users: [{ email, workspace_role_id: 3 }] })
  }
  const page = await openAs(made, made.ann, '/', { viewport: phone })
  await page.getByRole('button', { name: 'Actions for Board' }).click()
  await page.getByRole('menuitem', { name: 'Share…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Mei Tester').waitFor()
  const scrolled = () => dialog.evaluate(({ scrollTop }) => Math.round(scrollTop))
  assert.equal(await scrolled(), 0)
  const done = dialog.getByRole('button', { name: 'Done' })
  await assertPressable(done)
  const most = await dialog.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  assert.ok(most > 0, 'it is longer than the window')
  await dialog.evaluate(element => element.scrollTo(0, element.scrollHeight))
  await eventually(scrolled, Math.round(most))
  await assertPressable(done)
  // The focused element is not hidden behind the footer.
  await dialog.evaluate(element => element.scrollTo(0, 0))
  await dialog.getByRole('switch').focus()
  await assertPressable(dialog.getByRole('switch'))
  // A low window has space for the content, or only for the footer.
  await page.setViewportSize({ width: phone.width, height: 480 })
  await eventually(() => done.evaluate(element => element.getBoundingClientRect().top > window.innerHeight), true)
})
