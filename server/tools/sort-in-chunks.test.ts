import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sortInChunks } from './sort-in-chunks.ts'

test('a list of several chunks is sorted as at once, and equal keys keep their order', async () => {
  for (const length of [0, 1, 5_000, 5_001, 23_456]) {
    const list = Array.from({ length }, (_, index) => ({ key: String((index * 7_919) % 1_000), index }))
    const expected = list.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    assert.deepEqual(await sortInChunks(list, ({ key }) => key), expected)
  }
})
