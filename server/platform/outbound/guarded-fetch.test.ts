import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createServer as createSocketServer } from 'node:net'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import {
  aTurn,
  bytes,
  echo,
  fails,
  ip,
  limits,
  local,
  text,
  withListening,
  withOutbound,
  withServer,
} from '../../testing/local-server.ts'
import { receiverCertificate, receiverKey } from '../../testing/receiver-certificate.ts'
import type { OutboundFailureReason } from './outbound-failed.ts'

test('a request arrives unchanged, and its response has the address of the server', async () => {
  await withServer(echo, async ({ origin, outbound }) => {
    const body = JSON.stringify({ text: 'ü' })
    const headers = { 'Content-Type': 'application/json', 'webhook-id': 'm1' }
    const response = await outbound.guardedFetch(`${origin}/a?b=c#d`, { ...limits, method: 'POST', headers, body })
    assert.equal(response.status, 200)
    assert.equal(response.headers['content-type'], 'application/json')
    assert.equal(response.address, '127.0.0.1')
    const seen = JSON.parse(await text(response))
    assert.equal(seen.method, 'POST')
    assert.equal(seen.url, '/a?b=c')
    assert.equal(seen.body, body)
    assert.equal(seen.headers['content-type'], 'application/json')
    assert.equal(seen.headers['webhook-id'], 'm1')
  })
})

test('connections are reused for the same host', async () => {
  await withServer(echo, async ({ origin, outbound, server }) => {
    let connections = 0
    server.on('connection', () => connections++)
    for (let count = 0; count < 5; count++) {
      await text(await outbound.guardedFetch(origin, limits))
      await aTurn()
    }
    assert.equal(connections, 1)
  })
})

test('a body at the limit is read, a larger one is not, with and without a declared length', async () => {
  for (const isDeclared of [true, false]) {
    const handler: RequestListener = (request, response) => {
      const size = Number(request.url?.slice(1))
      if (isDeclared) response.setHeader('content-length', size)
      else response.write('')
      response.end(Buffer.alloc(size))
    }
    await withServer(handler, async ({ origin, outbound }) => {
      assert.equal((await text(await outbound.guardedFetch(`${origin}/100000`, limits))).length, 100_000)
      await fails(outbound.guardedFetch(`${origin}/100001`, limits).then(text), 'too-large')
    })
  }
})

test('an endless body is an error or cut off at the limit', async () => {
  const endless: RequestListener = (_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384, 'x')));
    }
    response.on('drain', more)
    more()
  }
  await withServer(endless, async ({ origin, outbound }) => {
    await fails(outbound.guardedFetch(origin, limits).then(text), 'too-large')
    const cut = await outbound.guardedFetch(origin, { ...limits, whenLarger: 'cut' })
    assert.equal((await text(cut)).length, 100_000)
  })
})

test('bodies are not decompressed, so a small one cannot become a large one', async () => {
  const bomb = gzipSync(Buffer.alloc(10_000_000))
  const handler: RequestListener = (_request, response) => response.setHeader('content-encoding', 'gzip').end(bomb)
  await withServer(handler, async ({ origin, outbound }) => {
    const response = await outbound.guardedFetch(origin, limits)
    assert.deepEqual(await bytes(response), bomb)
  })
})

test('the time limit covers responses that never start, arrive byte by byte, or redirect', async () => {
  const handlers: Record<string, RequestListener> = {
    silent: () => {},
    dripping: (_request, response) => {
      const drip = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(drip))
    },
    redirecting: (request, response) => {
      setTimeout(() => response.writeHead(302, { location: request.url }).end(), 20)
    },
  }
  for (const handler of Object.values(handlers)) {
    await withServer(handler, async ({ origin, outbound }) => {
      const request = { timeoutMs: 300, maxBytes: 100_000, maxRedirects: 1000 }
      const error = await fails(outbound.guardedFetch(origin, request).then(text), 'timeout')
      assert.equal(error.message, 'No complete response within 0.3 seconds')
    })
  }
})

test('a response that breaks off, is not HTTP, or has too many headers is a failure', async () => {
  const replies: [string, OutboundFailureReason][] = [
    ['', 'unreachable'],
    ['HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort', 'unreachable'],
    ['SSH-2.0-OpenSSH_9.0\r\n', 'bad-response'],
    [`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(10_000)}\r\n`, 'bad-response'],
    [`HTTP/1.1 200 OK\r\na: ${'b'.repeat(50_000)}\r\n\r\n`, 'bad-response'],
  ]
  for (const [reply, reason] of replies) {
    const server = createSocketServer(socket => socket.on('error', () => {}).once('data', () => socket.end(reply)))
    await withListening(server, async ({ origin, outbound }) => {
      await fails(outbound.guardedFetch(origin, limits).then(text), reason)
    })
  }
})

test('a failure to connect does not reveal the address of a host name', async () => {
  const lookup = async () => [ip('127.0.0.1')]
  const port = await withServer(echo, async ({ port }) => port)
  await withOutbound(local, { lookup }, async outbound => {
    const error = await fails(outbound.guardedFetch(`http://closed.test:${port}/`, limits), 'unreachable')
    assert.equal(error.message, 'The connection was refused')
  })
})

test('TLS connections use the checked address and the host name of the URL', async () => {
  const lookup = async () => [ip('127.0.0.1')]
  const server = createSecureServer({ cert: receiverCertificate, key: receiverKey }, echo)
  await withListening(server, async ({ port }) => {
    await withOutbound(local, { lookup, ca: receiverCertificate }, async outbound => {
      const response = await outbound.guardedFetch(`https://receiver.test:${port}/`, limits)
      assert.equal(response.address, '127.0.0.1')
      assert.equal(JSON.parse(await text(response)).headers.host, `receiver.test:${port}`)
      const other = await fails(outbound.guardedFetch(`https://other.test:${port}/`, limits), 'unreachable')
      assert.equal(other.message, 'No trusted secure connection could be made')
    })
    await withOutbound(local, { lookup }, async outbound => {
      await fails(outbound.guardedFetch(`https://receiver.test:${port}/`, limits), 'unreachable')
    })
  })
})

test('concurrent requests do not mix up their responses', async () => {
  await withServer(echo, async ({ origin, outbound }) => {
    const bodies = Array.from({ length: 50 }, (_, index) => `body ${index}`)
    const seen = await Promise.all(
      bodies.map(async body => {
        const response = await outbound.guardedFetch(origin, { ...limits, method: 'POST', body })
        return JSON.parse(await text(response)).body
      }),
    )
    assert.deepEqual(seen, bodies)
  })
})
