// Drawing and commenting on objects.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { world } from '../server/testing/world.ts'
import { eventually, isSaved, middle, objectsOf, openBoard } from './board-page.ts'

test('[WEB-2] [WEB-15] the pen draws on the board and on a note, and the eraser removes a stroke', async () => {
  const made = await world()
  const { note } = await made.ann.notes.create(made.board, { text: 'draw here' })
  const page = await openBoard(made, made.ann, { id: note.id })
  const draw = async (x: number, y: number) => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let step = 1; step <= 12; step++) await page.mouse.move(x + step * 8, y + Math.sin(step) * 10)
    await page.mouse.up()
  }
  await page.keyboard.press('Escape')
  await page.keyboard.press('p')
  await page.getByRole('group', { name: 'Pen color' }).getByLabel('Red').click()
  await draw(middle.x - 50, middle.y)
  await draw(300, 700)
  await draw(300, 600)
  await page.keyboard.press('e')
  await draw(300, 700)
  await isSaved(page)
  const strokesOf = async () => (await objectsOf(made)).filter(object => object.kind === 'stroke')
  await eventually(
    async () => (await strokesOf()).map(({ penColor, brushType, targetId }) => [penColor, brushType, targetId]),
    [
      ['Red', 'Pen', note.id],
      ['Red', 'Pen', null],
    ],
  )
  const strokes = await strokesOf()
  assert.ok(strokes.every(({ points }) => points.length > 10 && points.every(Number.isInteger)))
})

test('[WEB-3] [WEB-33] [COM-6] a mentioned user gets an email and replies, and both see it at once', async () => {
  const made = await world()
  const { note } = await made.ann.notes.create(made.board, { text: 'about this' })
  const [ann, bob] = await Promise.all([
    openBoard(made, made.ann, { id: note.id }),
    openBoard(made, made.bob, { id: note.id }),
  ])
  await ann.getByRole('button', { name: 'Comment', exact: true }).click()
  await ann.mouse.click(middle.x, middle.y)
  const field = ann.getByLabel('Comment', { exact: true }).and(ann.locator('textarea'))
  await field.and(ann.locator(':focus')).waitFor()
  await ann.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await ann.locator('canvas[role=application]').and(ann.locator(':focus')).waitFor()
  await ann.getByRole('toolbar', { name: 'Selected objects' }).getByRole('button', { name: 'Comments' }).click()
  await field.fill('What do you think, ')
  await ann.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await ann.getByRole('toolbar', { name: 'Selected objects' }).getByRole('button', { name: 'Comments' }).click()
  await field.press('Control+End')
  await ann.keyboard.type('@bo')
  await ann.getByRole('option', { name: /Bob Tester/ }).waitFor()
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('or not?')
  await ann.keyboard.press('Enter')
  await ann.locator('.comment-mention', { hasText: '@Bob Tester' }).waitFor()
  const mail = await made.mail.mailTo(made.bob.email, /mentioned you/)
  assert.match(mail.text, /What do you think/)
  const link = new URL(/http\S+\/w\/\S+/.exec(mail.text)?.[0] ?? '')
  await bob.goto(made.url + link.pathname + link.hash)
  await bob.getByText('What do you think').waitFor()
  await bob.getByRole('button', { name: 'Reply', exact: true }).click()
  await bob.getByLabel('Reply to Ann').fill('I like it')
  await bob.keyboard.press('Enter')
  await ann.getByText('I like it').waitFor()
  const { comments } = await made.ann.comments.listInWorkspace(made.board)
  assert.match(comments[0]?.text ?? '', / or not\?$/, 'text typed after a mention stays after it')
  assert.deepEqual(
    comments.map(({ text, parent }) => [text.slice(0, 9), parent]),
    [
      ['What do y', null],
      ['I like it', comments[0]?.id],
    ],
  )
})

test('[WEB-4] text is found in notes and comments, and a result goes to its object', async () => {
  const made = await world()
  const { note } = await made.ann.notes.create(made.board, { text: 'apples', x: 5_000, y: 5_000 })
  await made.ann.comments.create(made.board, 'notes', note.id, { text: 'rather pears' })
  await made.ann.notes.create(made.board, { text: 'something else' })
  const page = await openBoard(made, made.bob)
  await page.keyboard.press('Control+f')
  await page.getByLabel('Search the board').fill('PEAR')
  await page.getByText('1 result').waitFor()
  await page.getByRole('button', { name: /rather pears/ }).click()
  await page.getByRole('region', { name: 'Note: apples' }).getByText('rather pears').waitFor()
  await eventually(async () => page.locator('.view-controls-zoom').textContent(), '100%')
})

test('[WEB-100] [WEB-101] [WEB-102] [WEB-103] threads on a shape and at a point are answered, edited, resolved, filtered, reopened and deleted', async () => {
  const made = await world()
  const { shape } = await made.ann.shapes.create(made.board, { text: 'Start', x: 0, y: 0 })
  const [ann, bob] = await Promise.all([
    openBoard(made, made.ann, { id: shape.id }),
    openBoard(made, made.bob, { id: shape.id }),
  ])
  const write = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true })
  const shown = async () =>
    (await made.ann.comments.listInWorkspace(made.board)).comments.map(({ text, targetType, resolved }) => [
      text,
      targetType,
      resolved,
    ])

  // On a shape.
  await ann.getByRole('button', { name: 'Comment', exact: true }).click()
  await ann.mouse.click(middle.x, middle.y)
  const onShape = (page: Page) => page.getByRole('region', { name: 'Shape: Start' })
  await write(ann).fill('Is this the first step?')
  await ann.keyboard.press('Enter')
  await onShape(ann).getByRole('article', { name: 'Thread by Ann Tester' }).waitFor()

  // At a point. What is typed survives clicking elsewhere and a reload.
  await ann.keyboard.press('Escape')
  await ann.keyboard.press('Escape')
  await ann.keyboard.press('c')
  await ann.mouse.click(300, 600)
  await write(ann).fill('Space for more')
  await ann.mouse.click(1000, 700)
  await write(ann).waitFor({ state: 'detached' })
  await ann.reload()
  await isSaved(ann)
  await ann.locator('.workspace-bar-comments').click()
  await ann.getByRole('region', { name: 'Drafts' }).getByRole('button', { name: 'Space for more' }).click()
  assert.equal(await write(ann).inputValue(), 'Space for more')
  await write(ann).press('Enter')
  await eventually(shown, [
    ['Is this the first step?', 'shape', false],
    ['Space for more', 'workspace', false],
  ])

  // Bob opens the list, answers, and Ann sees it at once.
  await bob.locator('.workspace-bar-comments').click()
  await bob.getByRole('button', { name: /Space for more/ }).click()
  await bob.getByRole('textbox', { name: 'Reply to Ann' }).fill('How mcuh?')
  await bob.keyboard.press('Enter')
  const atPoint = (page: Page) => page.getByRole('region', { name: 'Comment on the board' })
  await atPoint(ann).getByText('How mcuh?').waitFor()
  assert.equal(await atPoint(ann).getByRole('button', { name: 'Edit' }).count(), 1, 'only of her own comment')

  // He corrects himself.
  await atPoint(bob).getByRole('button', { name: 'Edit' }).click()
  await bob.getByRole('textbox', { name: 'Edit comment' }).fill('How much?')
  await bob.keyboard.press('Enter')
  await atPoint(ann).getByText('How much?').waitFor()
  await atPoint(ann).getByText('edited').waitFor()

  // Resolved, it leaves the list and is still found with the filter.
  await atPoint(ann).getByRole('button', { name: 'Resolve' }).click()
  await atPoint(bob).getByText('Resolved by Ann Tester').waitFor()
  await bob.keyboard.press('Escape')
  const inList = bob.getByRole('button', { name: /Space for more/ })
  await inList.waitFor({ state: 'detached' })
  await bob.getByRole('group', { name: 'Which threads are shown' }).getByRole('button', { name: 'All' }).click()
  await inList.click()
  await atPoint(bob).getByRole('button', { name: 'Reopen' }).click()
  await eventually(shown, [
    ['Is this the first step?', 'shape', false],
    ['Space for more', 'workspace', false],
    ['How much?', 'workspace', false],
  ])

  // Ann deletes her thread while Bob writes: his draft stays.
  await bob.getByRole('textbox', { name: 'Reply to Ann' }).fill('Half of it?')
  await atPoint(ann).getByRole('article').getByRole('button', { name: 'Delete' }).first().click()
  await ann.getByText('Delete this comment and its reply?').waitFor()
  await ann.getByRole('group', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click()
  await atPoint(ann).waitFor({ state: 'detached' })
  await bob.getByText('This comment was deleted. What you wrote is still here.').first().waitFor()
  assert.equal(await atPoint(bob).getByRole('textbox', { name: 'Draft' }).inputValue(), 'Half of it?')
  await eventually(shown, [['Is this the first step?', 'shape', false]])
})

test('[WEB-101] a comment that is submitted offline is sent once the connection is back', async () => {
  const made = await world()
  const { note } = await made.ann.notes.create(made.board, { text: 'offline' })
  const page = await openBoard(made, made.ann, { id: note.id })
  await page.keyboard.press('Control+Alt+m')
  const field = page.getByRole('textbox', { name: 'Comment', exact: true })
  await field.fill('written in a tunnel')
  await page.context().setOffline(true)
  await page.locator('.connection-offline').waitFor()
  await field.press('Enter')
  await page.getByText('Saved as a draft. It will be sent when you’re back online.').first().waitFor()
  await page.context().setOffline(false)
  await page.getByRole('article', { name: 'Thread by Ann Tester' }).getByText('written in a tunnel').waitFor()
  assert.equal(await field.inputValue(), '')
  assert.equal((await made.ann.comments.listInWorkspace(made.board)).total, 1)
})

test('[WEB-103] a Viewer reads threads and can change none', async () => {
  const made = await world()
  const { note } = await made.ann.notes.create(made.board, { text: 'read only' })
  await made.ann.comments.create(made.board, 'notes', note.id, { text: 'for everyone' })
  const page = await openBoard(made, made.vic, { id: note.id })
  await page.keyboard.press('Control+Alt+m')
  const region = page.getByRole('region', { name: 'Note: read only' })
  await region.getByText('for everyone').waitFor()
  await region.and(page.locator(':focus')).waitFor()
  assert.deepEqual(await region.getByRole('button').allTextContents(), [await region.getByRole('button').textContent()])
  assert.equal(await region.getByRole('textbox').count(), 0)
  await page.keyboard.press('Escape')
  await page.locator('canvas[role=application]').and(page.locator(':focus')).waitFor()
})
