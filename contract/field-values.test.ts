import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inputNameOf, isSameValue, storedNameOf } from './field-values.ts'
import { kinds } from './kinds/index.ts'

test('values are the same if everything in them is', () => {
  for (const value of [1, 'a', null, true, [1, [2, 3]], { a: [1], b: { c: null } }, []])
    assert.ok(isSameValue(value, structuredClone(value)), JSON.stringify(value))
  for (const [one, other] of [
    [1, '1'],
    [null, {}],
    [[], {}],
    [
      [1, 2],
      [1, 3],
    ],
    [[1], [1, 2]],
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, { a: 1, b: undefined }],
  ])
    assert.ok(!isSameValue(one, other), JSON.stringify([one, other]))
})

test('a field that is stored under another name is found by both', () => {
  assert.equal(storedNameOf(kinds.stroke, 'brushSize'), 'size')
  assert.equal(inputNameOf(kinds.stroke, 'size'), 'brushSize')
  assert.equal(storedNameOf(kinds.stroke, 'points'), 'points')
  assert.equal(inputNameOf(kinds.stroke, 'points'), 'points')
})
