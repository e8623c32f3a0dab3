// How fast a long queue is sent, and how long to wait before connecting again.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultTiming, reconnectDelayMs } from './reconnect-delay.ts'
import { SendRate } from './send-rate.ts'

test('[CLI-10] a long queue is sent at a rate that the service accepts', () => {
  const pace = new SendRate()
  const start = performance.now()
  let now = start
  for (let count = 0; count < 1_000; count += 1) {
    for (let waitMs = pace.take(100, now); waitMs > 0; waitMs = pace.take(100, now)) now += waitMs
  }
  const seconds = (now - start) / 1_000
  assert.ok(seconds > (1_000 - 400) / 120, 'no faster than 120 a second after the first 400')
  assert.ok(seconds < 15)
  assert.equal(pace.take(5_000_000, now + 60_000), 0, 'a large one goes when there is room at all')
  assert.ok(pace.take(1, now + 60_000) > 1_000, 'and what follows waits for it')
})

test('[CLI-13] the delays between attempts grow to a limit, with jitter', () => {
  const pauses = (random: number) =>
    [0, 1, 2, 3, 10, 1_000].map(tries => reconnectDelayMs(tries, defaultTiming, random))
  assert.deepEqual(pauses(1), [300, 600, 1_200, 2_400, 15_000, 15_000])
  for (const [index, longest] of pauses(1).entries()) assert.ok((pauses(0)[index] as number) < longest / 3 + 1)
})
