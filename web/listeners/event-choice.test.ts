import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allTypes, sayTypes, typesOf, wordsOf } from './event-choice.ts'

test('what is ticked whole becomes one word, and means the same', () => {
  assert.deepEqual(wordsOf(new Set(allTypes)), ['ALL'])
  assert.deepEqual(wordsOf(typesOf(['NOTE_ALL', 'TEXT_CREATE'])), ['NOTE_ALL', 'TEXT_CREATE'])
  assert.deepEqual(wordsOf(typesOf(['WORKSPACE_ALL'])), ['WORKSPACE_ALL'])
  assert.deepEqual(wordsOf(typesOf(['WORKSPACE_USER_ALL', 'WORKSPACE_UPDATE'])).sort(), [
    'WORKSPACE_UPDATE',
    'WORKSPACE_USER_ALL',
  ])
  assert.deepEqual(wordsOf(new Set()), [])
})

test('every choice of events survives the way to words and back', () => {
  for (let round = 0; round < 200; round += 1) {
    const chosen = new Set(allTypes.filter((_, index) => (round * 7 + index * index) % 5 < 3))
    assert.deepEqual(typesOf(wordsOf(chosen)), chosen)
  }
})

test('[WEB-18] what a listener is told is said in words where it is everything', () => {
  const words = { everything: 'Alles' }
  assert.equal(sayTypes(['ALL'], words), 'Alles')
  assert.equal(sayTypes(['NOTE_ALL', 'WORKSPACE_UPDATE'], words), 'NOTE_ALL, WORKSPACE_UPDATE')
})
