// The delays between delivery attempts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxAttempts, retryDelay } from './retry-schedule.ts'

const now = Date.parse('2026-01-01T00:00:00Z')
const delay = (attempt: number, retryAfter?: string, random = 0.5) =>
  retryDelay(attempt, { retryAfter, now, random }) / 1_000

test('[LIS-12] the delays grow from 5 seconds to 10 hours, a tenth more or less', () => {
  const schedule = Array.from({ length: maxAttempts - 1 }, (_, index) => delay(index + 1))
  assert.deepEqual(schedule, [5, 30, 120, 600, 1_800, 7_200, 18_000, 36_000])
  assert.deepEqual([delay(1, undefined, 0), delay(1, undefined, 1)], [4.5, 5.5])
})

test('[LIS-12] Retry-After extends the delay, in seconds or as a date, up to the maximum, and never shortens it', () => {
  assert.equal(delay(1, '60'), 60)
  assert.equal(delay(1, ' 61 '), 61)
  assert.equal(delay(1, 'Thu, 01 Jan 2026 00:02:00 GMT'), 120)
  assert.equal(delay(4, '1'), 600)
  assert.equal(delay(1, '999999999'), 36_000)
  assert.equal(delay(1, 'Thu, 01 Jan 2099 00:00:00 GMT'), 36_000)
  for (const invalid of ['', '-5', 'soon', '1e9', 'Thu, 01 Jan 1970 00:00:00 GMT']) assert.equal(delay(1, invalid), 5)
})
