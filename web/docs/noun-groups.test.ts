// The groups of the reference's navigation.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { description } from '../testing/golden-description.ts'
import { groupNouns } from './noun-groups.ts'

test('[DOC-3] every noun is in one group, none among the others', () => {
  const groups = groupNouns(description.nouns)
  const grouped = groups.flatMap(({ nouns }) => nouns.map(({ name }) => name))
  assert.deepEqual(grouped.toSorted(), description.nouns.map(({ name }) => name).toSorted())
  assert.deepEqual(groups.find(({ group }) => group === 'others')?.nouns, undefined)
})

test('a noun without a group is among the others', () => {
  const unheard = { name: 'unheard', isKind: false }
  assert.deepEqual(groupNouns([unheard]), [{ group: 'others', nouns: [unheard] }])
})
