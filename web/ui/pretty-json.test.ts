// JSON as the reference formats it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prettyJson } from './pretty-json.ts'

test('what is written reads back as the same value', () => {
  const value = { a: [1, 'two', null], b: [{ c: {} }, []], '"quoted"': 'line\nbreak', d: [[1], [2]] }
  assert.deepEqual(JSON.parse(prettyJson(value)), value)
})

test('a list of plain values stays on one line, a list of objects does not', () => {
  assert.equal(prettyJson({ points: [0, 0, 60, 40] }), '{\n  "points": [0, 0, 60, 40]\n}')
  assert.equal(prettyJson([{ a: 1 }]), '[\n  {\n    "a": 1\n  }\n]')
})
