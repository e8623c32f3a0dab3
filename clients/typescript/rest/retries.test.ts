import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConnectionError, TesseraError } from '@tessera/client'
import { type Answers, json, ok, refusal, startWire } from '../testing/wire-server.ts'
import { pauseAfter } from './retries.ts'

const atOnce = { 'Retry-After': '0' }

test('[CLI-5] every POST carries a key of its own, the same in each of its retries', async t => {
  const { client, received } = await startWire(t, (_, count) =>
    count < 3 ? refusal(503, 'ServiceUnavailable', { headers: atOnce }) : ok({ note: { id: 'n' } }),
  )
  assert.deepEqual(await client.notes.create('w', { text: 'a' }), { note: { id: 'n' } })
  await client.notes.create('w', { text: 'a' })
  const keys = received.map(({ headers }) => headers['idempotency-key'])
  assert.equal(keys.length, 4)
  assert.match(String(keys[0]), /^[0-9a-f]{32}$/)
  assert.equal(new Set(keys.slice(0, 3)).size, 1)
  assert.notEqual(keys[3], keys[0])
  assert.deepEqual(received.map(json), Array(4).fill({ text: 'a' }))
})

test('[CLI-6] 429, 503, 502 and 504 are tried again, for every method', async t => {
  const { client, received } = await startWire(t, (_, count) =>
    count % 2 ? { status: [429, 503, 502, 504][(count - 1) / 2] ?? 0, headers: atOnce, body: 'busy' } : ok(),
  )
  await client.notes.get('w', 'n')
  await client.notes.create('w', { text: 'a' })
  await client.notes.update('w', 'n', { text: 'b' })
  await client.notes.delete('w', 'n')
  assert.deepEqual(
    received.map(({ method }) => method),
    ['GET', 'GET', 'POST', 'POST', 'PUT', 'PUT', 'DELETE', 'DELETE'],
  )
})

test('[CLI-6] a connection that breaks, before or within the response, is retried', async t => {
  const { client, received } = await startWire(t, (_, count) => (['drop', 'cut'] as const)[count - 1] ?? ok())
  await client.notes.create('w', { text: 'a' })
  assert.equal(received.length, 3)
})

test('[CLI-6] after the last try the failure is thrown', async t => {
  const { client, received } = await startWire(t, () => 'drop', { retries: 1 })
  await assert.rejects(client.notes.get('w', 'n'), {
    name: 'ConnectionError',
    operation: 'notes.get',
    isTimeout: false,
  })
  assert.equal(received.length, 2)
})

test('[CLI-6] other errors are not tried again', async t => {
  const { client, received } = await startWire(t, ({ query }) => refusal(Number(query.limit), 'BadRequest'))
  const statuses = [400, 403, 404, 405, 409, 412, 422, 500]
  for (const status of statuses) await assert.rejects(client.notes.list('w', { limit: status }), { status })
  assert.equal(received.length, statuses.length)
})

test('[CLI-6] Retry-After is waited for', async t => {
  let refusedAt = 0
  const { client, received } = await startWire(t, (_, count) => {
    if (count === 1) refusedAt = performance.now()
    const isTooEarly = performance.now() < refusedAt + 990
    return isTooEarly ? refusal(count === 1 ? 429 : 400, 'TooManyRequests', { headers: { 'Retry-After': '1' } }) : ok()
  })
  await client.users.me()
  assert.equal(received.length, 2)
})

test('[CLI-6] a Retry-After beyond a minute is left to the caller', async t => {
  const { client, received } = await startWire(t, () =>
    refusal(429, 'TooManyRequests', { headers: { 'Retry-After': '61' } }),
  )
  await assert.rejects(client.users.me(), { status: 429, retryAfterSeconds: 61 })
  assert.equal(received.length, 1)
})

test('[CLI-6] pauses grow, are spread by chance, and end growing', () => {
  const failure = new ConnectionError('away', { operation: 'users.me', isTimeout: false, cause: null })
  const rules = { isRepeatable: true, isKeyed: false }
  const pauses = (random: number) => [0, 1, 2, 10].map(retry => pauseAfter(failure, retry, rules, random))
  assert.deepEqual(pauses(0), [125, 250, 500, 4_000])
  assert.deepEqual(pauses(1), [250, 500, 1_000, 8_000])
  const asked = new TesseraError('busy', {
    code: 'TooManyRequests',
    status: 429,
    operation: 'users.me',
    retryAfterSeconds: 7,
  })
  assert.equal(pauseAfter(asked, 0, rules), 7_000)
})

test('[CLI-7] a POST whose response was lost takes effect once', async t => {
  const made = new Map<string, object>()
  const { client, received } = await startWire(t, keyed(made, ['lose', 'tell']))
  const { note } = await client.notes.create('w', { text: 'a' })
  assert.equal(received.length, 2)
  assert.equal(made.size, 1)
  assert.equal(note.id, 'note-1')
})

test('[CLI-7] a POST that is still running when it is retried waits for its response', async t => {
  const made = new Map<string, object>()
  const { client, received } = await startWire(t, keyed(made, ['lose', 'running', 'tell']))
  const { note } = await client.notes.create('w', { text: 'a' })
  assert.equal(received.length, 3)
  assert.equal(made.size, 1)
  assert.equal(note.id, 'note-1')
})

test('[CLI-7] copying a workspace is not repeated when its outcome is unknown, but when it was refused', async t => {
  const { client, received } = await startWire(t, (_, count) =>
    count === 1 ? refusal(503, 'ServiceUnavailable', { headers: atOnce }) : 'drop',
  )
  await assert.rejects(client.workspaces.copy('w'), ConnectionError)
  assert.equal(received.length, 2)
})

test('[CLI-7] a change with ifMatch is not repeated when its outcome is unknown', async t => {
  const { client, received } = await startWire(t, (_, count) =>
    count === 1 ? 'drop' : refusal(412, 'PreconditionFailed'),
  )
  await assert.rejects(client.notes.update('w', 'n', { text: 'b' }, { ifMatch: 1 }), ConnectionError)
  assert.equal(received.length, 1)
})

/** Creates a note for each new key, and responds to repeated keys as the script says. */
function keyed(made: Map<string, object>, script: readonly ('lose' | 'running' | 'tell')[]): Answers {
  return ({ headers }, count) => {
    const key = String(headers['idempotency-key'])
    if (!made.has(key)) made.set(key, { note: { id: `note-${made.size + 1}` } })
    const step = script[count - 1]
    if (step === 'lose') return 'drop'
    return step === 'running' ? refusal(409, 'Conflict') : { status: 201, body: made.get(key) as object }
  }
}
