// Drawing and commenting on objects.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../server/testing/world.ts'
import { eventually, isSaved, middle, objectsOf, openBoard } from './board-page.ts'

test('[WEB-2] [WEB-15] the pen draws on the board and on a note, and an eraser stroke is a stroke', async () => {
  const made = await world()
  const { note } = await made.ann.notes.create(made.board, { text: 'draw here' })
  const page = await openBoard(made, made.ann, { id: note.id })
  const draw = async (x: number, y: number) => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let step = 1; step <= 12; step++) await page.mouse.move(x + step * 8, y + Math.sin(step) * 10)
    await page.mouse.up()
  }
  await page.keyboard.press('p')
  await page.getByRole('group', { name: 'Pen color' }).getByLabel('Red').click()
  await draw(middle.x - 50, middle.y)
  await draw(120, 700)
  await page.keyboard.press('e')
  await draw(120, 700)
  await isSaved(page)
  const strokesOf = async () => (await objectsOf(made)).filter(object => object.kind === 'stroke')
  await eventually(
    async () => (await strokesOf()).map(({ penColor, brushType, targetId }) => [penColor, brushType, targetId]),
    [
      ['Red', 'Pen', note.id],
      ['Red', 'Pen', null],
      ['Red', 'Eraser', null],
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
  await ann.keyboard.type('@bo')
  await ann.getByRole('option', { name: /Bob Tester/ }).waitFor()
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('or not?')
  await ann.keyboard.press('Enter')
  await ann.locator('.comment-mention', { hasText: '@Bob Tester' }).waitFor()
  const mail = await made.mail.mailTo(made.bob.email, /mentioned you/)
  assert.match(mail.text, /What do you think/)
  await bob.getByRole('button', { name: 'Comments', exact: true }).first().click()
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
  await page.getByRole('heading', { name: 'Comments' }).waitFor()
  await page.getByText('rather pears').waitFor()
  await eventually(async () => page.locator('.view-controls-zoom').textContent(), '100%')
})
