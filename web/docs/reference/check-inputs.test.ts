// The errors about inputs, shown before they are sent.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationNamed } from '../../testing/golden-description.ts'
import { checkInputs } from './check-inputs.ts'
import { exampleInputs } from './request.ts'

const operation = operationNamed('notes.update')
const good = exampleInputs(operation)

test('the example has no faults', () => {
  assert.deepEqual(checkInputs(operation, good), {})
})

test('every gap in the address is named', () => {
  const errors = checkInputs(operation, { ...good, path: { workspace_id: ' ' } })
  assert.deepEqual(Object.keys(errors), ['workspace_id', 'note_id'])
})

test('a body that is not JSON is named, an empty one is not', () => {
  assert.match(checkInputs(operation, { ...good, json: '{ "x": }' }).body ?? '', /^Invalid JSON/)
  assert.deepEqual(checkInputs(operation, { ...good, json: '' }), {})
  assert.deepEqual(checkInputs(operation, { ...good, mediaType: 'multipart/form-data', json: '{' }), {})
})
