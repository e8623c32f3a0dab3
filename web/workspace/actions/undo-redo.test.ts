import assert from 'node:assert/strict'
import { test } from 'node:test'
import { selectionAfter } from './undo-redo.ts'

const isThere = (id: string) => id !== 'gone'

test('[WEB-33] undo keeps a selection that it changed, and otherwise selects what it changed', () => {
  assert.deepEqual(selectionAfter(['canvas'], ['canvas', 'carried'], isThere), ['canvas'])
  assert.deepEqual(selectionAfter([], ['moved'], isThere), ['moved'])
  assert.deepEqual(selectionAfter(['other'], ['moved'], isThere), ['moved'])
  assert.deepEqual(selectionAfter(['moved', 'other'], ['moved'], isThere), ['moved'])
  assert.deepEqual(selectionAfter(['gone'], ['gone', 'back'], isThere), ['back'])
  assert.deepEqual(selectionAfter(['gone'], ['gone'], isThere), [])
})
