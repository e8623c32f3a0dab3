// The order in which the calls of a semaphore run.

import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Semaphore } from './semaphore.ts'

/** Starts calls that run until the test ends them. The key of a call is the first letter of its name. */
async function calls(semaphore: Semaphore<string>, names: readonly string[], signal?: AbortSignal) {
  const order: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const run = (name: string) => {
    const work = () => {
      order.push(name)
      const end = Promise.withResolvers<string>()
      ends.set(name, end)
      return end.promise
    }
    return semaphore.run(work, name.charAt(0), signal)
  }
  const results = new Map(names.map(name => [name, run(name)]))
  await turn()
  const end = async (name: string, error?: Error) => {
    if (error) ends.get(name)?.reject(error)
    else ends.get(name)?.resolve(name)
    await turn()
  }
  return { order, results, end, run }
}

test('calls without a key run in the order they came, up to the limit at a time', async () => {
  const semaphore = new Semaphore(2)
  const order: number[] = []
  const ends: (() => void)[] = []
  const all = [1, 2, 3].map(number =>
    semaphore.run(() => {
      order.push(number)
      return new Promise<number>(resolve => ends.push(() => resolve(number)))
    }),
  )
  await turn()
  assert.deepEqual([order, semaphore.total], [[1, 2], 2])
  ends[1]?.()
  await turn()
  assert.deepEqual(order, [1, 2, 3])
  for (const end of ends) end()
  assert.deepEqual(await Promise.all(all), [1, 2, 3])
  assert.equal(semaphore.total, 0)
})

test('a call that fails makes room for the next', async () => {
  const { order, results, end } = await calls(new Semaphore(1), ['a1', 'a2'])
  const failed = assert.rejects(results.get('a1') as Promise<string>, /failed/)
  await end('a1', new Error('failed'))
  await failed
  assert.deepEqual(order, ['a1', 'a2'])
  await end('a2')
  assert.equal(await results.get('a2'), 'a2')
})

test('keys that wait take turns, however many calls wait for one of them', async () => {
  const { order, end } = await calls(new Semaphore(1), ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'])
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) await end(name)
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
})

test('a key at its own limit waits, and the others do not', async () => {
  const semaphore = new Semaphore<string>(3, { perKey: 2 })
  const { order, end } = await calls(semaphore, ['a1', 'a2', 'a3', 'b1', 'b2'])
  assert.deepEqual(order, ['a1', 'a2', 'b1'])
  assert.deepEqual([semaphore.highest, semaphore.total], [2, 3])
  await end('b1')
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'b2'])
  await end('a1')
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'b2', 'a3'])
})

test('a function that releases does so once', async () => {
  const semaphore = new Semaphore(2)
  const release = await semaphore.acquire()
  await semaphore.acquire()
  release()
  release()
  assert.equal(semaphore.total, 1)
})

test('a call of a key with too many waiting calls is refused, and cancelled ones do not count', async () => {
  const leaving = new AbortController()
  const queue = { max: 1, refusal: () => new Error('full') }
  const { order, results, run, end } = await calls(
    new Semaphore<string>(0, { perKey: 1, queue }),
    ['a1', 'a2', 'b1'],
    leaving.signal,
  )
  await assert.rejects(run('a3'), /full/)
  const left = assert.rejects(results.get('a2') as Promise<string>, /left/)
  leaving.abort(new Error('left'))
  await left
  await assert.rejects(run('a4'), /left/)
  await end('a1')
  assert.deepEqual(order, ['a1', 'b1'])
})

test('without limits no call waits', async () => {
  const { order } = await calls(new Semaphore(0), ['a1', 'a2', 'a3'])
  assert.deepEqual(order, ['a1', 'a2', 'a3'])
})

const isUpperCase = (key: string) => key === key.toUpperCase()

test('keys that come last run when no other key waits', async () => {
  const semaphore = new Semaphore<string>(1, { comesLast: isUpperCase })
  const { order, end } = await calls(semaphore, ['a1', 'X1', 'Y1', 'X2', 'a2', 'b1'])
  for (const name of ['a1', 'a2', 'b1', 'X1', 'Y1']) await end(name)
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'X1', 'Y1', 'X2'])
})

test('keys that come last leave one place to the others, together', async () => {
  const semaphore = new Semaphore<string>(2, { comesLast: isUpperCase })
  const { order, end } = await calls(semaphore, ['X1', 'Y1', 'a1', 'a2'])
  assert.deepEqual(order, ['X1', 'a1'])
  await end('a1')
  assert.deepEqual(order, ['X1', 'a1', 'a2'])
  await end('a2')
  assert.deepEqual(order, ['X1', 'a1', 'a2'])
  await end('X1')
  assert.deepEqual(order, ['X1', 'a1', 'a2', 'Y1'])
})

test('the calls of all keys that wait are limited, apart for those that come last', async () => {
  const queue = { max: 5, maxTotal: 2, refusal: () => new Error('full') }
  const semaphore = new Semaphore<string>(1, { comesLast: isUpperCase, queue })
  const { order, run, end } = await calls(semaphore, ['a1', 'X1', 'Y1', 'b1', 'c1'])
  await assert.rejects(run('d1'), /full/)
  await assert.rejects(run('Z1'), /full/)
  for (const name of ['a1', 'b1', 'c1', 'X1']) await end(name)
  assert.deepEqual(order, ['a1', 'b1', 'c1', 'X1', 'Y1'])
})

test('a call that waits too long is refused, and leaves its place to the next one', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const queue = { max: 5, maxWaitMs: 1_000, refusal: () => new Error('too long') }
    const { order, results, run, end } = await calls(new Semaphore<string>(1, { queue }), ['a1', 'a2'])
    mock.timers.tick(999)
    const later = run('a3')
    const refused = assert.rejects(results.get('a2') as Promise<string>, /too long/)
    mock.timers.tick(1)
    await refused
    await end('a1')
    mock.timers.tick(5_000)
    await end('a3')
    assert.equal(await later, 'a3')
    assert.deepEqual(order, ['a1', 'a3'])
  } finally {
    mock.timers.reset()
  }
})
