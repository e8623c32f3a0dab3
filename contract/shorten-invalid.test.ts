// The errors of a long invalid value are those of the whole value, found in a short one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { fieldErrorsOf } from './field-errors.ts'
import { shortenInvalid } from './shorten-invalid.ts'

const Body = Type.Object({
  text: Type.String(),
  points: Type.Array(Type.Integer(), { minItems: 2, maxItems: 20_000 }),
  moving: Type.Optional(Type.Array(Type.Object({ points: Type.Array(Type.Integer()) }), { maxItems: 500 })),
})
const compiled = Compile(Body)

const sizeOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, one) => sum + sizeOf(one), 1)
    : 1

const numbers = (count: number, at = -1): unknown[] =>
  Array.from({ length: count }, (_, index) => (index === at ? 'x' : index))

test('[LIM-18] of a long list, the first invalid entries are named, or that it is too long', () => {
  const cases: [object, string[]][] = [
    [{ text: 'a', points: numbers(500_000) }, ['points must not have more than 20000 items']],
    [{ text: 7, points: numbers(15_000, 14_000) }, ['points[14000] must be integer', 'text must be string']],
    [
      { text: 'a', points: Array.from({ length: 500_000 }, () => ({})) },
      ['points must not have more than 20000 items'],
    ],
    [{ text: 'a', points: [1] }, ['points must not have fewer than 2 items']],
    [
      { text: 'a', points: [1, 2], moving: Array.from({ length: 400 }, () => ({ points: numbers(1_000, 900) })) },
      [0, 1, 2, 3, 4].map(index => `moving[${index}].points[900] must be integer`),
    ],
    [
      { text: 'a', points: [1, 2], moving: [...Array.from({ length: 400 }, () => ({ points: numbers(1_000) })), {}] },
      ['moving[400].points is required'],
    ],
  ]
  for (const [value, expected] of cases) {
    const found = fieldErrorsOf(compiled, value).map(({ field, message }) => `${field} ${message}`)
    assert.deepEqual(found.filter(one => expected.includes(one)).sort(), [...expected].sort(), JSON.stringify(found))
    assert.ok(sizeOf(shortenInvalid(Body, value).value) < 40_000)
  }
})

test('[LIM-18] a short value has the same errors as before', () => {
  const value = { text: 1, points: [1, 'x', 2.5], moving: [{ points: [] }, { points: ['y'] }, 3] }
  assert.deepEqual(shortenInvalid(Body, value), { value, tooLong: [] })
})
