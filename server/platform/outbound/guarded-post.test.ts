// POST requests to foreign servers: the same policy as for every request, and all kinds of responses.

import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import { test } from 'node:test'
import {
  aTurn,
  echo,
  fails,
  ip,
  local,
  refuses,
  withListening,
  withOutbound,
  withServer,
} from '../../testing/local-server.ts'
import type { Outbound } from './guarded-fetch.ts'
import type { PostResponse } from './guarded-post.ts'

const post = async (outbound: Outbound, url: string, more: { timeoutMs?: number; maxBodyBytes?: number } = {}) =>
  await outbound.post(outbound.postTarget(url), {
    headers: ['content-type', 'application/json', 'webhook-id', 'm1'],
    body: Buffer.from('{"a":"ü"}'),
    timeoutMs: 60_000,
    maxBodyBytes: 1_000,
    ...more,
  })

const textOf = ({ body }: PostResponse) => Buffer.from(body).toString()

test('a post arrives unchanged, over a reused connection', async () => {
  await withServer(echo, async ({ origin, outbound, server }) => {
    let connections = 0
    server.on('connection', () => connections++)
    for (let count = 0; count < 3; count++) {
      const response = await post(outbound, `${origin}/a?b=c#d`)
      const seen = JSON.parse(textOf(response))
      assert.deepEqual(
        [response.status, seen.method, seen.url, seen.body, seen.headers['webhook-id'], seen.headers['content-length']],
        [200, 'POST', '/a?b=c', '{"a":"ü"}', 'm1', '10'],
      )
      await aTurn()
    }
    assert.equal(connections, 1)
  })
})

test('[LIS-11] a redirect is a response, and Retry-After is returned with it', async () => {
  const handler: RequestListener = (_request, response) =>
    response.writeHead(307, { location: '/', 'retry-after': '7' }).end()
  await withServer(handler, async ({ origin, outbound }) => {
    const { status, retryAfter } = await post(outbound, origin)
    assert.deepEqual([status, retryAfter], [307, '7'])
  })
})

test('[LIS-17] an endless response is cut off at the limit, with its status', async () => {
  const endless: RequestListener = (_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(5_000)));
    }
    response.on('drain', more)
    more()
  }
  await withServer(endless, async ({ origin, outbound }) => {
    const response = await post(outbound, origin)
    assert.deepEqual([response.status, textOf(response)], [200, 'x'.repeat(1_000)])
  })
})

test('[LIS-11] a response that never starts, or arrives byte by byte, is aborted after the time limit', async () => {
  const handlers: RequestListener[] = [
    () => {},
    (_request, response) => {
      const drip = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(drip))
    },
  ]
  for (const handler of handlers) {
    await withServer(handler, async ({ origin, outbound }) => {
      const error = await fails(post(outbound, origin, { timeoutMs: 300 }), 'timeout')
      assert.equal(error.message, 'No complete response within 0.3 seconds')
    })
  }
})

test('a reused connection that the receiver has closed is not a failure: a new one is opened', async () => {
  let connections = 0
  const response = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'
  // Closes the connection at its second request, before responding.
  const server = createSocketServer(socket => {
    connections += 1
    let requests = 0
    socket.on('error', () => {}).on('data', () => (++requests === 1 ? socket.write(response) : socket.destroy()))
  })
  await withListening(server, async ({ origin, outbound }) => {
    for (let count = 0; count < 3; count++) {
      assert.equal(textOf(await post(outbound, origin)), 'ok')
      await aTurn()
    }
    assert.equal(connections, 3)
  })
})

test('a new connection that is closed without a response is a failure, without a retry', async () => {
  let connections = 0
  const server = createSocketServer(socket => {
    connections += 1
    socket.on('error', () => {}).on('data', () => socket.destroy())
  })
  await withListening(server, async ({ origin, outbound }) => {
    for (let count = 1; count <= 2; count++) {
      await fails(post(outbound, origin), 'unreachable')
      await aTurn()
      assert.equal(connections, count)
    }
  })
})

test('[FIL-13] [FIL-14] loopback in any form is refused if the policy does not allow it', async () => {
  await withServer(echo, async ({ port, server }) => {
    server.on('connection', () => assert.fail('no connection is allowed'))
    const lookup = async () => [ip('127.0.0.1')]
    await withOutbound({ allowPrivate: false, allow: [] }, { lookup }, async outbound => {
      for (const host of ['127.0.0.1', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]', 'localhost', 'inner.test'])
        await refuses(post(outbound, `http://${host}:${port}/`))
    })
  })
})

test('[FIL-14] a host name whose addresses change is checked with every connection', async () => {
  const closing: RequestListener = (_request, response) => response.setHeader('connection', 'close').end('ok')
  await withServer(closing, async ({ port }) => {
    const addresses = ['127.0.0.1', '10.0.0.1']
    const lookup = async () => [ip(addresses.shift() ?? '10.0.0.1')]
    await withOutbound({ allowPrivate: false, allow: ['127.0.0.1'] }, { lookup }, async outbound => {
      const url = `http://changing.test:${port}/`
      assert.equal((await post(outbound, url)).status, 200)
      await aTurn()
      await refuses(post(outbound, url))
    })
  })
})

test('an aborted post ends at once', async () => {
  const arrived = Promise.withResolvers<void>()
  await withServer(
    () => arrived.resolve(),
    async ({ origin, outbound }) => {
      const control = new AbortController()
      const { signal } = control
      const body = Buffer.from('')
      const ended = outbound.post(outbound.postTarget(origin), {
        headers: [],
        body,
        timeoutMs: 60_000,
        maxBodyBytes: 0,
        signal,
      })
      await arrived.promise
      control.abort(new Error('no more'))
      await assert.rejects(ended)
    },
  )
  await withOutbound(local, {}, async outbound => {
    assert.throws(() => outbound.postTarget('ftp://example.com/'))
  })
})
