// A response that its client does not read does not stay in memory.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { HttpListener } from './http-listener.ts'
import type { HttpServer } from './server.ts'

const body = Buffer.alloc(32_000_000)

test('[LIM-21] the connection of a client that does not read its response is closed, and others are served', async () => {
  const closed: Promise<unknown>[] = []
  const routing = (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/stalled') closed.push(once(response, 'close'))
    response.end(body)
  }
  const listener = new HttpListener({ routing, server: { emit: () => false } } as unknown as HttpServer, {
    stallAfterMs: 500,
  })
  await listener.listen('127.0.0.1', 0)
  const { port } = listener.address
  const stalled = connect(port, '127.0.0.1').on('error', () => {})
  stalled.write('GET /stalled HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(stalled, 'readable')
  const reading = await fetch(`http://127.0.0.1:${port}/`)
  assert.equal((await reading.arrayBuffer()).byteLength, body.length)
  await closed[0]
  stalled.destroy()
  await listener.close()
})
