import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMatching, openMentionAt, splitMentions, withMention } from './mentions.ts'

const ann = { id: 1, email: 'ann@example.com', first_name: 'Ann', last_name: 'Tester' }
const bob = { id: 2, email: 'bob@example.com', first_name: 'Bob', last_name: 'Builder' }

test('[WEB-3] a mention is recognized while it is typed, an email address in the text is not', () => {
  assert.deepEqual(openMentionAt('hello @bo', 9), { start: 6, typed: 'bo' })
  assert.deepEqual(openMentionAt('@', 1), { start: 0, typed: '' })
  assert.deepEqual(openMentionAt('(@ann@exa', 9), { start: 1, typed: 'ann@exa' })
  assert.equal(openMentionAt('write to x@y', 12), null)
  assert.equal(openMentionAt('@bob said', 9), null)
})

test('[WEB-3] people are found by name and address, and the mention is completed', () => {
  assert.deepEqual(findMatching([ann, bob], 'bui'), [bob])
  assert.deepEqual(findMatching([ann, bob], 'ANN@'), [ann])
  assert.equal(findMatching([ann, bob], '').length, 2)
  const mention = { start: 6, typed: 'bo' }
  assert.deepEqual(withMention('hello @bo there', 9, mention, bob.email), {
    text: 'hello @bob@example.com there',
    caret: 23,
  })
})

test('[WEB-3] text is split at mentions', () => {
  assert.deepEqual(splitMentions('see @Bob@example.com, @nobody@example.com', [ann, bob]), [
    { text: 'see ', person: null },
    { text: '@Bob@example.com', person: bob },
    { text: ', ', person: null },
    { text: '@nobody@example.com', person: null },
  ])
})
