// Runs the client's calls that the reference shows.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '@tessera/client'
import { exampleOf } from '@tessera/contract/example-value'
import { operationNamed, operations } from '../../testing/golden-description.ts'
import { clientCallOf, literal } from './client-call.ts'
import type { Operation } from './description.ts'
import { exampleInputs, makeRequest } from './request.ts'

type Runnable = (...values: unknown[]) => Promise<void>
const AsyncFunction = (async () => {}).constructor as new (...parts: string[]) => Runnable

/** Runs the first call of the code, and responds to the request that the client makes. */
async function run(operation: Operation): Promise<{ method: string; path: string }> {
  const seen: { method: string; path: string }[] = []
  const client = connect({
    url: 'http://host',
    token: 'secret',
    fetch: async (address, options) => {
      seen.push({ method: options?.method ?? 'GET', path: new URL(String(address)).pathname })
      return Response.json(exampleOf(operation.reply), { status: operation.status })
    },
  })
  const inputs = exampleInputs(operation).path
  const variables = Object.keys(inputs).map(name => name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase()))
  const [code = ''] = clientCallOf(operation).split('\n\n')
  const call = new AsyncFunction('client', 'openAsBlob', ...variables, code)
  await call(client, async () => new Blob(['bytes']), ...Object.values(inputs))
  assert.equal(seen.length, 1)
  return seen[0] as { method: string; path: string }
}

test('every call that is shown makes the request of its operation', async () => {
  for (const operation of operations) {
    const { method, url } = makeRequest(operation, '/api', exampleInputs(operation))
    assert.deepEqual(await run(operation), { method, path: url }, operation.id)
  }
})

test('a list is also shown walked through', () => {
  assert.match(clientCallOf(operationNamed('notes.list')), /for await \(const note of client\.notes\.list\.all\(/)
  assert.doesNotMatch(clientCallOf(operationNamed('listeners.list')), /for await/)
})

test('a literal is code for the value it was made from', () => {
  const value = {
    text: 'it\'s a \\ back\nslash and a "quote"',
    list: [1, 'two', null],
    nested: { long: 'x'.repeat(80), yes: true },
  }
  assert.deepEqual(new Function(`return ${literal(value)}`)(), value)
})
