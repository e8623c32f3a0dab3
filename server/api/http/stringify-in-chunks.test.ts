// Replies that are serialized in parts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stringifyInChunks } from './stringify-in-chunks.ts'

test('a reply serialized in parts is the same as in one piece', async () => {
  const items = (count: number) => Array.from({ length: count }, (_, n) => ({ n, text: `"${n}]}`, list: [] }))
  for (const count of [0, 1, 25, 26, 50, 51, 130])
    for (const reply of [
      { objects: items(count), next_cursor: null },
      { before: 'x', objects: items(count), after: [1], next_cursor: '"objects":[]' },
    ])
      assert.equal(await stringifyInChunks(reply, JSON.stringify), JSON.stringify(reply))
})
