import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAddresses } from './email-addresses.ts'

test('addresses are found in whatever was pasted', () => {
  const text = 'Ann Tester <ann@example.com>, "Bob, the other" <bob@example.com>;\n(cy@example.com)\tdee@example.com'
  assert.deepEqual(readAddresses(text), {
    addresses: ['ann@example.com', 'bob@example.com', 'cy@example.com', 'dee@example.com'],
    faulty: [],
  })
})

test('an address counts once, in letters of any case', () => {
  assert.equal(readAddresses('ann@example.com ANN@example.com').addresses.length, 1)
})

test('a part that looks like a mistyped address is reported', () => {
  assert.deepEqual(readAddresses('ann@@example.com @example.com nothing'), {
    addresses: [],
    faulty: ['ann@@example.com', '@example.com'],
  })
})
