import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client, WebPage } from '@tessera/client'
import type { Drawable } from '@tessera/drawing'
import type { BrowserWidget } from '../objects/browser-object.ts'
import { findPreview, openPagePreviews } from './page-previews.ts'

const object = (id: string, url = 'https://site.test/') =>
  ({ id, kind: 'browser', url, contentWidth: 1024 }) as BrowserWidget

const page = (title: string, more: Partial<WebPage> = {}): WebPage => ({
  url: 'https://site.test/',
  framing: 'refused',
  reason: '',
  title,
  picture: null,
  icon: null,
  checked_at: '2026-01-01T00:00:00.000Z',
  ...more,
})

/** A service that answers when it is told to. */
function slowService() {
  const asked: { id: string; answer(page: WebPage): void; fail(): void }[] = []
  const getPage = (_uid: string, id: string) =>
    new Promise((resolve, reject) => {
      asked.push({ id, answer: found => resolve({ page: found }), fail: () => reject(new Error('away')) })
    })
  return { asked, stills: openPagePreviews({ browsers: { getPage } } as unknown as Client, 'board') }
}

const aTurn = () => new Promise(resolve => setImmediate(resolve))

test('[WEB-20] a page is asked for once, and told when it is known', async () => {
  const { asked, stills } = slowService()
  const told: string[] = []
  stills.onChange(id => told.push(id))
  const one = object('a')
  assert.equal(stills.request(one), null)
  assert.equal(stills.request(one), null)
  assert.equal(asked.length, 1)
  asked[0]?.answer(page('Known'))
  await aTurn()
  assert.deepEqual([stills.request(one)?.title, told, asked.length], ['Known', ['a'], 1])
  assert.equal(findPreview(stills.get(), object('a', 'https://other.test/')), null, 'another address is another page')
})

test('[WEB-20] an object is dressed with what is known of its page, the same each time', async () => {
  const { asked, stills } = slowService()
  const one = object('a') as Drawable & BrowserWidget
  const note = { id: 'n', kind: 'note' } as Drawable
  stills.request(one)
  assert.equal(stills.withPreview(one), one)
  asked[0]?.answer(page('Known', { icon: { url: '/i', width: 9, height: 9 } }))
  await aTurn()
  const dressed = stills.withPreview(one)
  assert.deepEqual('still' in dressed && dressed.still, { title: 'Known', shows: 'icon' })
  assert.deepEqual([stills.withPreview(one) === dressed, stills.withPreview(note) === note], [true, true])
})

test('[WEB-20] an answer that comes too late counts for nothing, and a few are asked for at once', async () => {
  const { asked, stills } = slowService()
  stills.request(object('a'))
  stills.clear('a')
  stills.request(object('a', 'https://other.test/'))
  asked[0]?.answer(page('Old'))
  asked[1]?.fail()
  await aTurn()
  assert.deepEqual([stills.get().get('a')?.state, stills.get().get('a')?.page], ['failed', null])
  for (const id of ['b', 'c', 'd', 'e', 'f', 'g']) stills.request(object(id))
  assert.deepEqual(
    asked.slice(2).map(({ id }) => id),
    ['b', 'c', 'd', 'e'],
  )
  asked[2]?.fail()
  await aTurn()
  assert.equal(asked.at(-1)?.id, 'f')
})
