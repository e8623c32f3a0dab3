// The order in which holders of a semaphore run.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Semaphore } from './semaphore.ts'

function tasks(limit: number) {
  const semaphore = new Semaphore(limit)
  const started: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const run = (name: string) =>
    semaphore.run(() => {
      started.push(name)
      const end = Promise.withResolvers<string>()
      ends.set(name, end)
      return end.promise
    })
  const end = async (name: string, error?: Error) => {
    if (error) ends.get(name)?.reject(error)
    else ends.get(name)?.resolve(name)
    await turn()
  }
  return { run, end, started }
}

test('tasks run in the order they were queued, up to the limit at a time', async () => {
  const { run, end, started } = tasks(2)
  const all = Promise.all(['a', 'b', 'c', 'd'].map(run))
  await turn()
  assert.deepEqual(started, ['a', 'b'])
  await end('b')
  assert.deepEqual(started, ['a', 'b', 'c'])
  for (const name of ['a', 'c', 'd']) await end(name)
  assert.deepEqual(await all, ['a', 'b', 'c', 'd'])
})

test('a task that fails makes room for the next', async () => {
  const { run, end, started } = tasks(1)
  const failing = run('a')
  const next = run('b')
  await turn()
  failing.catch(() => {})
  await end('a', new Error('failed'))
  await assert.rejects(failing, /failed/)
  assert.deepEqual(started, ['a', 'b'])
  await end('b')
  assert.equal(await next, 'b')
})
