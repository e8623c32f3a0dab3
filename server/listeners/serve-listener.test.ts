// What is done for a listener whose creator may not read the workspace: passed over, and nothing goes round in circles.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FakeClock } from '../testing/fake-clock.ts'
import { type ServeParts, serveListener } from './serve-listener.ts'
import type { ServedListener } from './served-listener.ts'

test('[LIS-16] what happens meanwhile is passed with one look, and the next time there is more', async () => {
  const clock = new FakeClock()
  const one = { role: null, position: 2, endsAt: 2, seenAt: clock.now(), hasNews: false } as ServedListener
  let last = 2
  const passed: number[] = []
  const parts = {
    clock,
    isClosing: () => false,
    refresh: async (listener: ServedListener) => {
      listener.endsAt = last
      return true
    },
    book: { pass: ({ position }: ServedListener) => passed.push(position) },
  } as unknown as ServeParts
  for (const seq of [3, 7]) {
    last = seq
    one.hasNews = true
    assert.equal(await serveListener(parts, one), true)
    assert.deepEqual([one.position, one.hasNews], [seq, false], 'otherwise it would be served again at once')
  }
  assert.deepEqual(passed, [3, 7])
})
