import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boardObject } from '../testing/board-object.ts'
import { english } from '../workspace-words-english.ts'
import { german } from '../workspace-words-german.ts'
import { describeObject } from './describe-object.ts'

test('[WEB-90] a drawing is named by its color, other objects by their text', () => {
  assert.equal(describeObject(boardObject('stroke', { penColor: 'Red' }), 0, english), 'Drawing, red')
  assert.equal(describeObject(boardObject('stroke', { penColor: 'Red' }), 0, german), 'Zeichnung, rot')
  assert.equal(
    describeObject(boardObject('note', { text: ' one\ntwo', pin: true }), 2, english),
    'Note, one two, pinned, 2 comments',
  )
})
