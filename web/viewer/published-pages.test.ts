// Which pages of a large board are fetched first, and which are kept.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BoardPage, PageLoader, type PublishedBoard } from './published-pages.ts'

const objectsOf = (cursor: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `${cursor}-${index}`, kind: 'note' })) as never

/** A row of pages, each 1,000 units wide, with this many objects each. */
function board(pages: number, each: number) {
  const list = Array.from({ length: pages }, (_, index) => ({
    cursor: `p${index}`,
    bounds: { x: index * 1_000, y: 0, width: 1_000, height: 1_000 },
    objects_count: each,
  }))
  const asked: string[] = []
  const first = {
    bounds: { x: 0, y: 0, width: pages * 1_000, height: 1_000 },
    objects_count: pages * each,
    pages: list,
    objects: objectsOf('p0', each),
  } as unknown as PublishedBoard
  const fetchPage = async (by: string, value: string) => {
    asked.push(value)
    const cursor = by === 'cursor' ? value : (value.split('-')[0] as string)
    const at = list.findIndex(page => page.cursor === cursor)
    if (at < 0) throw new Error('404')
    return { objects: objectsOf(cursor, each), next_cursor: list[at + 1]?.cursor ?? null } as unknown as PublishedBoard
  }
  const loader = new PageLoader(first, fetchPage, error => assert.fail(String(error)))
  return { loader, asked }
}

const settled = async () => {
  for (let turns = 0; turns < 400; turns += 1) await Promise.resolve()
}

const here = (pages: readonly BoardPage[]) => pages.filter(({ state }) => state === 'here').map(({ cursor }) => cursor)

test('[WEB-10] what is in view comes first, from its middle outwards, then the rest of a small board', async () => {
  const { loader, asked } = board(20, 100)
  loader.lookAt({ x: 10_100, y: 0, width: 2_800, height: 500 }, 1)
  await settled()
  assert.deepEqual(asked.slice(0, 3).sort(), ['p10', 'p11', 'p12'])
  assert.equal(here(loader.pages).length, 20)
  assert.equal(loader.objects.size, 2_000)
})

test('[WEB-10] of a large board only what is looked at is held, and what is far away is let go', async () => {
  const { loader } = board(200, 500)
  for (let x = 0; x < 200_000; x += 10_000) {
    loader.lookAt({ x, y: 0, width: 9_000, height: 900 }, 1)
    await settled()
    for (let index = x / 1_000; index < x / 1_000 + 9; index += 1)
      assert.ok(here(loader.pages).includes(`p${index}`), `page ${index}`)
    assert.ok(loader.objects.size <= 30_000 + 500)
  }
})

test('[WEB-10] a large board seen from afar is not fetched object by object', async () => {
  const { loader, asked } = board(200, 500)
  loader.lookAt({ x: 0, y: 0, width: 200_000, height: 1_000 }, 0.005)
  await settled()
  assert.deepEqual(asked, [])
})

test('[WEB-10] [PUB-20] an object of a large board is fetched by its id, also from the last page, and none that is not there', async () => {
  const { loader } = board(200, 500)
  const told: string[][] = []
  loader.onChange(ids => told.push([...(ids ?? [])]))
  for (const [id, page] of [
    ['p120-499', 'p120'],
    ['p199-0', 'p199'],
  ] as const) {
    assert.equal(loader.objects.has(id), false)
    await loader.seek(id)
    assert.equal(loader.objects.has(id), true)
    assert.ok(told.at(-1)?.includes(id))
    assert.ok(here(loader.pages).includes(page))
  }
  await loader.seek('p200-0')
  assert.deepEqual(here(loader.pages), ['p0', 'p120', 'p199'])
})
