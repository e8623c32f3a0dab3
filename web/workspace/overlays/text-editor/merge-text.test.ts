import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeText, movedCaret } from './merge-text.ts'

test('[WEB-1] what two people write at different places of a text is both there', () => {
  assert.equal(mergeText('buy milk', 'buy cold milk', 'buy milk today'), 'buy cold milk today')
  assert.equal(mergeText('buy milk', 'buy milk today', 'please buy milk'), 'please buy milk today')
  assert.equal(mergeText('one two three', 'one three', 'ONE two three'), 'ONE three')
})

test('[WEB-1] who has written nothing sees what the others wrote, and one who wrote alone keeps it', () => {
  assert.equal(mergeText('a', 'a', 'b'), 'b')
  assert.equal(mergeText('a', 'b', 'a'), 'b')
  assert.equal(mergeText('a', 'b', 'b'), 'b')
})

test('[WEB-1] at the same place the words at this keyboard stay', () => {
  assert.equal(mergeText('colour red', 'colour blue', 'colour green'), 'colour blue')
})

test('[WEB-1] the caret stays between the same letters', () => {
  assert.equal(movedCaret(3, 'abcdef', 'XXabcdef'), 5)
  assert.equal(movedCaret(3, 'abcdef', 'abcdefXX'), 3)
  assert.equal(movedCaret(6, 'abcdef', 'abef'), 4)
  assert.equal(movedCaret(3, 'abcdef', 'abef'), 2)
})
