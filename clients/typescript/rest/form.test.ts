import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileInput } from '@tessera/client'
import { form, json, refusal, startWire } from '../testing/wire-server.ts'

const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x2d, 0x2d, 0, 255])

test('a file is sent as a form with the other fields as parts', async t => {
  const { client, received } = await startWire(t)
  const title = 'Plan "ö"\r\n--x'
  await client.documents.create('w', { document: bytes, title, x: -5, pin: true, scale: 1.5, y: undefined })
  const [request] = received
  assert.ok(request)
  assert.match(String(request.headers['content-type']), /^multipart\/form-data; boundary=\S+$/)
  assert.equal(Number(request.headers['content-length']), request.bytes.length)
  const parts = await form(request)
  assert.equal([...parts.keys()].at(-1), 'document')
  const file = parts.get('document') as File
  assert.deepEqual(new Uint8Array(await file.arrayBuffer()), bytes)
  parts.delete('document')
  assert.deepEqual(Object.fromEntries(parts), { title, x: '-5', pin: 'true', scale: '1.5' })
})

test('a file has the name and type it came with or was given', async t => {
  const { client, received } = await startWire(t)
  const given: [FileInput, string, string][] = [
    [bytes, 'image', 'application/octet-stream'],
    [Buffer.from(bytes), 'image', 'application/octet-stream'],
    [new Blob([bytes], { type: 'image/png' }), 'image', 'image/png'],
    [new File([bytes], 'snöw.png', { type: 'image/png' }), 'snöw.png', 'image/png'],
    [{ data: bytes, name: 'a.png', type: 'image/png' }, 'a.png', 'image/png'],
    [
      { data: new File([bytes], 'b.png', { type: 'image/png' }), name: 'a.gif', type: 'image/gif' },
      'a.gif',
      'image/gif',
    ],
    [{ data: bytes, type: 'image/png\r\nX-Evil: 1' }, 'image', 'application/octet-stream'],
  ]
  for (const [image, name, type] of given) {
    await client.images.create('w', { image })
    const file = (await form(received.at(-1) as (typeof received)[number])).get('image') as File
    assert.deepEqual([file.name, file.type], [name, type])
    assert.deepEqual(new Uint8Array(await file.arrayBuffer()), bytes)
  }
})

test('a name cannot break out of its part', async t => {
  const { client, received } = await startWire(t)
  await client.images.create('w', { image: { data: bytes, name: 'a"\r\nX-Evil: 1\r\n\r\n.png' } })
  const head = received[0]?.bytes.toString('latin1').split('\r\n\r\n')[0]
  assert.match(String(head), /filename="a%22%0D%0AX-Evil: 1%0D%0A%0D%0A\.png"/)
})

test('an image that the service fetches itself is sent as JSON', async t => {
  const { client, received } = await startWire(t)
  await client.images.create('w', { url: 'https://example.org/a.png', x: 5 })
  assert.equal(received[0]?.headers['content-type'], 'application/json')
  assert.deepEqual(received.map(json), [{ url: 'https://example.org/a.png', x: 5 }])
})

test('a retried upload has the same bytes and the same key', async t => {
  const { client, received } = await startWire(t, (_, count) =>
    count === 1 ? refusal(503, 'ServiceUnavailable', { headers: { 'Retry-After': '0' } }) : { body: { image: {} } },
  )
  await client.images.create('w', { image: new Blob([bytes]), x: 1 })
  const [first, second] = received
  assert.equal(received.length, 2)
  assert.ok(first && second && first.bytes.equals(second.bytes))
  assert.equal(first.headers['content-type'], second.headers['content-type'])
  assert.equal(first.headers['idempotency-key'], second.headers['idempotency-key'])
})

test('a value that is not a file is refused, and nothing is sent', async t => {
  const { client, received } = await startWire(t)
  for (const image of ['bytes', 5, {}, { data: 'bytes' }]) {
    const body = { image: image as unknown as FileInput }
    await assert.rejects(client.images.create('w', body), { name: 'TypeError', message: /^image must be a Blob/ })
  }
  assert.equal(received.length, 0)
})

test('a large file gets a longer time limit than other calls', async t => {
  const { client } = await startWire(t, () => 'hang', { timeoutMs: 10, retries: 0 })
  const image = new Uint8Array(10_000)
  await assert.rejects(client.images.create('w', { image }), { isTimeout: true, message: /within 11\d ms/ })
})
