import assert from 'node:assert/strict'
import { test } from 'node:test'
import { selectedAfter } from './undo-redo.ts'

const isThere = (id: string) => id !== 'gone'

test('[WEB-33] undo keeps the selection where that is what it changed, and shows otherwise what it changed', () => {
  assert.deepEqual(selectedAfter(['canvas'], ['canvas', 'carried'], isThere), ['canvas'])
  assert.deepEqual(selectedAfter([], ['moved'], isThere), ['moved'])
  assert.deepEqual(selectedAfter(['other'], ['moved'], isThere), ['moved'])
  assert.deepEqual(selectedAfter(['moved', 'other'], ['moved'], isThere), ['moved'])
  assert.deepEqual(selectedAfter(['gone'], ['gone', 'back'], isThere), ['back'])
  assert.deepEqual(selectedAfter(['gone'], ['gone'], isThere), [])
})
