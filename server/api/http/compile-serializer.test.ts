import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOperations } from '@tessera/contract'
import { compileSerializer, withoutAlternatives } from './compile-serializer.ts'

const personOrNull = {
  anyOf: [{ type: 'object', properties: { name: { type: 'string' } } }, { type: 'null' }],
  description: 'A person',
}
const anchor = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'number' } }] }
const reply = {
  type: 'object',
  properties: { person: personOrNull, anchor, list: { type: 'array', items: personOrNull } },
}

test('a value of each alternative is written, without undeclared fields', () => {
  const write = compileSerializer(reply)
  const person = { name: 'Ann', secret: 'x' }
  assert.equal(write({ person, anchor: 'top' }), '{"person":{"name":"Ann"},"anchor":"top"}')
  assert.equal(write({ person: null, anchor: [0.5, 1] }), '{"person":null,"anchor":[0.5,1]}')
  assert.equal(write({ list: [person, null] }), '{"list":[{"name":"Ann"},null]}')
  assert.equal(write({}), '{}')
})

test('alternatives of which several are objects are refused', () => {
  const object = { type: 'object', properties: {} }
  assert.throws(() => withoutAlternatives({ anyOf: [object, object] }), /need a validator/)
})

test('every reply of the contract can be compiled', () => {
  for (const { reply } of allOperations) if (reply) compileSerializer(reply)
})
