// Who takes over the changes of a closed page: with the locks that Node has too, and with heartbeats if there are none.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { heartbeatLiveness, type PageLiveness, pageLiveness } from './page-liveness.ts'

test('[CLI-12] an open page keeps its changes; those of a closed page go to the first page that waits', async () => {
  const [first, second, third, fourth] = ['one', 'two', 'three', 'four'].map(pageLiveness) as [
    PageLiveness,
    PageLiveness,
    PageLiveness,
    PageLiveness,
  ]
  const ended: string[] = []
  const asked = [second, third, fourth].map(async (life, index) => {
    ended.push(`${index + 2} ${await life.waitForEnd('one')}`)
  })
  assert.equal(await Promise.race([...asked, delay(50, 'nobody')]), 'nobody')
  first.end()
  await asked[0]
  assert.deepEqual(ended, ['2 true'])
  fourth.end()
  await asked[2]
  second.end()
  await asked[1]
  assert.deepEqual(ended, ['2 true', '4 false', '3 true'])
  assert.equal(await third.waitForEnd('two'), true)
  third.end()
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
  const [first, second, third] = ['one', 'two', 'three'].map(page => heartbeatLiveness(page, storage, pages))
  t.mock.timers.tick(600_000)
  assert.equal(await second?.waitForEnd('one'), false)
  first?.end()
  assert.equal(await second?.waitForEnd('one'), true)
  assert.equal(await third?.waitForEnd('one'), false)
  pages.dispatchEvent(new Event('pagehide'))
  assert.equal(await third?.waitForEnd('two'), true)
  for (const page of [second, third]) page?.end()
  signals.set('tessera-page-crashed', String(Date.now()))
  assert.equal(await third?.waitForEnd('crashed'), false)
  t.mock.timers.tick(200_000)
  assert.equal(await third?.waitForEnd('crashed'), true)
})
