import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CallOptions, connect } from '@tessera/client'
import { allOperations, type NamedOperation, parameterNames } from '@tessera/contract'
import { form, json, ok, refusal, startWire } from '../testing/wire-server.ts'

type AnyMethod = (...args: unknown[]) => Promise<unknown>

const options: CallOptions = { headers: { 'X-Probe': 'probe' }, timeoutMs: 5_000 }

test('[CLI-1] every operation has a method: ids in the order of the path, then body or query, then options', async t => {
  const wire = await startWire(t)
  for (const operation of allOperations) {
    await t.test(operation.id, async () => {
      const ids = parameterNames(operation.path).map((_, index) => `id-${index}`)
      const input = inputFor(operation)
      const method = (wire.client as unknown as Record<string, Record<string, AnyMethod>>)[operation.noun]?.[
        operation.verb
      ]
      assert.ok(method)

      const reply = await method(...ids, ...(input ? [input] : []), options)

      const received = wire.received.at(-1)
      assert.ok(received)
      if (operation.content) assert.equal(await (reply as Blob).text(), '{"message":"done"}')
      else assert.deepEqual(reply, { message: 'done' })
      assert.equal(received.method, operation.method)
      let index = 0
      assert.equal(received.path, `/api${operation.path.replace(/:\w+/g, () => `id-${index++}`)}`)
      assert.deepEqual(received.query, operation.query ? { probe: 'a b' } : {})
      assert.equal(received.headers['x-probe'], 'probe')
      assert.equal(received.headers.authorization, 'Bearer secret')
      assert.equal('idempotency-key' in received.headers, operation.method === 'POST')
      if (operation.upload) assert.equal((await form(received)).get('probe'), 'a b')
      else if (operation.body) assert.deepEqual(json(received), { probe: 'a b' })
      else assert.equal(received.bytes.length, 0)
    })
  }
})

test('no operation takes both a body and a query, because a method has one argument for them', () => {
  const both = allOperations.filter(operation => operation.body && operation.query)
  assert.deepEqual(both, [])
})

test('the address may be the origin or the API, with or without a slash, also below a path', async t => {
  const wire = await startWire(t)
  for (const end of ['', '/', '/api', '/api/', '/tessera', '/tessera/api/']) {
    await connect({ url: `${wire.url}${end}`, token: 'secret' }).users.me()
  }
  assert.deepEqual(
    wire.received.map(({ path }) => path.replace('/session/user', '')),
    ['/api', '/api', '/api', '/api', '/tessera/api', '/tessera/api'],
  )
})

test('an invalid address is refused at once', () => {
  assert.throws(() => connect({ url: 'localhost' }), TypeError)
  assert.throws(() => connect({ url: 'file:///etc/passwd' }), TypeError)
})

test('a token may carry the word Bearer, and may be missing', async t => {
  const { url, received } = await startWire(t)
  await connect({ url, token: 'Bearer secret' }).users.me()
  await connect({ url }).users.me()
  assert.deepEqual(
    received.map(({ headers }) => headers.authorization),
    ['Bearer secret', undefined],
  )
})

test('the token function is called before each call, and once more after a 401', async t => {
  const wire = await startWire(t, ({ headers }) =>
    headers.authorization === 'Bearer fresh' ? ok() : refusal(401, 'Unauthorized'),
  )
  const requests: (string | null)[] = []
  const client = connect({
    url: wire.url,
    token: async refused => {
      requests.push(refused)
      return refused === null ? 'stale' : 'fresh'
    },
  })
  await client.notes.create('w', { text: 'hello' })
  assert.deepEqual(requests, [null, 'stale'])
  assert.deepEqual(
    wire.received.map(({ headers }) => headers.authorization),
    ['Bearer stale', 'Bearer fresh'],
  )
  assert.equal(wire.received[0]?.headers['idempotency-key'], wire.received[1]?.headers['idempotency-key'])
})

test('a second token that is refused as well, or is the same again, ends the call with the 401', async t => {
  const wire = await startWire(t, () => refusal(401, 'Unauthorized'))
  let made = 0
  const another = connect({ url: wire.url, token: () => `token-${made++}` })
  await assert.rejects(another.users.me(), { code: 'Unauthorized', status: 401 })
  assert.equal(wire.received.length, 2)

  const same = connect({ url: wire.url, token: () => 'same' })
  await assert.rejects(same.users.me(), { code: 'Unauthorized', status: 401 })
  assert.equal(wire.received.length, 3)
})

test('a fetch of the caller and a user agent are used', async t => {
  const wire = await startWire(t)
  const addresses: unknown[] = []
  const client = connect({
    url: wire.url,
    userAgent: 'probe/1',
    fetch: (address, init) => {
      addresses.push(address)
      return fetch(address, init)
    },
  })
  await client.users.me()
  assert.deepEqual(addresses, [`${wire.url}/api/session/user`])
  assert.equal(wire.received[0]?.headers['user-agent'], 'probe/1')
})

function inputFor({ body, query, upload }: NamedOperation): Record<string, unknown> | null {
  if (!body && !query) return null
  return upload ? { probe: 'a b', [upload.field]: new Uint8Array([1]) } : { probe: 'a b' }
}
