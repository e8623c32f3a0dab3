import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TesseraError } from '@tessera/client'
import { refusal, startWire } from '../testing/wire-server.ts'

test('[CLI-4] an error response is thrown with code, status, fields, request id and operation', async t => {
  const faults = [
    { field: 'scale', message: 'must be <= 4' },
    { field: 'x', message: 'must be integer' },
  ]
  const { client } = await startWire(t, () => refusal(400, 'BadRequest', { error: { errors: faults } }))
  const error = await client.notes.create('w', { text: 'a' }).catch((failure: unknown) => failure)
  assert.ok(error instanceof TesseraError && error instanceof Error)
  assert.equal(error.name, 'TesseraError')
  assert.equal(error.message, 'because of BadRequest')
  assert.equal(error.code, 'BadRequest')
  assert.equal(error.status, 400)
  assert.deepEqual(error.fields, faults)
  assert.equal(error.requestId, 'request-1')
  assert.equal(error.operation, 'notes.create')
  assert.equal(error.retryAfterSeconds, undefined)
})

test('[CLI-4] the code is exact even if the status is limited to the set', async t => {
  const { client } = await startWire(t, () => refusal(403, 'ResourceNotFound'))
  await assert.rejects(client.workspaces.get('w'), { code: 'ResourceNotFound', status: 403, fields: [] })
})

test('[CLI-4] a response that is not the service’s is an error of the same class', async t => {
  const strange = [
    { status: 404, body: '<html>Not\n here</html>', says: /404.*<html>Not here<\/html>/ },
    { status: 500, body: '', says: /500 with an empty body/ },
    { status: 400, body: { error: 'no' }, says: /400/ },
    { status: 400, body: { error: { code: 1, message: null } }, says: /400/ },
    { status: 200, body: 'welcome', says: /200.*welcome/ },
    { status: 200, body: 'null', says: /200/ },
    {
      status: 302,
      body: '',
      headers: { Location: 'https://elsewhere/api' },
      says: /Redirected to https:\/\/elsewhere/,
    },
  ]
  const { client, received } = await startWire(t, (_, count) => strange[count - 1] ?? 'drop')
  for (const { status, says } of strange) {
    await assert.rejects(client.users.me(), { name: 'TesseraError', code: 'UnexpectedReply', status, message: says })
  }
  assert.equal(received.length, strange.length)
})

test('[CLI-4] Retry-After is reported, given as seconds or as a date', async t => {
  const later = new Date(Date.now() + 3_600_000).toUTCString()
  const values = ['90', later, 'soon']
  const { client } = await startWire(
    t,
    (_, count) => refusal(429, 'TooManyRequests', { headers: { 'Retry-After': values[count - 1] ?? '' } }),
    { retries: 0 },
  )
  const seconds: (number | undefined)[] = []
  for (const _ of values) {
    await client.users.me().catch((error: TesseraError) => seconds.push(error.retryAfterSeconds))
  }
  assert.equal(seconds[0], 90)
  assert.ok(seconds[1] !== undefined && seconds[1] > 3_000 && seconds[1] <= 3_600)
  assert.equal(seconds[2], undefined)
})
