// What the box of the navigation finds, and in which order.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../testing/golden-description.ts'
import { findOperations } from './search.ts'

const find = (query: string) => findOperations(operations, query).map(operation => operation.id)

test('every word must be found', () => {
  assert.deepEqual(find('create note'), ['notes.create'])
  assert.deepEqual(find('note nonsense'), [])
})

test('the order of the words and the case of their letters do not matter', () => {
  assert.deepEqual(find('NOTE create'), find('create note'))
})

test('what stands in the title comes before what stands in a field', () => {
  const found = find('comment')
  assert.deepEqual(found.slice(0, 3), ['comments.create', 'comments.createInWorkspace', 'comments.update'])
})

test('an operation is found by its method, its path, its id and its fields', () => {
  assert.equal(find('post listeners')[0], 'listeners.create')
  assert.equal(find('/workspaces/{workspace_id}/copy')[0], 'workspaces.copy')
  assert.equal(find('applications.regenerateSecret')[0], 'applications.regenerateSecret')
  assert.deepEqual(find('fontfamily'), ['texts.create', 'texts.update', 'shapes.create', 'shapes.update'])
})

test('nothing typed finds everything, in the order of the description', () => {
  assert.deepEqual(
    find('  '),
    operations.map(operation => operation.id),
  )
})
