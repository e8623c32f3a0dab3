import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client, WebPage } from '@tessera/client'
import type { Drawable } from '@tessera/drawing'
import type { BrowserWidget } from '../objects/browser-object.ts'
import { findPreview, openPagePreviews } from './page-previews.ts'

/** An id like those of the service. */
const idOf = (name: string) => name.charCodeAt(0).toString(16).padStart(24, '0')

const object = (name: string, url = 'https://site.test/') =>
  ({ id: idOf(name), kind: 'browser', url, contentWidth: 1024 }) as BrowserWidget

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

/** A service that responds when the test says so. */
function slowService() {
  const requests: { id: string; respond(page: WebPage): void; fail(): void }[] = []
  const getPage = (_uid: string, id: string) =>
    new Promise((resolve, reject) => {
      requests.push({ id, respond: found => resolve({ page: found }), fail: () => reject(new Error('away')) })
    })
  return { requests, previews: openPagePreviews({ browsers: { getPage } } as unknown as Client, 'board') }
}

const nextTick = () => new Promise(resolve => setImmediate(resolve))

test('[WEB-20] a page is requested once, and listeners are called when it is loaded', async () => {
  const { requests, previews } = slowService()
  const changed: string[] = []
  previews.onChange(id => changed.push(id))
  const one = object('a')
  assert.equal(previews.request(one), null)
  assert.equal(previews.request(one), null)
  assert.equal(requests.length, 1)
  requests[0]?.respond(page('Known'))
  await nextTick()
  assert.deepEqual([previews.request(one)?.title, changed, requests.length], ['Known', [one.id], 1])
  assert.equal(findPreview(previews.get(), object('a', 'https://other.test/')), null, 'another address is another page')
})

test('[WEB-20] an object that is not stored yet is not asked about', () => {
  const { requests, previews } = slowService()
  assert.equal(previews.request({ ...object('a'), id: 'local-00000000001-00-abcdef' }), null)
  assert.equal(requests.length, 0)
  previews.request(object('a'))
  assert.equal(requests.length, 1)
})

test('[WEB-20] an object gets the preview of its page, and is the same each time', async () => {
  const { requests, previews } = slowService()
  const one = object('a') as Drawable & BrowserWidget
  const note = { id: 'n', kind: 'note' } as Drawable
  previews.request(one)
  assert.equal(previews.withPreview(one), one)
  requests[0]?.respond(page('Known', { icon: { url: '/i', width: 9, height: 9 } }))
  await nextTick()
  const shown = previews.withPreview(one)
  assert.deepEqual('preview' in shown && shown.preview, { title: 'Known', shows: 'icon' })
  assert.deepEqual([previews.withPreview(one) === shown, previews.withPreview(note) === note], [true, true])
})

test('[WEB-20] a late response is ignored, and only a few requests run at once', async () => {
  const { requests, previews } = slowService()
  previews.request(object('a'))
  previews.clear(idOf('a'))
  previews.request(object('a', 'https://other.test/'))
  requests[0]?.respond(page('Old'))
  requests[1]?.fail()
  await nextTick()
  const preview = previews.get().get(idOf('a'))
  assert.deepEqual([preview?.state, preview?.page], ['failed', null])
  for (const name of ['b', 'c', 'd', 'e', 'f', 'g']) previews.request(object(name))
  assert.deepEqual(
    requests.slice(2).map(({ id }) => id),
    ['b', 'c', 'd', 'e'].map(idOf),
  )
  requests[2]?.fail()
  await nextTick()
  assert.equal(requests.at(-1)?.id, idOf('f'))
})
