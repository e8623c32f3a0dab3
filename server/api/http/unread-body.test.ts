// Requests refused before their body has arrived: the response is sent, and the connection does not hang.

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { Agent, type Dispatcher, FormData, fetch as undiciFetch } from 'undici'
import { solidPicture } from '../../testing/solid-picture.ts'
import { type World, world } from '../../testing/world.ts'

const megabyte = 1_000_000

function upload({ url, ann, board }: World, dispatcher: Dispatcher, file: Uint8Array, token = ann.token) {
  const body = new FormData()
  body.set('image', new Blob([file as Uint8Array<ArrayBuffer>], { type: 'image/png' }), 'picture.png')
  const headers = { authorization: `Bearer ${token}` }
  return undiciFetch(`${url}/api/workspaces/${board}/images`, { method: 'POST', body, headers, dispatcher })
}

test('[LIM-4] after a file that is too large the next upload on the same connection succeeds', async t => {
  const there = await world()
  // One connection, so that the second request cannot go around the first.
  const agent = new Agent({ connections: 1, pipelining: 1 })
  t.after(() => agent.destroy())
  const refused = await upload(there, agent, new Uint8Array(51 * megabyte))
  assert.equal(refused.status, 400)
  assert.equal(((await refused.json()) as { error: { code: string } }).error.code, 'PayloadTooLarge')
  const accepted = await upload(there, agent, await solidPicture(4, 4, '#1c8d82'))
  assert.equal(accepted.status, 201)
  await accepted.text()
})

test('[LIM-4] an upload refused for its token gets a response, and the next one succeeds', async t => {
  const there = await world()
  const agent = new Agent({ connections: 1, pipelining: 1 })
  t.after(() => agent.destroy())
  for (const size of [1_000, 51 * megabyte]) {
    const refused = await upload(there, agent, new Uint8Array(size), 'none')
    assert.equal(refused.status, 401)
    await refused.text()
    const accepted = await upload(there, agent, await solidPicture(4, 4, '#1c8d82'))
    assert.equal(accepted.status, 201)
    await accepted.text()
  }
})

/** Sends text over a plain socket and resolves with everything that came back once it is closed. */
function exchange(url: string, send: (write: (text: string) => void) => void, isDone: (received: string) => boolean) {
  const { hostname, port } = new URL(url)
  return new Promise<{ received: string; isClosed: boolean }>((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let received = ''
    socket.setEncoding('utf8')
    socket.on('connect', () => send(text => socket.write(text)))
    socket.on('error', reject)
    socket.on('data', text => {
      received += text
      if (!isDone(received)) return
      resolve({ received, isClosed: false })
      socket.destroy()
    })
    socket.on('end', () => {
      resolve({ received, isClosed: true })
      socket.destroy()
    })
  })
}

const health = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n'

test('[LIM-4] the rest of a small refused body is discarded, and the connection is reused', async () => {
  const { url, board } = await world()
  const head = `POST /api/workspaces/${board}/notes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n`
  const { received, isClosed } = await exchange(
    url,
    write => {
      write(head)
      write('x'.repeat(1_000))
      write(health)
    },
    text => text.includes('{"ok":true}'),
  )
  assert.match(received, /^HTTP\/1\.1 401 [\s\S]*HTTP\/1\.1 200 /)
  assert.doesNotMatch(received, /connection: close/i)
  assert.equal(isClosed, false)
})

test('[LIM-4] a large refused body gets its response first, and then the connection is closed', async () => {
  const { url, board, ann } = await world()
  const requests = {
    'without a token': `POST /api/workspaces/${board}/images HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=x\r\n`,
    'with another content type': `POST /api/workspaces/${board}/images HTTP/1.1\r\nAuthorization: Bearer ${ann.token}\r\nContent-Type: text/plain\r\n`,
    'with too much JSON': `POST /api/workspaces/${board}/notes HTTP/1.1\r\nAuthorization: Bearer ${ann.token}\r\nContent-Type: application/json\r\n`,
    'for an unknown path': 'POST /nowhere HTTP/1.1\r\nContent-Type: application/json\r\n',
    'to a page': 'POST /sign-in HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nAccept: text/html\r\n',
  }
  // The requests run concurrently, because each connection stays open for a moment after its response.
  const refusals = Object.entries(requests).map(async ([name, request]) => {
    // Not all of the body is sent: a server that waited for it would never respond.
    const { received, isClosed } = await exchange(
      url,
      write => {
        write(`${request}Host: localhost\r\nContent-Length: 90000000\r\n\r\n`)
        write('x'.repeat(100_000))
      },
      () => false,
    )
    assert.match(received, /^HTTP\/1\.1 4\d\d [\s\S]*connection: close\r\n/i, name)
    assert.match(received, /\r\n\r\n[{<][\s\S]*[}>]\s*$/, name)
    assert.ok(isClosed, name)
  })
  await Promise.all(refusals)
})
