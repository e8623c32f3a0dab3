import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeText, movedCaret } from './merge-text.ts'

test('[WEB-1] edits of two users at different positions are merged', () => {
  assert.equal(mergeText('buy milk', 'buy cold milk', 'buy milk today'), 'buy cold milk today')
  assert.equal(mergeText('buy milk', 'buy milk today', 'please buy milk'), 'please buy milk today')
  assert.equal(mergeText('one two three', 'one three', 'ONE two three'), 'ONE three')
})

test('[WEB-1] without a local edit the remote text is taken, without a remote edit the local one stays', () => {
  assert.equal(mergeText('a', 'a', 'b'), 'b')
  assert.equal(mergeText('a', 'b', 'a'), 'b')
  assert.equal(mergeText('a', 'b', 'b'), 'b')
})

test('[WEB-1] if edits conflict, the local one wins', () => {
  assert.equal(mergeText('color red', 'color blue', 'color green'), 'color blue')
})

test('[WEB-1] the caret stays between the same characters', () => {
  assert.equal(movedCaret(3, 'abcdef', 'XXabcdef'), 5)
  assert.equal(movedCaret(3, 'abcdef', 'abcdefXX'), 3)
  assert.equal(movedCaret(6, 'abcdef', 'abef'), 4)
  assert.equal(movedCaret(3, 'abcdef', 'abef'), 2)
})
