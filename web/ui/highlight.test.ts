// Splits code into colored pieces.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { highlight } from './highlight.ts'

const sorts = (code: string) =>
  highlight(code)
    .filter(piece => piece.type !== 'plain')
    .map(({ type: sort, text }) => [sort, text])

test('the pieces together are the code', () => {
  const codes = [
    '{"a": [1, "x\\"y", null]}',
    "curl 'it'\\''s' -d '{\n \"a\": 1 }'",
    '// why\nconst { a } = await b(1)',
    '"open',
  ]
  for (const code of codes)
    assert.equal(
      highlight(code)
        .map(piece => piece.text)
        .join(''),
      code,
    )
})

test('names, strings, numbers and words of JSON are highlighted differently', () => {
  assert.deepEqual(sorts('{ "a": "b", "c": -1.5e3, "d": null }'), [
    ['name', '"a"'],
    ['string', '"b"'],
    ['name', '"c"'],
    ['number', '-1.5e3'],
    ['name', '"d"'],
    ['word', 'null'],
  ])
})

test('the digits and slashes of an address are no numbers and no comments', () => {
  assert.deepEqual(sorts('curl http://127.0.0.1:8080/api/users/7'), [['word', 'curl']])
})

test('a comment goes to the end of its line', () => {
  assert.deepEqual(sorts('// all of them\nawait x'), [
    ['comment', '// all of them'],
    ['word', 'await'],
  ])
})
