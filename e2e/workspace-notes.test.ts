// Notes written one after the other, with the keyboard alone.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../server/testing/world.ts'
import { eventually, objectsOf, openBoard } from './board-page.ts'

interface NoteFields {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly backgroundColor: string
}

test('[WEB-50] [WEB-51] [WEB-52] five aligned notes with the keyboard alone, each undone in one step', async () => {
  const made = await world()
  const page = await openBoard(made, made.ann)
  const notes = async () => ((await objectsOf(made)) as unknown as NoteFields[]).sort((a, b) => a.x - b.x)
  const texts = async () => (await notes()).map(({ text }) => text)
  const names = ['one', 'two', 'three', 'four', 'five']
  await page.keyboard.press('n')
  await page.keyboard.press('Enter')
  for (const [index, name] of names.entries()) {
    if (index > 0) await page.keyboard.press('Tab')
    await page.keyboard.type(name)
  }
  await page.keyboard.press('Escape')
  await eventually(texts, names)
  const [first, ...others] = await notes()
  for (const [index, note] of others.entries())
    assert.deepEqual(
      [note.x, note.y, note.backgroundColor],
      [(first?.x ?? 0) + 600 * (index + 1), first?.y, first?.backgroundColor],
    )
  for (let left = 4; left >= 3; left--) {
    await page.keyboard.press('Control+z')
    await eventually(texts, names.slice(0, left))
  }
  await page.keyboard.press('Control+Shift+z')
  await eventually(texts, names.slice(0, 4))
  await page.keyboard.type('th')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type(' (3)')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.type('below')
  await page.keyboard.press('Escape')
  await eventually(async () => (await texts()).sort(), ['below', 'fourth', 'one', 'three (3)', 'two'])
  await page.context().close()
})
