// Which writes may run concurrently, and in which order.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WriteQueue } from './write-queue.ts'

/** Writes that record their start and end when the test ends them. */
function writes() {
  const queue = new WriteQueue()
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const write = (name: string) => () => {
    begun.push(name)
    const end = Promise.withResolvers<string>()
    ends.set(name, end)
    return end.promise
  }
  const settled = () => new Promise(resolve => setImmediate(resolve))
  return {
    begun,
    alone: (name: string) => queue.exclusive(write(name)),
    shared: (name: string) => queue.shared(write(name)),
    async end(name: string, error?: Error) {
      if (error) ends.get(name)?.reject(error)
      else ends.get(name)?.resolve(name)
      await settled()
    },
    settled,
  }
}

test('exclusive writes run one after the other, in the order of submission', async () => {
  const { begun, alone, end, settled } = writes()
  const all = Promise.all([alone('a'), alone('b'), alone('c')])
  await settled()
  assert.deepEqual(begun, ['a'])
  await end('a')
  assert.deepEqual(begun, ['a', 'b'])
  await end('b')
  await end('c')
  assert.deepEqual(await all, ['a', 'b', 'c'])
})

test('shared writes run concurrently, but never overtake an earlier write', async () => {
  const { begun, alone, shared, end, settled } = writes()
  const all = Promise.all([shared('a'), shared('b'), alone('c'), shared('d'), shared('e')])
  await settled()
  assert.deepEqual(begun, ['a', 'b'])
  await end('b')
  assert.deepEqual(begun, ['a', 'b'])
  await end('a')
  assert.deepEqual(begun, ['a', 'b', 'c'])
  await end('c')
  assert.deepEqual(begun, ['a', 'b', 'c', 'd', 'e'])
  await end('d')
  await end('e')
  assert.deepEqual(await all, ['a', 'b', 'c', 'd', 'e'])
})

test('a failed write releases the queue', async () => {
  const { begun, alone, shared, end, settled } = writes()
  const failing = alone('a')
  const next = shared('b')
  await settled()
  failing.catch(() => {})
  await end('a', new Error('oops'))
  await assert.rejects(failing, /oops/)
  assert.deepEqual(begun, ['a', 'b'])
  await end('b')
  assert.equal(await next, 'b')
})
