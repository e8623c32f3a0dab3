import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boardObject } from '../../testing/board-object.ts'
import { findOnBoard } from './find-on-board.ts'

const note = boardObject('note', { id: 'n', text: 'Ideas for the\nautumn fair' })
const canvas = boardObject('canvas', { id: 'c', name: 'Autumn' })
const stroke = boardObject('stroke', { id: 's' })
const comment = {
  id: '1',
  text: 'Not before autumn',
  parent: null,
  targetId: 'n',
  targetType: 'note',
  author: { id: 1, email: 'a@example.com', first_name: 'A', last_name: 'B', via: null },
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  resolved: false,
  resolved_by: null,
  resolved_at: null,
}
const placed = { ...comment, id: '2', text: 'In autumn?', targetId: null, targetType: 'workspace', x: 1, y: 2 }
const commentsOn = (id: string | null) => (id === 'n' ? [comment] : id === null ? [placed] : [])

test('[WEB-4] notes, names and comments are found by a part of their text, ignoring case', () => {
  const found = findOnBoard(' AUTUMN ', [note, canvas, stroke], commentsOn)
  assert.deepEqual(
    found.map(({ object, comment, excerpt }) => [object?.id ?? null, comment?.id ?? null, excerpt]),
    [
      ['n', null, 'Ideas for the autumn fair'],
      ['n', '1', 'Not before autumn'],
      ['c', null, 'Autumn'],
      [null, '2', 'In autumn?'],
    ],
  )
  assert.deepEqual(findOnBoard('  ', [note], commentsOn), [])
  assert.deepEqual(findOnBoard('winter', [note], commentsOn), [])
})

test('[WEB-4] the excerpt of a long text shows the match', () => {
  const long = boardObject('note', { text: `${'before '.repeat(40)}needle${' after'.repeat(40)}` })
  const [found] = findOnBoard('needle', [long], () => [])
  assert.match(found?.excerpt ?? '', /^….*needle.*…$/)
  assert.ok((found?.excerpt.length ?? 0) < 120)
})
