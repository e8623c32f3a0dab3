// Error messages name what is wrong and what is accepted.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { world } from '../../testing/world.ts'

test('every invalid field is named with what it accepts', async () => {
  const { ann, board } = await world()
  const data = { text: 'x', fontColor: 'red', fontStyle: 'slanted' } as never
  const { message } = await refused(ann.texts.create(board, data), 400, 'BadRequest', 'fontColor', 'fontStyle')
  assert.match(message, /must be a hex color such as #1f2937/)
  assert.match(message, /fontStyle must be one of normal, italic/)
  assert.doesNotMatch(message, /pattern|more$/)
})

test('a missing object is named by its kind', async () => {
  const { ann, board } = await world()
  const { message } = await refused(ann.notes.get(board, 'f'.repeat(24)), 404, 'ResourceNotFound')
  assert.equal(message, 'Note not found')
  const other = await refused(ann.comments.list(board, 'strokes', 'f'.repeat(24)), 404, 'ResourceNotFound')
  assert.match(other.message, /^strokes cannot have comments, only notes, /)
})
