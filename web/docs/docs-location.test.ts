// Where the addresses of the reference lead.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { description } from '../testing/golden-description.ts'
import { locationOf } from './docs-location.ts'

const place = (hash: string) => {
  const { noun, anchor } = locationOf(hash, description)
  return [noun?.name ?? null, anchor]
}

test('a noun leads to the top of its page, an operation to its place there', () => {
  assert.deepEqual(place('#notes'), ['notes', ''])
  assert.deepEqual(place('#notes.create'), ['notes', 'notes.create'])
  assert.deepEqual(place('#notes%2Ecreate'), ['notes', 'notes.create'])
})

test('everything else leads to the introduction', () => {
  assert.deepEqual(place(''), [null, ''])
  assert.deepEqual(place('#errors'), [null, 'errors'])
  assert.deepEqual(place('#notes.destroy'), [null, 'notes.destroy'])
  assert.deepEqual(place('#%E0%A4%A'), [null, '%E0%A4%A'])
})
