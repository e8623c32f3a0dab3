// What shares a load, and what does not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CoalesceOptions, coalesce } from './coalesce.ts'

/** Loads that end when they are told to. */
function loads(options?: CoalesceOptions<string>) {
  const batches: string[][] = []
  const ends: (() => void)[] = []
  const ask = coalesce<string, string>(
    keys =>
      new Promise(resolve => {
        batches.push(keys)
        ends.push(() => resolve(keys.map(key => key.toUpperCase())))
      }),
    options,
  )
  const turn = () => new Promise(resolve => setImmediate(resolve))
  return { ask, batches, ends, turn }
}

test('what comes while a load is under way waits for the next, which takes all of it', async () => {
  const { ask, batches, ends, turn } = loads()
  const first = [ask('a'), ask('b')]
  await turn()
  const second = [ask('c'), ask('d')]
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

test('a load takes no more than it may, but a heavy key alone', async () => {
  const { ask, batches, ends, turn } = loads({ maxWeight: 5, weigh: key => key.length, concurrency: 9 })
  const asked = ['aa', 'bbb', 'c', 'dddddddd', 'e'].map(ask)
  for (const _ of [1, 2, 3, 4]) await turn()
  assert.deepEqual(batches, [['aa', 'bbb'], ['c'], ['dddddddd'], ['e']])
  for (const end of ends) end()
  assert.deepEqual(await Promise.all(asked), ['AA', 'BBB', 'C', 'DDDDDDDD', 'E'])
})

test('keys of one name are loaded once, but never with a load that has begun', async () => {
  const { ask, batches, ends, turn } = loads({ nameOf: key => key, concurrency: 2 })
  const first = [ask('a'), ask('b'), ask('a')]
  await turn()
  const late = ask('a')
  await turn()
  assert.deepEqual(batches, [['a', 'b'], ['a']])
  for (const end of ends) end()
  assert.deepEqual(await Promise.all([...first, late]), ['A', 'B', 'A', 'A'])
})

test('how many loads may be under way can change from one moment to the next', async () => {
  let limit = 1
  const { ask, batches, ends, turn } = loads({ concurrency: () => limit })
  const asked = [ask('a')]
  await turn()
  asked.push(ask('b'))
  await turn()
  assert.deepEqual(batches, [['a']])
  limit = 2
  asked.push(ask('c'))
  await turn()
  assert.deepEqual(batches, [['a'], ['b', 'c']])
  for (const end of ends) end()
  assert.deepEqual(await Promise.all(asked), ['A', 'B', 'C'])
})

test('once enough wait they go at once, as long as the concurrency limit allows it; the rest go with the turn', async () => {
  const { ask, batches, ends, turn } = loads({ concurrency: 3, startAt: () => 2 })
  const asked = ['a', 'b', 'c', 'd', 'e'].map(ask)
  assert.deepEqual(batches, [
    ['a', 'b'],
    ['c', 'd'],
  ])
  await turn()
  assert.deepEqual(batches[2], ['e'])
  asked.push(...['f', 'g'].map(ask))
  await turn()
  assert.equal(batches.length, 3)
  for (let load = 0; load < 4; load++) {
    ends[load]?.()
    await turn()
  }
  assert.deepEqual(batches[3], ['f', 'g'])
  assert.deepEqual(await Promise.all(asked), ['A', 'B', 'C', 'D', 'E', 'F', 'G'])
})

test('a load that is under way may go on before the answers of another are given, unless those are prompt', async () => {
  for (const isPrompt of [true, false]) {
    const order: string[] = []
    const { ask, ends, turn } = loads({ concurrency: 2, resolvesAtOnce: () => isPrompt })
    const asked = [ask('a').then(() => order.push('answer'))]
    await turn()
    asked.push(ask('b').then(() => order.push('other answer')))
    await turn()
    ends[0]?.()
    setImmediate(() => order.push('turn'))
    await asked[0]
    assert.deepEqual(order.slice(0, 2), isPrompt ? ['answer'] : ['turn', 'answer'])
    ends[1]?.()
    await Promise.all(asked)
  }
})

test('a load that fails fails everybody in it, and nobody else', async () => {
  let isWell = false
  const ask = coalesce<string, string>(async keys => {
    if (!isWell) throw new Error('no')
    return keys
  })
  await Promise.all([assert.rejects(ask('a'), /no/), assert.rejects(ask('b'), /no/)])
  isWell = true
  assert.equal(await ask('c'), 'c')
})
