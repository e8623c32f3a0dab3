// Who inherits from a page that is no more: with the locks that Node has too, and with signs of life where there are none.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageLife, signalledLife } from './page-life.ts'

test('[CLI-12] a living page is inherited from by nobody, one that ended by the first that asks', async () => {
  const [first, second, third] = ['one', 'two', 'three'].map(pageLife)
  assert.equal(await second?.succeeds('one'), false)
  first?.end()
  assert.equal(await second?.succeeds('one'), true)
  assert.equal(await third?.succeeds('one'), false)
  second?.end()
  assert.equal(await third?.succeeds('one'), true)
  assert.equal(await third?.succeeds('two'), true)
  third?.end()
})

test('[CLI-12] without locks a page counts as gone when it left or has been silent for long', async t => {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'], now: 1_000_000 })
  const signals = new Map<string, string>()
  const storage = {
    getItem: (name: string) => signals.get(name) ?? null,
    setItem: (name: string, value: string) => signals.set(name, value),
    removeItem: (name: string) => signals.delete(name),
  }
  const pages = new EventTarget()
  const [first, second, third] = ['one', 'two', 'three'].map(page => signalledLife(page, storage, pages))
  t.mock.timers.tick(600_000)
  assert.equal(await second?.succeeds('one'), false)
  first?.end()
  assert.equal(await second?.succeeds('one'), true)
  assert.equal(await third?.succeeds('one'), false)
  pages.dispatchEvent(new Event('pagehide'))
  assert.equal(await third?.succeeds('two'), true)
  for (const page of [second, third]) page?.end()
  signals.set('tessera-page-crashed', String(Date.now()))
  assert.equal(await third?.succeeds('crashed'), false)
  t.mock.timers.tick(200_000)
  assert.equal(await third?.succeeds('crashed'), true)
})
