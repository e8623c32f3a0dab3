import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPictureCache, type DecodedPicture, stepFor } from './picture-cache.ts'

interface PictureRequest {
  readonly url: string
  readonly picture: DecodedPicture & { isClosed: boolean }
  arrive(): Promise<void>
  fail(): Promise<void>
}

/** A cache whose pictures arrive when the test delivers them. */
function cacheOf({ maxPixels, missing = [] }: { maxPixels?: number; missing?: string[] } = {}) {
  const asked: PictureRequest[] = []
  const ready: string[] = []
  const load = (url: string, pixels: number) =>
    new Promise<DecodedPicture>((resolve, reject) => {
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

test('sizes are powers of two', () => {
  assert.deepEqual([1, 64, 65, 700, 1024, 99_999].map(stepFor), [64, 64, 128, 1024, 1024, 4096])
})

test('a picture is loaded once per size, and reported when it is ready', async () => {
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

test('another size is used while the right one is loading, preferably a larger one', async () => {
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

test('the least recently used pictures are released when there are too many pixels', async () => {
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

test('only a few are loaded at once, the most recently requested first', async () => {
  const { cache, asked } = cacheOf()
  for (let index = 0; index < 10; index++) cache.find(`p${index}`, 64)
  await turn()
  assert.equal(asked.length, 6)
  await asked[0]?.arrive()
  await turn()
  assert.equal(asked.at(-1)?.url, '/p9?64')
})

test('a missing or failed picture is not requested again at once', async () => {
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

test('a picture that arrives after closing is released', async () => {
  const { cache, asked } = cacheOf()
  cache.find('a', 64)
  await turn()
  cache.close()
  await asked[0]?.arrive()
  assert.ok(asked[0]?.picture.isClosed)
})
