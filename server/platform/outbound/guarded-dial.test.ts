import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import {
  aTurn,
  echo,
  fails,
  ip,
  limits,
  local,
  redirectTo,
  refuses,
  text,
  withOutbound,
  withServer,
} from '../../testing/local-server.ts'

test('[FIL-13] loopback is refused without a connection if the policy does not allow it', async () => {
  await withServer(echo, async ({ port, server }) => {
    server.on('connection', () => assert.fail('no connection is allowed'))
    await withOutbound(
      { allowPrivate: false, allow: [] },
      { lookup: async () => [ip('127.0.0.1')] },
      async outbound => {
        for (const host of ['127.0.0.1', 'localhost', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]', 'inner.test']) {
          await refuses(outbound.guardedFetch(`http://${host}:${port}/`, limits))
        }
      },
    )
  })
})

test('[FIL-14] a host name is refused if any of its addresses is, and the error does not reveal which', async () => {
  await withServer(echo, async ({ port, server }) => {
    server.on('connection', () => assert.fail('no connection is allowed'))
    const policy = { allowPrivate: false, allow: ['127.0.0.1'] }
    const lookup = async () => [ip('127.0.0.1'), ip('10.11.12.13')]
    await withOutbound(policy, { lookup }, async outbound => {
      const error = await refuses(outbound.guardedFetch(`http://two.test:${port}/`, limits))
      assert.match(error.message, /two\.test/)
      assert.doesNotMatch(error.message, /\d+\.\d+\.\d+/)
    })
  })
})

test('[FIL-14] a host name is resolved once per connection, which uses the checked address', async () => {
  const closing: RequestListener = (request, response) => {
    if (request.url === '/last') response.setHeader('connection', 'close')
    echo(request, response)
  }
  await withServer(closing, async ({ port }) => {
    const addresses = ['127.0.0.1', '10.0.0.1', '10.0.0.1']
    let lookups = 0
    const lookup = async () => [ip(addresses[lookups++] ?? '10.0.0.1')]
    await withOutbound({ allowPrivate: false, allow: ['127.0.0.1'] }, { lookup }, async outbound => {
      const url = `http://changing.test:${port}/`
      const response = await outbound.guardedFetch(url, limits)
      assert.equal(response.address, '127.0.0.1')
      await text(response)
      await aTurn()
      // A reused connection keeps its address; a new one is checked again.
      const again = await outbound.guardedFetch(`${url}last`, limits)
      await text(again)
      assert.deepEqual([again.address, lookups], ['127.0.0.1', 1])
      await aTurn()
      await refuses(outbound.guardedFetch(url, limits))
    })
  })
})

test('[FIL-13] a host that is allowed by name reaches its private address', async () => {
  await withServer(echo, async ({ port }) => {
    const policy = { allowPrivate: false, allow: ['hooks.test'] }
    await withOutbound(policy, { lookup: async () => [ip('127.0.0.1')] }, async outbound => {
      assert.equal((await outbound.guardedFetch(`http://hooks.test:${port}/`, limits)).status, 200)
      await refuses(outbound.guardedFetch(`http://other.test:${port}/`, limits))
    })
  })
})

test('a host name that is not found or has no address is a failure', async () => {
  const notFound = Object.assign(new Error('getaddrinfo ENOTFOUND 10.9.8.7'), { code: 'ENOTFOUND' })
  for (const lookup of [() => Promise.reject(notFound), async () => []]) {
    await withOutbound(local, { lookup }, async outbound => {
      const error = await fails(outbound.guardedFetch('http://nowhere.test/', limits), 'unreachable')
      assert.equal(error.message, 'The host name could not be found')
    })
  }
})

test('[FIL-14] redirects are responses like any other by default', async () => {
  await withServer(redirectTo(302, '/other'), async ({ origin, outbound }) => {
    const response = await outbound.guardedFetch(origin, limits)
    assert.equal(response.status, 302)
    assert.equal(response.headers.location, '/other')
  })
})

test('[FIL-14] redirects are followed up to the limit', async () => {
  const chain: RequestListener = (request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) response.end('arrived')
    else response.writeHead(302, { location: `/${left - 1}` }).end()
  }
  await withServer(chain, async ({ origin, outbound }) => {
    const follow = { ...limits, maxRedirects: 3 }
    assert.equal(await text(await outbound.guardedFetch(`${origin}/3`, follow)), 'arrived')
    await fails(outbound.guardedFetch(`${origin}/4`, follow), 'redirects')
  })
})

test('[FIL-14] the target of a redirect is checked like the first URL', async () => {
  const targets = [
    'http://169.254.169.254/',
    'http://inner.test/',
    'file:///etc/passwd',
    'http://a:b@127.0.0.1/',
    'http://[',
  ]
  for (const target of targets) {
    await withServer(redirectTo(302, target), async ({ port }) => {
      const lookup = async (host: string) => [ip(host === 'outer.test' ? '127.0.0.1' : '10.0.0.1')]
      await withOutbound({ allowPrivate: false, allow: ['outer.test'] }, { lookup }, async outbound => {
        await refuses(outbound.guardedFetch(`http://outer.test:${port}/`, { ...limits, maxRedirects: 3 }))
      })
    })
  }
})

test('credentials are not sent to another origin', async () => {
  await withServer(echo, async other => {
    await withServer(redirectTo(302, `${other.origin}/far`), async ({ origin, outbound }) => {
      const headers = { Authorization: 'Bearer x', Cookie: 'a=b', Accept: 'image/*' }
      const response = await outbound.guardedFetch(origin, { ...limits, headers, maxRedirects: 1 })
      const seen = JSON.parse(await text(response))
      assert.equal(seen.url, '/far')
      assert.equal(seen.headers.accept, 'image/*')
      assert.equal(seen.headers.authorization, undefined)
      assert.equal(seen.headers.cookie, undefined)
    })
  })
})

test('within an origin headers are kept, and a redirected POST becomes a GET except with 307 and 308', async () => {
  for (const [status, method, body] of [
    [303, 'GET', ''],
    [302, 'GET', ''],
    [307, 'POST', 'content'],
    [308, 'POST', 'content'],
  ] as const) {
    const handler: RequestListener = (request, response) =>
      request.url === '/' ? response.writeHead(status, { location: '/next' }).end() : echo(request, response)
    await withServer(handler, async ({ origin, outbound }) => {
      const headers = { authorization: 'Bearer x' }
      const request = { ...limits, method: 'POST' as const, headers, body: 'content', maxRedirects: 1 }
      const seen = JSON.parse(await text(await outbound.guardedFetch(origin, request)))
      assert.deepEqual([seen.method, seen.body, seen.headers.authorization], [method, body, 'Bearer x'], String(status))
    })
  }
})
