// The Python call of an operation.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationNamed, operations } from '../../testing/golden-description.ts'
import { pythonCallOf } from './python-call.ts'

test('[DOC-3] a call has the names of the Python client: ids, then the body as a dict', () => {
  assert.match(
    pythonCallOf(operationNamed('notes.create')),
    /^note = client\.notes\.create\(workspace_id, \{[\s\S]*"text": "/,
  )
  assert.match(
    pythonCallOf(operationNamed('users.listWorkspaces')),
    /^workspaces = client\.users\.list_workspaces\("me"\)/,
  )
  assert.match(
    pythonCallOf(operationNamed('users.listWorkspaces')),
    /for \w+ in client\.users\.all_workspaces\("me"\):/,
  )
})

test('[DOC-3] no call contains a value that Python does not have', () => {
  for (const operation of operations) {
    const code = pythonCallOf(operation).replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    assert.doesNotMatch(code, /\b(true|false|null|undefined)\b/, operation.id)
  }
})
