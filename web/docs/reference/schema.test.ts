// Schemas as text for people.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationNamed } from '../../testing/golden-description.ts'
import { formatLimits, formatType, innerObject, type Schema, variantsOf } from './schema.ts'

test('a type is described as a person would', () => {
  const described: [Schema, string][] = [
    [{ type: 'string' }, 'string'],
    [{ type: ['string', 'null'], format: 'date-time' }, 'timestamp or null'],
    [{ type: 'array', items: { type: 'integer' } }, 'list of integers'],
    [{ type: 'array', items: { named: 'Note', type: 'object' } }, 'list of Note'],
    [{ anyOf: [{ const: 'me' }, { type: 'integer' }] }, '"me" or integer'],
    [{ type: 'string', contentMediaType: 'application/octet-stream' }, 'file'],
    [{}, 'anything'],
  ]
  for (const [schema, words] of described) assert.equal(formatType(schema), words)
})

test('limits are shown with their unit', () => {
  assert.deepEqual(formatLimits({ minimum: 0.5, maximum: 4 }), ['0.5 to 4'])
  assert.deepEqual(formatLimits({ minimum: -1_000_000_000 }), ['At least −1,000,000,000'])
  assert.deepEqual(formatLimits({ minLength: 1, maxLength: 255 }), ['1 to 255 characters'])
  assert.deepEqual(formatLimits({ minLength: 1 }), ['Not empty'])
  assert.deepEqual(formatLimits({ minItems: 2, maxItems: 20_000 }), ['2 to 20,000 items'])
  assert.deepEqual(formatLimits({ type: 'boolean' }), [])
})

test('fields are looked for inside lists and beside null', () => {
  const person: Schema = { type: 'object', properties: { id: { type: 'integer' } } }
  assert.equal(innerObject(person), person)
  assert.equal(innerObject({ type: 'array', items: person }), person)
  assert.equal(innerObject({ anyOf: [person, { type: 'null' }] }), person)
  assert.equal(innerObject({ type: 'object', properties: {} }), null)
  assert.equal(innerObject({ type: 'array', items: { type: 'string' } }), null)
})

test('[DOC-3] the variants of an object are named by the field that tells them apart', () => {
  const [list] = operationNamed('objects.change').bodies
  const change = list?.schema.properties?.changes?.items ?? {}
  const variants = variantsOf(change)
  assert.deepEqual(
    variants.map(({ title }) => title),
    ['create', 'update', 'delete', 'restore', 'order', 'group', 'ungroup'],
  )
  const kinds = variantsOf(variants[0]?.schema ?? {}).map(({ title }) => title)
  assert.deepEqual(kinds.slice(0, 2), ['note', 'text'])
  assert.deepEqual(variantsOf({ anyOf: [{ type: 'string' }, { properties: { ref: {} } }] }), [])
})
