// How the reference reads the OpenAPI spec.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOperations } from '@tessera/contract'
import { description, openApi, operationNamed, operations } from '../../testing/golden-description.ts'
import { readDescription } from './description.ts'

test('every operation of the contract is found under its noun', () => {
  assert.deepEqual(operations.map(one => one.id).sort(), allOperations.map(one => one.id).sort())
  for (const noun of description.nouns) {
    assert.ok(noun.operations.length > 0, noun.name)
    assert.ok(noun.operations.every(operation => operation.id.startsWith(`${noun.name}.`)))
  }
})

test('references are followed wherever they stand, and schemas keep their names', () => {
  assert.ok(!JSON.stringify(description).includes('$ref'))
  const { reply, inHeader, errors } = operationNamed('notes.create')
  assert.equal(reply.properties?.note?.named, 'Note')
  assert.deepEqual(
    inHeader.map(header => header.name),
    ['Idempotency-Key'],
  )
  assert.ok(errors.find(error => error.status === 404)?.codes.ResourceNotFound)
})

test('what stands beside a reference counts', () => {
  const byUrl = operationNamed('images.create').bodies.find(body => body.mediaType === 'application/json')
  assert.deepEqual(byUrl?.schema.required, ['url'])
  assert.ok(byUrl?.schema.properties?.scale)
})

test('a reference that leads nowhere is said by name', () => {
  const broken = { ...openApi, components: { ...openApi.components, schemas: {} } }
  assert.throws(() => readDescription(broken), /#\/components\/schemas\//)
})
