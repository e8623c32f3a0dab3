// The workspace page for tests: opened for a user and connected. The objects are read through the API.

import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { AnyObject } from '@tessera/client'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Person, World } from '../server/testing/world.ts'
import { timeoutMs } from './browser.ts'
import { openAs } from './signed-in.ts'

export const desk = { width: 1280, height: 800 }
export const middle = { x: desk.width / 2, y: desk.height / 2 }

/** With an id, the object is in the middle of the window. */
export async function openBoard(
  made: World,
  person: Pick<Person, 'id'>,
  { id = '', ...options }: BrowserContextOptions & { id?: string } = {},
): Promise<Page> {
  const page = await openAs(made, person, `/w/${made.board}${id && `#${id}`}`, { viewport: desk, ...options })
  await isSaved(page)
  if (id) await page.getByRole('toolbar', { name: 'Selected objects' }).waitFor()
  return page
}

/** Connected, and all changes are saved. */
export async function isSaved(page: Page): Promise<void> {
  await page.locator('.connection-live').waitFor()
}

export async function objectsOf({ ann, board }: World): Promise<AnyObject[]> {
  return await Array.fromAsync(ann.objects.list.all(board))
}

export async function objectOf(made: World, id: string): Promise<Record<string, unknown>> {
  const found = (await objectsOf(made)).find(object => object.id === id)
  return (found ?? assert.fail(`there is no object ${id}`)) as unknown as Record<string, unknown>
}

/** Waits until the value is as expected, or fails with the last value. */
export async function eventually<Value>(read: () => Promise<Value>, expected: Value): Promise<void> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const last = await read()
    if (isDeepStrictEqual(last, expected)) return
    if (performance.now() > end) return assert.deepEqual(last, expected)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** From one point of the window to another, in steps. */
export async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
}

interface DroppedFile {
  readonly name: string
  readonly bytes: Buffer
  readonly x: number
  readonly y: number
}

/** A file on the board, at a point of the window. */
export async function drop(page: Page, { name, bytes, x, y }: DroppedFile): Promise<void> {
  await page.evaluate(
    ([name, bytes, x, y]) => {
      const data = new DataTransfer()
      data.items.add(
        new File([new Uint8Array(bytes as number[])], name as string, {
          type: /png$/.test(name as string) ? 'image/png' : '',
        }),
      )
      const place = { clientX: x as number, clientY: y as number, bubbles: true, dataTransfer: data }
      document.querySelector('canvas')?.dispatchEvent(new DragEvent('drop', place))
    },
    [name, [...bytes], x, y] as const,
  )
}
