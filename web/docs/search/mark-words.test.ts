// Which words of a result are highlighted.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excerptOf, markWords } from './mark-words.ts'

const marked = (text: string, query: string) =>
  markWords(text, query)
    .map(piece => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('')

test('the words of the query are marked in every form, and as the start of longer words', () => {
  assert.equal(marked('Rate limits of uploads', 'upload limit'), 'Rate [limits] of [uploads]')
  assert.equal(marked('Idempotency keys', 'idem'), '[Idempotency] keys')
  assert.equal(marked('Nothing of it', 'note'), 'Nothing of it')
  assert.equal(marked('Create a Note', ''), 'Create a Note')
})

test('the synonym that the documentation uses is marked, too', () => {
  assert.equal(marked('Create a Note', 'sticky'), 'Create a [Note]')
})

test('an excerpt of a long text contains the first match', () => {
  const text = `${'before '.repeat(40)}the webhook ${'after '.repeat(40)}`
  const excerpt = excerptOf(text, 'webhook')
  assert.match(excerpt, /^… .*webhook.* …$/)
  assert.ok(excerpt.length < 200)
  assert.equal(excerptOf('short', 'webhook'), 'short')
})
