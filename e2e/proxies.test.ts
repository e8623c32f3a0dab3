// Tests the reverse proxy configurations in deploy/, each with the real program in front of a server.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { connect as openConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { connect } from '@tessera/client'
import { openLive } from '../server/testing/live-client.ts'
import { loggedApp } from '../server/testing/logged-app.ts'
import { connectAgent } from '../server/testing/mcp-client.ts'
import { withPersonalToken } from '../server/testing/token-holders.ts'
import { until } from '../server/testing/until.ts'
import { formOf } from '../server/testing/upload-forms.ts'
import { proxies, startProxy } from './reverse-proxy.ts'

const perMinute = 80
const largeBytes = 40_000_000

let app: Awaited<ReturnType<typeof loggedApp>>
let sendNext = () => {}

before(async () => {
  const settings = { trustedProxies: ['127.0.0.1'], rateLimitPerMinute: perMinute, metricsAllow: ['*'] }
  app = await loggedApp(settings, 'info', http => {
    // A stream of events: the second is sent when the test has received the first.
    http.get('/stream', (_request, reply) => {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
      reply.raw.write('data: first\n\n')
      sendNext = () => reply.raw.end('data: second\n\n')
    })
  })
})
after(() => app.close())

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A request from another address of this machine. */
const from = (address: string, url: string, headers: OutgoingHttpHeaders = {}) =>
  new Promise<Answer>((resolve, reject) => {
    request(url, { localAddress: address, headers }, async response => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await text(response) })
    })
      .on('error', reject)
      .end()
  })

for (const [index, name] of (Object.keys(proxies) as (keyof typeof proxies)[]).entries())
  test(`[OPS-40] ${name}: the live socket, a large upload, streams, the client's address and its limit`, async t => {
    const proxy = await startProxy(name, app.url)
    t.after(proxy.stop)
    const { token } = app.person
    const { workspace } = await app.client.workspaces.create(app.organization, { name })
    const board = workspace.properties.uid
    const ann = connect({ url: proxy.url, token, retries: 0 })

    // The live socket carries changes in both directions.
    const live = await openLive({ url: proxy.url, board }, { token })
    await ann.notes.create(board, { text: 'through the proxy' })
    await live.until(messages => messages.find(({ type }) => type === 'events'))
    live.socket.close()

    // A file that is larger than the default limits of proxies.
    const file = new Blob(['%PDF-1.7\n', randomBytes(largeBytes)])
    const uploaded = await fetch(`${proxy.url}/api/workspaces/${board}/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: formOf(['title', 'Large'], ['document', file]),
    })
    assert.equal(uploaded.status, 201, await uploaded.clone().text())

    // Events arrive one by one, and agents can work.
    const stream = (await fetch(`${proxy.url}/stream`)).body as ReadableStream<Uint8Array>
    const reader = stream.getReader()
    assert.equal(Buffer.from((await reader.read()).value ?? []).toString(), 'data: first\n\n')
    sendNext()
    assert.equal(Buffer.from((await reader.read()).value ?? []).toString(), 'data: second\n\n')
    const personal = await withPersonalToken(app, Object.assign(app.client, app.person))
    assert.match(await (await connectAgent(proxy, personal.token)).ask('list_workspaces'), new RegExp(name))

    // The real address of the client counts, not the one that it claims.
    const [client, neighbor] = [`127.0.${index + 1}.2`, `127.0.${index + 1}.3`]
    const forged = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9', 'x-request-id': 'made-by-client' }
    const { headers } = await from(client, `${proxy.url}/health`, forged)
    const requestId = String(headers['x-request-id'])
    assert.notEqual(requestId, 'made-by-client')
    const line = await until(async () => app.requests().find(({ request_id }) => request_id === requestId))
    assert.equal(line.address, client)

    const published = `${proxy.url}/api/published/unknown`
    const statuses: number[] = []
    for (let count = 0; count <= perMinute; count++)
      statuses.push((await from(client, published, { 'x-forwarded-for': `203.0.113.${count}` })).status)
    assert.equal(statuses[0], 404)
    assert.equal(statuses.at(-1), 429)
    assert.equal((await from(neighbor, published)).status, 404)
  })

/** Sends the path as it is written. */
async function statusOf(url: string, path: string): Promise<number> {
  const { hostname, port } = new URL(url)
  const socket = openConnection(Number(port), hostname)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  return Number((await text(socket)).split(' ', 2)[1])
}

for (const name of Object.keys(proxies) as (keyof typeof proxies)[])
  test(`[OPS-40] [ADR-21] ${name}: metrics and saved mail are not reachable, however the path is written`, async t => {
    const proxy = await startProxy(name, app.url)
    t.after(proxy.stop)
    assert.equal(await statusOf(proxy.url, '/health'), 200)
    for (const path of ['/metrics', '/mail', '/mail/message'])
      for (const other of [
        path,
        `${path}/`,
        `/${path}`,
        `/.${path}`,
        `/x/..${path}`,
        `/x/%2e%2e${path}`,
        `${path};x`,
        `${path}?x`,
        `${path}#x`,
        `${path}%23`,
        `${path}%2f`,
        path.toUpperCase(),
        path.replace('/m', '/%6d'),
        path.replace('/m', '/%256d'),
        `${proxy.url}${path}`,
        `${proxy.url}/${path}`,
        `http://localhost${path}/`,
      ]) {
        const status = await statusOf(proxy.url, other)
        assert.ok([301, 308, 400, 404].includes(status), `${other} is ${status}`)
      }
  })
