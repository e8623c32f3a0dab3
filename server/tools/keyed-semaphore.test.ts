// The order in which the holders of a keyed semaphore run.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { KeyedSemaphore } from './keyed-semaphore.ts'

async function started(semaphore: KeyedSemaphore<string>, names: readonly string[]) {
  const order: string[] = []
  const releases = new Map<string, () => void>()
  for (const name of names)
    semaphore.acquire(name.charAt(0)).then(release => {
      order.push(name)
      releases.set(name, release)
    })
  await turn()
  const end = async (name: string) => {
    releases.get(name)?.()
    await turn()
  }
  return { order, end }
}

test('keys that wait take turns, however many holders wait for one of them', async () => {
  const { order, end } = await started(new KeyedSemaphore({ limit: 1 }), ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'])
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) await end(name)
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
})

test('a key at its own limit waits, and the others do not', async () => {
  const semaphore = new KeyedSemaphore<string>({ limit: 3, perKey: 2 })
  const { order, end } = await started(semaphore, ['a1', 'a2', 'a3', 'b1', 'b2'])
  assert.deepEqual(order, ['a1', 'a2', 'b1'])
  assert.deepEqual([semaphore.waiting('a'), semaphore.waiting('b'), semaphore.highest], [1, 1, 2])
  assert.equal(semaphore.tryAcquire('c'), null)
  await end('b1')
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'b2'])
  await end('a1')
  await end('a1')
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'b2', 'a3'])
})

test('without limits nobody waits', async () => {
  const { order } = await started(new KeyedSemaphore({}), ['a1', 'a2', 'a3'])
  assert.deepEqual(order, ['a1', 'a2', 'a3'])
})
