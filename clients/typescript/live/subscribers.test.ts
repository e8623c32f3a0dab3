// Calls subscribers one after the other, even if one of them throws.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Subscribers } from './subscribers.ts'

test('a subscriber that throws does not stop the others, and its error is not swallowed', t => {
  const later: (() => void)[] = []
  t.mock.method(globalThis, 'queueMicrotask', (act: () => void) => later.push(act))
  const listeners = new Subscribers<number>()
  const heard: number[] = []
  listeners.add(() => {
    throw new Error('of mine')
  })
  listeners.add(value => heard.push(value))
  listeners.notify(1)
  assert.deepEqual(heard, [1])
  assert.throws(() => later[0]?.(), /of mine/)
})
