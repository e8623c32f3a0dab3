// Tests writing several notes one after the other, with only the keyboard.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { world } from '../server/testing/world.ts'
import { eventually, middle, objectsOf, openBoard } from './board-page.ts'

interface NoteFields {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly backgroundColor: string
}

test('[WEB-50] [WEB-51] [WEB-52] [WEB-55] five aligned notes are written with only the keyboard, each undone in one step', async () => {
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
  // In a list, Tab indents the entry.
  await page.keyboard.type('- below')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('deeper')
  await page.keyboard.press('Escape')
  await eventually(async () => (await texts()).sort(), ['- below\n  - deeper', 'fourth', 'one', 'three (3)', 'two'])
  await page.context().close()
})

test('[WEB-53] pasted cells become one note each, laid out as in the sheet, in one undo step', async () => {
  const made = await world()
  const page = await openBoard(made, made.ann)
  const notes = async () => (await objectsOf(made)) as unknown as NoteFields[]
  const texts = async () => (await notes()).map(({ text }) => text).sort()
  await paste(page, 'north\tsouth\neast\twest\n')
  const menu = page.getByRole('menu', { name: 'Pasted lines' })
  await menu.getByRole('menuitem', { name: 'One note per cell (4)' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await eventually(texts, ['east', 'north', 'south', 'west'])
  const at = Object.fromEntries((await notes()).map(({ text, x, y }) => [text, { x, y }]))
  assert.deepEqual(at.south, { x: (at.north?.x ?? 0) + 600, y: at.north?.y })
  assert.deepEqual(at.east, { x: at.north?.x, y: (at.north?.y ?? 0) + 360 })
  await page.keyboard.press('Control+z')
  await eventually(texts, [])
  await paste(page, 'one\ntwo')
  await menu.waitFor()
  await page.keyboard.press('Escape')
  await eventually(texts, ['one\ntwo'])
  await page.context().close()
})

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(words => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', words)
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, text)
}

test('[WEB-54] [WEB-55] [WEB-56] formatting is set by keys, and a link opens with Ctrl+click', async () => {
  const made = await world()
  const page = await openBoard(made, made.ann)
  await page.keyboard.press('n')
  await page.keyboard.press('Enter')
  await page.keyboard.type('to do')
  await page.keyboard.press('Control+b')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Shift+8')
  await page.keyboard.type('milk')
  await page.keyboard.press('Enter')
  await page.keyboard.type('eggs')
  await page.keyboard.press('Escape')
  const texts = async () => ((await objectsOf(made)) as unknown as NoteFields[]).map(({ text }) => text)
  await eventually(texts, ['to **do**\n- milk\n- eggs'])
  const outline = page.getByRole('navigation', { name: 'Outline' })
  await eventually(() => outline.getByRole('button', { name: 'Note, to do • milk • eggs' }).count(), 1)
  await page.keyboard.press('Enter')
  await page.keyboard.type(`${made.url}/health`)
  await page.keyboard.press('Escape')
  await eventually(texts, [`${made.url}/health`])
  const opened = page.context().waitForEvent('page')
  await page.keyboard.down('Control')
  await page.mouse.click(middle.x, middle.y)
  await page.keyboard.up('Control')
  await (await opened).close()
  await page.context().close()
})
