// Tests a server that gets SIGTERM: proxies notice before it stops serving, and no request in progress fails.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { after, test } from 'node:test'
import type { ReadinessReport } from '../platform/health/readiness.ts'
import { createPeople, findFreePort, launchProcess, type Token } from '../testing/server-process.ts'
import { migratedLocation } from '../testing/test-database.ts'
import { until } from '../testing/until.ts'

async function startServer(drainSeconds: number) {
  const { settings, drop } = await migratedLocation()
  const { ann, organization } = await createPeople(settings)
  const server = launchProcess(await findFreePort(), settings, {
    DRAIN_SECONDS: String(drainSeconds),
    LOG_LEVEL: 'info',
    IMAGE_FETCHES: '3',
  })
  after(async () => {
    await server.kill()
    await drop()
  })
  await server.started
  const { workspace } = await ann.at(server.url).workspaces.create(organization, { name: 'Board' })
  return { server, ann, board: workspace.properties.uid }
}

/** A request whose body is sent later. */
function beginNote(url: string, board: string, { token }: Token) {
  const body = JSON.stringify({ text: 'sent while the server stops' })
  const sent = request(`${url}/api/workspaces/${board}/notes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': body.length },
  })
  sent.flushHeaders()
  const responded = once(sent, 'response').then(([response]: IncomingMessage[]) => [
    response?.statusCode,
    response?.headers.connection,
  ])
  return { responded, finish: () => sent.end(body) }
}

test('[OPS-9] [ADR-20] a server that gets SIGTERM is unready but serves; another signal ends the wait', async () => {
  const { server, ann, board } = await startServer(600)
  const stopped = server.stop()
  const draining = await until(async () => {
    const response = await fetch(`${server.url}/health/ready`)
    return response.status === 503 && response
  })
  assert.equal(((await draining.json()) as ReadinessReport).phase, 'draining')
  await ann.at(server.url).notes.create(board, { text: 'served' })
  const served = await fetch(`${server.url}/health`)
  assert.deepEqual([served.status, served.headers.get('connection')], [200, 'close'])
  assert.equal((await fetch(`${server.url}/health/live`)).status, 200)
  await server.stop()
  await stopped
  assert.match(server.output, /"signal":"SIGTERM","msg":"shutting down/)
  assert.match(server.output, /drained; exiting/)
  assert.equal(server.output.match(/"msg":"the setting IMAGE_FETCHES was removed/g)?.length, 1)
})

test('[OPS-10] a request in progress is finished before the server ends, and new connections are refused', async () => {
  const { server, ann, board } = await startServer(0)
  const note = beginNote(server.url, board, ann)
  // The server has the headers of the first request when it responds to a second one.
  await fetch(`${server.url}/health/live`)
  const stopped = server.stop()
  await until(async () =>
    fetch(`${server.url}/health/live`).then(
      () => false,
      () => true,
    ),
  )
  note.finish()
  assert.deepEqual(await note.responded, [201, 'close'])
  await stopped
  assert.match(server.output, /drained; exiting/)
})
