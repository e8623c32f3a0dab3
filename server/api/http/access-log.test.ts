// The log line of a request: what it contains, and what it must not contain.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../platform/config/config.ts'
import { loggedApp } from '../../testing/logged-app.ts'
import { connectAgent } from '../../testing/mcp-client.ts'
import { withPersonalToken } from '../../testing/token-holders.ts'
import { until } from '../../testing/until.ts'

test('[ADR-18] a request leaves one line: method, route, status, duration, address, user and request id', async t => {
  const app = await loggedApp()
  t.after(app.close)
  await app.client.workspaces.create(app.organization, { name: 'Top secret plan' })
  await until(async () => app.requests().length === 1)
  const [{ level, time, pid, hostname, msg, duration_ms, request_id, ...line } = {}] = app.requests()
  assert.equal(level, 30)
  assert.ok(typeof duration_ms === 'number' && duration_ms >= 0)
  assert.match(String(request_id), /^[0-9a-f]{24}$/)
  assert.deepEqual(line, {
    method: 'POST',
    route: '/api/organizations/:organization_id/workspaces',
    status: 201,
    address: '127.0.0.1',
    user_id: app.person.id,
  })
})

test('[ADR-18] [OPS-20] the log line and the histogram have the duration of the request', async t => {
  const slowMs = 30
  const app = await loggedApp({}, 'info', http =>
    http.get('/slow', async () => {
      const startedAt = performance.now()
      await until(async () => performance.now() - startedAt >= slowMs)
      return 'slow'
    }),
  )
  t.after(app.close)
  await fetch(`${app.url}/slow`)
  const line = await until(async () => app.requests().find(({ route }) => route === '/slow'))
  assert.ok(Number(line.duration_ms) >= slowMs, `the log has ${line.duration_ms} ms`)
  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  const [, seconds] = /^http_server_request_duration_seconds_sum\{.*route="\/slow".*\} (\S+)$/m.exec(metrics) ?? []
  assert.ok(Number(seconds) >= slowMs / 1_000, `the histogram has ${seconds} s`)
})

test('[OPS-22] the request id and the client address of a trusted proxy are used, those of anyone else are not', async t => {
  const headers = { 'x-request-id': 'from-the-proxy-1', 'x-forwarded-for': '203.0.113.7' }
  const idIn = async (url: string, more = {}) =>
    (await fetch(`${url}/health`, { headers: { ...headers, ...more } })).headers.get('x-request-id')
  const [behind, direct] = [await loggedApp({ trustedProxies: ['127.0.0.1'] }), await loggedApp()]
  t.after(behind.close)
  t.after(direct.close)
  assert.equal(await idIn(behind.url), 'from-the-proxy-1')
  const line = await until(async () => behind.requests()[0])
  assert.deepEqual([line.request_id, line.address], ['from-the-proxy-1', '203.0.113.7'])
  for (const unusable of ['short', 'with a space', `x${'y'.repeat(128)}`])
    assert.match(String(await idIn(behind.url, { 'x-request-id': unusable })), /^[0-9a-f]{24}$/)
  assert.match(String(await idIn(direct.url)), /^[0-9a-f]{24}$/)
  assert.equal((await until(async () => direct.requests()[0])).address, '127.0.0.1')
})

test('[ADR-18] the request_id of an error is in the log, with its code and message', async t => {
  const app = await loggedApp()
  t.after(app.close)
  const headers = { authorization: `Bearer ${app.person.token}`, 'content-type': 'application/json' }
  const failures = [
    fetch(`${app.url}/api/users/me`),
    fetch(`${app.url}/api/workspaces/unknown`, { headers }),
    fetch(`${app.url}/api/no/such/path?token=hunter22`, { headers }),
    fetch(`${app.url}/api/organizations`, { method: 'POST', headers, body: '{"name":' }),
    fetch(`${app.url}/api/users/me`, { method: 'PATCH', headers }),
  ]
  for (const response of await Promise.all(failures)) {
    const { error } = (await response.json()) as { error: { code: string; message: string; request_id: string } }
    await until(async () => app.requests().some(line => line.request_id === error.request_id))
    const line = app.requests().find(({ request_id }) => request_id === error.request_id)
    assert.deepEqual(
      [line?.status, line?.error_code, line?.error_message],
      [response.status, error.code, error.message],
    )
  }
})

test('[ADR-18] [ERR-15] an internal error is logged with its cause under the same request_id', async t => {
  const app = await loggedApp()
  t.after(app.close)
  const { ping } = app.dependencies.db
  app.dependencies.db.ping = () => Promise.reject(new Error('the cable is unplugged'))
  const response = await fetch(`${app.url}/health`)
  app.dependencies.db.ping = ping
  assert.equal(response.status, 503)
  const { error } = (await response.json()) as { error: { request_id: string } }
  const causes = app.lines.filter(({ level, request_id }) => level === 50 && request_id === error.request_id)
  assert.ok(causes.some(({ err }) => JSON.stringify(err).includes('the cable is unplugged')))
})

test('[ADR-18] no token, query string or body is in the log, and pages are logged too', async t => {
  const app = await loggedApp({}, 'trace')
  t.after(app.close)
  const body = new URLSearchParams({ email: 'ann@example.com', password: 'correct horse' })
  await fetch(`${app.url}/sign-in?next=hunter22`, { method: 'POST', body })
  await fetch(`${app.url}/no/such/page?token=hunter22`)
  await app.client.workspaces.create(app.organization, { name: 'Top secret plan' })
  await until(async () => app.requests().length === 3)
  assert.ok(app.requests().some(({ route }) => route === '/sign-in'))
  assert.ok(app.requests().some(({ route, path }) => route === 'none' && path === '/no/such/page'))
  const text = JSON.stringify(app.lines)
  for (const secret of [app.person.token, 'hunter22', 'correct horse', 'Top secret']) assert.ok(!text.includes(secret))
})

test('[ADR-18] [MCP-5] the call of an MCP tool is logged, and so are the requests that it makes', async t => {
  const app = await loggedApp()
  t.after(app.close)
  const { token } = await withPersonalToken(app, Object.assign(app.client, app.person))
  await connectAgent(app, token).then(agent => agent.ask('list_workspaces'))
  const routes = () => app.requests().map(({ method, route, status, user_id }) => [method, route, status, user_id])
  await until(async () => routes().filter(([, route]) => route === '/mcp').length === 2)
  assert.deepEqual(routes(), [
    // The client first asks what the server offers.
    ['POST', '/mcp', 200, app.person.id],
    ['GET', '/api/users/:user_id/workspaces', 200, app.person.id],
    ['POST', '/mcp', 200, app.person.id],
  ])
  assert.ok(!JSON.stringify(app.lines).includes(token))
})

test('[ADR-18] LOG_REQUESTS=0 turns the lines off', async t => {
  const { isLoggingRequests } = readConfig({ LOG_REQUESTS: '0' })
  const app = await loggedApp({ isLoggingRequests })
  t.after(app.close)
  await app.client.users.me()
  await fetch(`${app.url}/health`)
  assert.deepEqual(app.requests(), [])
})

test('[ADR-18] the end of a live connection is logged with its user, its code and its reason', async t => {
  const app = await loggedApp()
  t.after(app.close)
  const { workspace } = await app.client.workspaces.create(app.organization, { name: 'Board' })
  const { uid } = workspace.properties
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/api/workspaces/${uid}/live`)
  await new Promise(resolve => socket.addEventListener('open', resolve))
  socket.send(JSON.stringify({ type: 'hello', token: 'none' }))
  const response = await new Promise<string>(resolve => {
    socket.addEventListener('message', ({ data }) => resolve(String(data)))
  })
  const { error } = JSON.parse(response) as { error: { request_id: string } }
  const closed = await until(async () => app.lines.find(({ msg }) => msg === 'live connection closed'))
  assert.deepEqual([closed.request_id, closed.workspace, closed.level], [error.request_id, uid, 30])
  assert.ok(Number(closed.code) > 1_000 && closed.reason !== '')
})
