// Who may write beside whom, and in which order.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WriteQueue } from './write-queue.ts'

/** Acts that begin when it is their turn, and end when they are told to. */
function acts() {
  const turns = new WriteQueue()
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const act = (name: string) => () => {
    begun.push(name)
    const end = Promise.withResolvers<string>()
    ends.set(name, end)
    return end.promise
  }
  const settled = () => new Promise(resolve => setImmediate(resolve))
  return {
    begun,
    alone: (name: string) => turns.exclusive(act(name)),
    shared: (name: string) => turns.shared(act(name)),
    async end(name: string, error?: Error) {
      if (error) ends.get(name)?.reject(error)
      else ends.get(name)?.resolve(name)
      await settled()
    },
    settled,
  }
}

test('one writes after the other, in the order they asked', async () => {
  const { begun, alone, end, settled } = acts()
  const all = Promise.all([alone('a'), alone('b'), alone('c')])
  await settled()
  assert.deepEqual(begun, ['a'])
  await end('a')
  assert.deepEqual(begun, ['a', 'b'])
  await end('b')
  await end('c')
  assert.deepEqual(await all, ['a', 'b', 'c'])
})

test('those who share are beside each other, but nobody is overtaken for it', async () => {
  const { begun, alone, shared, end, settled } = acts()
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

test('what fails ends its turn', async () => {
  const { begun, alone, shared, end, settled } = acts()
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
