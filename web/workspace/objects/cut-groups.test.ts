import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '@tessera/client'
import { boardObject } from '../testing/board-object.ts'
import { groupsWithPieces, piecesInGroups } from './cut-groups.ts'

const stroke = (id: string, group: string | null) => boardObject('stroke', { id, group, points: [0, 0, 9, 0] })
const objects = new Map(
  [stroke('a', 'g'), stroke('b', 'g'), stroke('c', null), stroke('d', 'h'), stroke('e', 'h')].map(one => [one.id, one]),
)
const cut = (id: string, pieces: number): Change[] => [
  { op: 'update', id, data: { points: [0, 0] } },
  ...Array.from({ length: pieces - 1 }, (): Change => ({ op: 'create', kind: 'stroke', data: { points: [1, 1] } })),
]

test('[WEB-91] the pieces of a cut stroke join the group that it is in', () => {
  const changes = [...cut('c', 2), ...cut('a', 3), ...cut('d', 1), ...cut('b', 2)]
  const pieces = piecesInGroups(changes, objects)
  assert.deepEqual([...pieces], [['g', [3, 4, 7]]])
  const ids = changes.map((_, index) => `n${index}`)
  assert.deepEqual(groupsWithPieces(pieces, ids, objects), [{ op: 'group', ids: ['a', 'b', 'n3', 'n4', 'n7'] }])
})

test('[WEB-91] an object created with another change joins no group', () => {
  const created: Change = { op: 'create', kind: 'note', data: { text: 'n' } }
  assert.equal(piecesInGroups([{ op: 'update', id: 'a', data: { penColor: 'Red' } }, created], objects).size, 0)
  assert.equal(piecesInGroups([...cut('a', 1), { op: 'delete', id: 'b' }, created], objects).size, 0)
})
