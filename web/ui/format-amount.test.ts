import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatBytes, formatDuration } from './format-amount.ts'

test('bytes are shown in the largest unit that leaves something before the point', () => {
  assert.deepEqual([0, 999, 1_000, 1_540_000, 45_600_000, 3_000_000_000_000_000].map(formatBytes), [
    '0 byte',
    '999 byte',
    '1 kB',
    '1.5 MB',
    '46 MB',
    '3,000 TB',
  ])
})

test('durations are shown in whole units', () => {
  assert.deepEqual([0, 41_000, 61_000, 7_300_000, 400_000_000].map(formatDuration), [
    '0 sec',
    '41 sec',
    '1 min',
    '2 hr',
    '4 days',
  ])
})
