// Pending changes are stored for the next page, and whether that worked is known.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryStorage } from '@tessera/client'
import { note, start, write } from '../testing/started-live.ts'
import { until } from '../testing/until.ts'

test('[CLI-12] pending changes survive a reload, including names', async t => {
  const kept = new Map()
  const { service, live } = await start(t, { storage: memoryStorage(kept) })
  service.losesResponses = true
  const [id] = live.change([note('a')]).ids as [string]
  live.change([write(id, 'b')])
  live.change([note('c')])
  await until(() => live.isStored && live.pending === 3)
  await until(() => service.changes.length > 0)
  await live.close()
  assert.equal(kept.size, 3)
  service.losesResponses = false
  const next = await start(t, { storage: memoryStorage(kept) }, service)
  await next.settled()
  assert.deepEqual(next.texts(), ['b', 'c'])
  assert.equal(service.board.objects.size, 2)
  await until(() => kept.size === 0)
})

test('[CLI-12] without a storage, or with one that fails, isStored is false', async t => {
  const plain = await start(t)
  plain.service.cut()
  await until(() => plain.live.state === 'offline')
  assert.equal(plain.live.isStored, true)
  plain.live.change([note('a')])
  assert.equal(plain.live.isStored, false)
  await plain.settled()
  assert.equal(plain.live.isStored, true)

  const broken = { ...memoryStorage(), save: () => Promise.reject(new Error('full')) }
  const { service, live, texts, settled } = await start(t, { storage: broken })
  service.losesResponses = true
  live.change([note('a')])
  await new Promise(resolve => setImmediate(resolve))
  assert.equal(live.isStored, false)
  service.losesResponses = false
  service.cut()
  await settled()
  assert.deepEqual([texts(), live.isStored], [['a'], true])
})

test('[CLI-12] a change that may have been applied more than a day ago is reported, not sent again', async t => {
  const kept = new Map()
  const stored = { order: 1, ids: ['local-1'], sentAt: Date.now() - 25 * 3_600_000 }
  kept.set('k', { ...stored, key: 'k', changes: [note('old')] })
  kept.set('l', { ...stored, key: 'l', order: 2, ids: [], sentAt: null, changes: [note('never sent')] })
  const { refused, texts, settled } = await start(t, { storage: memoryStorage(kept) })
  await settled()
  assert.deepEqual(texts(), ['never sent'])
  assert.deepEqual(
    refused.map(one => one.error.code),
    ['Conflict'],
  )
})
