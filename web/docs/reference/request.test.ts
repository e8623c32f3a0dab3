// Requests made from inputs, and their curl lines as a shell understands them.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { operationNamed, operations } from '../../testing/golden-description.ts'
import { curlOf, exampleInputs, type Inputs, makeRequest } from './request.ts'

const nothing: Inputs = { path: {}, query: {}, header: {}, mediaType: null, json: '', form: {} }

/** The arguments that curl would get. */
function argumentsOf(line: string): string[] {
  const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${line}`
  const output = execFileSync('sh', ['-c', script], { encoding: 'utf8', env: { TESSERA_TOKEN: 'secret' } })
  return output.split('\0').slice(0, -1)
}

test('values are escaped in the path and the query', () => {
  const { url } = makeRequest(operationNamed('users.listWorkspaces'), '/api', {
    ...nothing,
    path: { user_id: 'a/b' },
    query: { query: 'x & y', limit: '', order_by: 'name' },
  })
  assert.equal(url, '/api/users/a%2Fb/workspaces?query=x+%26+y&order_by=name')
})

test('an empty body is not sent, nor is an empty header', () => {
  const request = makeRequest(operationNamed('workspaces.favorite'), '/api', {
    ...nothing,
    path: { workspace_id: 'w' },
    header: { 'Idempotency-Key': '' },
    mediaType: 'application/json',
    json: ' \n',
  })
  assert.equal(request.json, null)
  assert.deepEqual(request.headers, {})
})

test('the curl line passes exactly the typed values through a shell, including quotes and dollar signs', () => {
  const json = '{\n  "text": "it\'s $HOME and `date`"\n}'
  const request = makeRequest(operationNamed('notes.create'), '/api', {
    ...nothing,
    path: { workspace_id: 'w' },
    mediaType: 'application/json',
    json,
  })
  const given = argumentsOf(curlOf(request, 'http://host'))
  assert.deepEqual(given.slice(0, 5), [
    '-X',
    'POST',
    'http://host/api/workspaces/w/notes',
    '-H',
    'Authorization: Bearer secret',
  ])
  assert.deepEqual(JSON.parse(given.at(-1) ?? ''), JSON.parse(json))
})

test('a file is named in the curl line by its name', () => {
  const request = makeRequest(operationNamed('images.create'), '/api', {
    ...nothing,
    path: { workspace_id: 'w' },
    mediaType: 'multipart/form-data',
    form: { image: new File(['x'], "ann's cat.png"), x: '5' },
  })
  assert.deepEqual(argumentsOf(curlOf(request, '')).slice(-4), ['-F', "image=@ann's cat.png", '-F', 'x=5'])
})

test('the example of every operation fills in its whole address', () => {
  for (const operation of operations) {
    const { url } = makeRequest(operation, '/api', exampleInputs(operation))
    assert.match(url, /^\/api(\/[\w.-]+)+$/, operation.id)
  }
})
