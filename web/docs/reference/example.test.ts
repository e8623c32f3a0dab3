// Examples are checked with the schemas that the server itself uses.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOperations } from '@tessera/contract'
import { exampleOf } from '@tessera/contract/example-value'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { operationNamed } from '../../testing/golden-description.ts'
import { exampleBody } from './example.ts'

const errors = (schema: TSchema, value: unknown) => JSON.stringify([...Value.Errors(schema, value)])

test('every example of a body would be accepted', () => {
  for (const { id, body } of allOperations) {
    if (!body) continue
    for (const { schema } of operationNamed(id).bodies) {
      const example = exampleBody(schema)
      assert.ok(Value.Check(body, example), `${id}: ${errors(body, example)}`)
    }
  }
})

test('every example of an answer is one that the operation could give', () => {
  for (const { id, reply } of allOperations.filter(one => !one.content)) {
    const example = exampleOf(operationNamed(id).reply)
    assert.ok(Value.Check(reply, example), `${id}: ${errors(reply, example)}`)
  }
})

test('a body that is sent without thinking hands nothing over and changes no password', () => {
  assert.deepEqual(exampleBody(operationNamed('workspaces.update').bodies[0]?.schema ?? {}), { name: 'Example' })
  assert.deepEqual(exampleBody(operationNamed('users.update').bodies[0]?.schema ?? {}), { first_name: 'Ann' })
  assert.deepEqual(exampleBody(operationNamed('workspaces.delete').bodies[0]?.schema ?? {}), { is_permanent: false })
})

test('an event is shown with one kind of object, not with all', () => {
  const { events } = exampleOf(operationNamed('events.list').reply) as { events: object[] }
  assert.ok('note' in (events[0] ?? {}))
  assert.ok(!('canvas' in (events[0] ?? {})))
})
