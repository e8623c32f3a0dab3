// Requests that the page sends, against a server that records them.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { send } from './send.ts'

const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const isFaulty = body.includes('faulty')
  response.writeHead(isFaulty ? 400 : 201, { 'content-type': 'application/json', 'x-request-id': 'r1' })
  const errors = [{ field: 'scale', message: 'must be <= 4' }]
  const { authorization, 'content-type': type } = request.headers
  response.end(JSON.stringify(isFaulty ? { error: { code: 'BadRequest', errors } } : { authorization, type, body }))
})
let base = ''

before(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/notes`
})
after(() => server.close())

const signal = () => new AbortController().signal
const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, form: null }

test('the token, the headers and the body are sent as they are', async () => {
  const answer = await send({ ...post, url: base, json: '{"text":"hello"}' }, 'secret', signal())
  assert.equal(answer.status, 201)
  assert.deepEqual(JSON.parse(answer.body), {
    authorization: 'Bearer secret',
    type: 'application/json',
    body: '{"text":"hello"}',
  })
  assert.deepEqual(
    answer.headers.find(([name]) => name === 'x-request-id'),
    ['x-request-id', 'r1'],
  )
})

test('a form carries its file and its fields, and without a token no authorization is sent', async () => {
  const form = { image: new File(['bytes'], 'cat.png'), x: '5' }
  const answer = await send({ ...post, url: base, headers: {}, json: null, form }, '', signal())
  const seen = JSON.parse(answer.body)
  assert.equal(seen.authorization, undefined)
  assert.match(seen.type, /^multipart\/form-data/)
  assert.match(seen.body, /filename="cat.png"[\s\S]*bytes[\s\S]*name="x"[\s\S]*5/)
})

test('an error tells the faulty fields', async () => {
  const answer = await send({ ...post, url: base, json: '{"faulty":1}' }, 'secret', signal())
  assert.equal(answer.status, 400)
  assert.deepEqual(answer.errors, [{ field: 'scale', message: 'must be <= 4' }])
})
