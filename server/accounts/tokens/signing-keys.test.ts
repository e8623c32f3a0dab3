// How signing keys are created and rotated.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSealedSecrets } from '../../platform/secrets/sealed-secrets.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { openSigningKeys } from './signing-keys.ts'

const plain = openSealedSecrets({})
const dayMs = 24 * 60 * 60 * 1000

test('[AUT-4] processes that start at once on an empty database agree on one key', async t => {
  const { db, drop } = await testDatabase()
  t.after(drop)
  const opened = await Promise.all(Array.from({ length: 5 }, () => openSigningKeys(db, plain)))
  assert.equal(new Set(opened.map(keys => keys.newest().kid)).size, 1)
  const later = await openSigningKeys(db, plain)
  assert.equal(later.newest().kid, opened[0]?.newest().kid)
})

test('[AUT-6] a key is replaced after 90 days, is still accepted then, and is deleted when its successor is replaced', async t => {
  const { db, drop } = await testDatabase()
  t.after(drop)
  let now = Date.now()
  const clock = () => now
  const keys = await openSigningKeys(db, plain, clock)
  const first = keys.newest().kid
  now += 89 * dayMs
  assert.equal((await openSigningKeys(db, plain, clock)).newest().kid, first)

  now += 2 * dayMs
  const second = (await openSigningKeys(db, plain, clock)).newest().kid
  assert.notEqual(second, first)
  assert.ok(await keys.find(second), 'a process that runs on accepts the new key')
  assert.equal(keys.newest().kid, second, 'and signs with it')
  assert.ok(await keys.find(first))
  assert.deepEqual(await kidsShown(keys), [second, first])

  now += 91 * dayMs
  const third = (await openSigningKeys(db, plain, clock)).newest().kid
  assert.deepEqual(await kidsShown(keys), [third, second])
  assert.equal(await keys.find(first), null)
})

test('a process whose key is due for rotation renews it in the background', async t => {
  const { db, drop } = await testDatabase()
  t.after(drop)
  let now = Date.now()
  const keys = await openSigningKeys(db, plain, () => now)
  const first = keys.newest().kid
  now += 91 * dayMs
  keys.newest()
  const { keys: shown } = await keys.publicKeys()
  assert.equal(shown.length, 2)
  assert.notEqual(keys.newest().kid, first)
})

test('the published part of a key cannot sign', async t => {
  const { db, drop } = await testDatabase()
  t.after(drop)
  const { keys: shown } = await (await openSigningKeys(db, plain)).publicKeys()
  assert.deepEqual(Object.keys(shown[0] as object).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x'])
})

const kidsShown = async (keys: Awaited<ReturnType<typeof openSigningKeys>>) =>
  (await keys.publicKeys()).keys.map(key => (key as { kid?: string }).kid)
