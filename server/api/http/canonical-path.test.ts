// Each route has one spelling: a rule of a proxy that names its path cannot be avoided with another one.

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { world, worldWith } from '../../testing/world.ts'

/** Sends the path as it is written: a client would change some of them. */
async function statusOf(url: string, path: string, headers: readonly string[] = []): Promise<number> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write([`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers, '', ''].join('\r\n'))
  return Number((await text(socket)).split(' ', 2)[1])
}

const otherSpellings = (path: string) => [
  `${path}/`,
  `${path}//`,
  `/${path}`,
  `/.${path}`,
  `/x/..${path}`,
  `${path};x`,
  `${path};x=y/`,
  `${path}%2f`,
  `${path}%00`,
  `${path}%20`,
  `${path}#x`,
  `${path}/#x`,
  `${path}%23x`,
  `\\${path.slice(1)}`,
  path.toUpperCase(),
  path.replace(/^\/./, start => start.toUpperCase()),
  path.replace(/^\/(.)/, (_, first: string) => `/%${first.charCodeAt(0).toString(16)}`),
  path.replace(/^\/(.)/, (_, first: string) => `/%25${first.charCodeAt(0).toString(16)}`),
  path.replace(/.$/, last => `%${last.charCodeAt(0).toString(16).toUpperCase()}`),
]

test('[ADR-21] each path without parameters has one spelling', async () => {
  const there = await worldWith({ metricsAllow: ['*'], securityContact: 'mailto:security@example.com' })
  const url = there.url
  for (const path of [
    '/metrics',
    '/mail',
    '/mail/message/html',
    '/health',
    '/health/ready',
    '/docs',
    '/sign-in',
    '/api/openapi.json',
    '/api/users/me/workspaces',
    '/.well-known/security.txt',
    '/.well-known/jwks.json',
  ]) {
    const known = await statusOf(url, path)
    assert.ok(known !== 404 || path === '/mail/message/html', `${path} is ${known}`)
    for (const other of otherSpellings(path).filter(one => one !== path)) {
      const status = await statusOf(url, other)
      assert.ok([400, 404].includes(status), `${other} is ${status}`)
    }
    assert.equal(await statusOf(url, `${path}?x=/../#x`), known, 'a query does not matter')
    assert.equal(await statusOf(url, `${url}${path}`), known, 'RFC 9112 requires the absolute form')
    assert.equal(await statusOf(url, `${url}/${path}`), 404)
  }
})

test('[ADR-21] in a path with parameters, only these can be percent-encoded', async () => {
  const { ann, board, send } = await world()
  const encoded = `%${board.charCodeAt(0).toString(16)}${board.slice(1)}`
  const statusOfPath = async (path: string) => (await send(path, { as: ann })).status
  assert.equal(await statusOfPath(`/api/workspaces/${board}`), 200)
  assert.equal(await statusOfPath(`/api/workspaces/${encoded}`), 200)
  for (const path of [
    `/api/workspaces/${board}/`,
    `/api/workspaces/${encoded}/`,
    `/api/%77orkspaces/${board}`,
    `/%61pi/workspaces/${encoded}`,
    `/api/workspaces/${encoded}/%6eotes`,
    `/assets%2fx.js`,
    `/%61ssets/x.js`,
  ])
    assert.equal(await statusOfPath(path), 404, path)
})

test('[ADR-21] the live socket has one spelling', async () => {
  const { board, url } = await world()
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  const statusAt = (path: string) => statusOf(url, `/api/workspaces/${board}${path}`, upgrade)
  assert.equal(await statusAt('/live'), 400, 'it lacks a key')
  for (const path of ['/live/', '/%6cive', '/live#x', '/live;x', '//live'])
    assert.equal(await statusAt(path), 404, path)
})

test('[ADR-21] a browser is redirected from a slash at the end, and never to another site', async () => {
  const { url } = await world()
  const headers = { accept: 'text/html' }
  const open = (path: string) => fetch(url + path, { headers, redirect: 'manual' })
  const redirected = await open('/docs/?x=/')
  assert.deepEqual([redirected.status, redirected.headers.get('location')], [308, '/docs?x=/'])
  for (const path of ['//example.com/', '/%5cexample.com/', '/docs//', '/%64ocs/', '/api/openapi.json/'])
    assert.equal((await open(path)).status, 404, path)
  assert.equal(await statusOf(url, '/\\example.com/', ['Accept: text/html']), 404)
  assert.equal(await statusOf(url, '/docs/'), 404, 'a program')
})
