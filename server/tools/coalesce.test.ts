// Tests which keys share a load and which do not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CoalesceOptions, coalesce } from './coalesce.ts'

/** Loads that end when the test calls `ends`. */
function loads(options?: CoalesceOptions<string>) {
  const batches: string[][] = []
  const ends: (() => void)[] = []
  const load = coalesce<string, string>(
    keys =>
      new Promise(resolve => {
        batches.push(keys)
        ends.push(() => resolve(keys.map(key => key.toUpperCase())))
      }),
    options,
  )
  const turn = () => new Promise(resolve => setImmediate(resolve))
  return { load, batches, ends, turn }
}

test('keys that arrive during a load wait and share the next one', async () => {
  const { load, batches, ends, turn } = loads()
  const first = [load('a'), load('b')]
  await turn()
  const second = [load('c'), load('d')]
  await turn()
  assert.deepEqual(batches, [['a', 'b']])
  ends[0]?.()
  assert.deepEqual(await Promise.all(first), ['A', 'B'])
  await turn()
  assert.deepEqual(batches, [
    ['a', 'b'],
    ['c', 'd'],
  ])
  ends[1]?.()
  assert.deepEqual(await Promise.all(second), ['C', 'D'])
})

test('a load stays within the weight limit; a heavier key is loaded alone', async () => {
  const { load, batches, ends, turn } = loads({ maxWeight: 5, weigh: key => key.length, concurrency: 9 })
  const results = ['aa', 'bbb', 'c', 'dddddddd', 'e'].map(load)
  for (const _ of [1, 2, 3, 4]) await turn()
  assert.deepEqual(batches, [['aa', 'bbb'], ['c'], ['dddddddd'], ['e']])
  for (const end of ends) end()
  assert.deepEqual(await Promise.all(results), ['AA', 'BBB', 'C', 'DDDDDDDD', 'E'])
})

test('keys with the same name are loaded once, but never join a load in progress', async () => {
  const { load, batches, ends, turn } = loads({ nameOf: key => key, concurrency: 2 })
  const first = [load('a'), load('b'), load('a')]
  await turn()
  const late = load('a')
  await turn()
  assert.deepEqual(batches, [['a', 'b'], ['a']])
  for (const end of ends) end()
  assert.deepEqual(await Promise.all([...first, late]), ['A', 'B', 'A', 'A'])
})

test('a load in progress may continue before the results of another are delivered', async () => {
  const order: string[] = []
  const { load, ends, turn } = loads({ concurrency: 2 })
  const results = [load('a').then(() => order.push('result'))]
  await turn()
  results.push(load('b').then(() => order.push('other result')))
  await turn()
  ends[0]?.()
  setImmediate(() => order.push('turn'))
  await results[0]
  assert.deepEqual(order.slice(0, 2), ['turn', 'result'])
  ends[1]?.()
  await Promise.all(results)
})

test('a failed load fails its own callers and no others', async () => {
  let isWell = false
  const load = coalesce<string, string>(async keys => {
    if (!isWell) throw new Error('no')
    return keys
  })
  await Promise.all([assert.rejects(load('a'), /no/), assert.rejects(load('b'), /no/)])
  isWell = true
  assert.equal(await load('c'), 'c')
})
