import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPictureCache, type Decoded, stepFor } from './picture-cache.ts'

interface Asked {
  readonly url: string
  readonly picture: Decoded & { isClosed: boolean }
  arrive(): Promise<void>
  fail(): Promise<void>
}

/** A cache whose pictures arrive when the test says so. */
function cacheOf({ maxPixels, missing = [] }: { maxPixels?: number; missing?: string[] } = {}) {
  const asked: Asked[] = []
  const ready: string[] = []
  const load = (url: string, pixels: number) =>
    new Promise<Decoded>((resolve, reject) => {
      const picture = { width: pixels, height: pixels, isClosed: false, close: () => (picture.isClosed = true) }
      const settle = async (act: () => void) => {
        act()
        await turn()
      }
      asked.push({
        url,
        picture: picture as never,
        arrive: () => settle(() => resolve(picture as never)),
        fail: () => settle(() => reject(new Error('gone'))),
      })
    })
  const address = (key: string, pixels: number) => (missing.includes(key) ? null : `/${key}?${pixels}`)
  const cache = createPictureCache({ address }, load, key => ready.push(key), maxPixels)
  return { cache, asked, ready }
}

const turn = () => new Promise(resolve => setImmediate(resolve))

test('sizes go in steps of two', () => {
  assert.deepEqual([1, 64, 65, 700, 1024, 99_999].map(stepFor), [64, 64, 128, 1024, 1024, 4096])
})

test('a picture is fetched once for a size, and told when it is there', async () => {
  const { cache, asked, ready } = cacheOf()
  assert.equal(cache.find('a', 300), null)
  assert.equal(cache.find('a', 400), null)
  await turn()
  assert.deepEqual(
    asked.map(({ url }) => url),
    ['/a?512'],
  )
  assert.ok(cache.isLoading)
  await asked[0]?.arrive()
  assert.deepEqual(ready, ['a'])
  assert.equal(cache.find('a', 300), asked[0]?.picture)
  assert.ok(!cache.isLoading)
})

test('another size stands in while the right one is on its way, a larger one first', async () => {
  const { cache, asked } = cacheOf()
  cache.find('a', 100)
  await turn()
  await asked[0]?.arrive()
  assert.equal(cache.find('a', 1000), asked[0]?.picture)
  await turn()
  await asked[1]?.arrive()
  assert.equal(cache.find('a', 1000), asked[1]?.picture)
  assert.equal(cache.find('a', 500), asked[1]?.picture)
})

test('what was not looked at for longest is let go when there are too many pixels', async () => {
  const { cache, asked } = cacheOf({ maxPixels: 2 * 64 * 64 })
  for (const key of ['a', 'b', 'c']) {
    if (key === 'c') cache.find('a', 64)
    cache.find(key, 64)
    await turn()
    await asked.at(-1)?.arrive()
  }
  assert.deepEqual(
    asked.map(({ picture }) => picture.isClosed),
    [false, true, false],
  )
})

test('only a few are fetched at once, those asked for last first', async () => {
  const { cache, asked } = cacheOf()
  for (let index = 0; index < 10; index++) cache.find(`p${index}`, 64)
  await turn()
  assert.equal(asked.length, 6)
  await asked[0]?.arrive()
  await turn()
  assert.equal(asked.at(-1)?.url, '/p9?64')
})

test('a failure and a picture that is not there leave the place empty, and are not asked for at once again', async () => {
  const { cache, asked, ready } = cacheOf({ missing: ['none'] })
  cache.find('none', 64)
  cache.find('bad', 64)
  await turn()
  await asked[0]?.fail()
  assert.equal(cache.find('none', 64), null)
  assert.equal(cache.find('bad', 64), null)
  await turn()
  assert.equal(asked.length, 1)
  assert.deepEqual(ready, [])
  cache.forget('bad')
  cache.find('bad', 64)
  await turn()
  assert.equal(asked.length, 2)
})

test('what arrives after the end is closed', async () => {
  const { cache, asked } = cacheOf()
  cache.find('a', 64)
  await turn()
  cache.close()
  await asked[0]?.arrive()
  assert.ok(asked[0]?.picture.isClosed)
})
