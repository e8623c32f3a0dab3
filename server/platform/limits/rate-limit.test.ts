// Tests the counts of the rate limit, of one process and of several.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { openRateLimit, type SharedCounts } from './rate-limit.ts'

const minuteMs = 60_000

test('[LIM-1] a minute later the whole limit is available again', () => {
  let now = 1_000
  const limit = openRateLimit(10, { clock: () => now })
  assert.deepEqual(limit.take(1, 4), { limit: 10, remaining: 6, resetSeconds: 60, isExceeded: false })
  now += 59_000
  assert.deepEqual(limit.take(1, 7), { limit: 10, remaining: 0, resetSeconds: 1, isExceeded: true })
  assert.equal(limit.take(2)?.remaining, 9, 'another user')
  assert.equal(limit.highest, 11)
  now += 1_000
  assert.equal(limit.highest, 0)
  assert.deepEqual(limit.take(1), { limit: 10, remaining: 9, resetSeconds: 60, isExceeded: false })
})

test('[LIM-5] no request counts more than the limit', () => {
  const limit = openRateLimit(10)
  assert.deepEqual([limit.take(1, 500)?.isExceeded, limit.take(1)?.isExceeded], [false, true])
  assert.equal(openRateLimit(0).take(1), null)
})

/** Counts like Redis does, for the processes of a test. */
function sharedCounts() {
  const counts = new Map<string, number>()
  const state = { isAvailable: true, isFailing: false }
  const shared: SharedCounts = {
    isAvailable: () => state.isAvailable,
    add: async (window, costs) =>
      costs.map(([key, cost]) => {
        const total = (counts.get(`${window} ${key}`) ?? 0) + cost
        counts.set(`${window} ${key}`, total)
        return state.isFailing ? null : total
      }),
  }
  return { shared, state, counts }
}

test('[LIM-1] processes that share counts limit a user together, and separately while the counts are unavailable', async () => {
  const { shared, state, counts } = sharedCounts()
  const clock = () => 90_000
  const [one, other] = [openRateLimit(10, { clock, shared }), openRateLimit(10, { clock, shared })]
  assert.equal(one.take(7, 6)?.remaining, 4)
  await turn()
  assert.equal(other.take(7, 3)?.remaining, 7, 'not known yet')
  await turn()
  assert.deepEqual([...counts], [['1 7', 9]])
  const allowance = other.take(7, 2)
  assert.deepEqual(allowance, { limit: 10, remaining: 0, resetSeconds: 30, isExceeded: true })
  assert.equal(other.highest, 11)

  state.isAvailable = false
  assert.equal(one.take(8, 6)?.remaining, 4)
  await turn()
  assert.equal(other.take(8, 6)?.remaining, 4)
  assert.deepEqual([...counts.keys()], ['1 7'], 'nothing was added')
  state.isAvailable = true
  state.isFailing = true
  assert.equal(one.take(9, 6)?.remaining, 4)
  await turn()
  assert.equal(one.take(9, 1)?.remaining, 3)
})

test('[LIM-1] the minutes of processes that share counts are the same', () => {
  const { shared } = sharedCounts()
  let now = 10 * minuteMs + 45_000
  const limit = openRateLimit(10, { clock: () => now, shared })
  assert.equal(limit.take(1, 10)?.resetSeconds, 15)
  now += 15_000
  assert.deepEqual(limit.take(1), { limit: 10, remaining: 9, resetSeconds: 60, isExceeded: false })
})
