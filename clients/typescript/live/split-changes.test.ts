// How long lists of changes are split.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedChange } from '@tessera/contract'
import { splitChanges } from './split-changes.ts'

const remove = (id: string): ListedChange => ({ op: 'delete', id })
const group = (size: number): ListedChange => ({ op: 'group', ids: Array.from({ length: size }, (_, at) => `${at}`) })

const lengths = (changes: readonly ListedChange[]) => splitChanges(changes).map(part => part.length)

test('[CLI-8] a list is split where it has too many changes, too many objects to arrange, or too many bytes', () => {
  assert.deepEqual(lengths([]), [])
  assert.deepEqual(lengths(Array.from({ length: 2_001 }, (_, at) => remove(`${at}`))), [1_000, 1_000, 1])
  assert.deepEqual(lengths([group(600), remove('a'), group(400), group(2), group(998)]), [3, 2])
  const long: ListedChange = { op: 'create', kind: 'note', data: { text: 'x'.repeat(400_000) } }
  assert.deepEqual(lengths([long, long, long, remove('a')]), [2, 2])
})
