// Tests what a collector receives, and what happens without one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '@tessera/client'
import { pino } from 'pino'
import { openApp } from '../../app.ts'
import { openDependencies } from '../../dependencies.ts'
import { otlpCollector, type ReceivedSpan } from '../../testing/otlp-collector.ts'
import { newOrganization, newPerson } from '../../testing/people.ts'
import { receiver } from '../../testing/receiver.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { until } from '../../testing/until.ts'
import { readConfig } from '../config/config.ts'
import { findActiveSpan, traceFields } from './traces.ts'

async function tracedApp(environment: Record<string, string>) {
  const { db, settings: location, drop } = await testDatabase()
  await db.close()
  const { tracing, ...known } = readConfig(environment)
  const often = tracing && { ...tracing, exportIntervalMs: 50 }
  const config = { ...known, tracing: often, ...location, databaseUrl: location.databaseUrl }
  const dependencies = await openDependencies(config)
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info', mixin: traceFields }, { write: line => void lines.push(JSON.parse(line)) })
  const app = await openApp(dependencies, log, { hasProcessing: false })
  const url = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const person = await newPerson(dependencies, 'Ann')
  const organization = await newOrganization(dependencies, person.id)
  const ann = connect({ url, token: person.token, retries: 0 })
  const { workspace } = await ann.workspaces.create(organization, { name: 'Board' })
  return {
    ann,
    url,
    token: person.token,
    board: workspace.properties.uid,
    lines,
    async close() {
      app.http.server.closeAllConnections()
      await app.close()
      await drop()
    },
  }
}

const traceId = 'a'.repeat(32)
const traceparent = `00-${traceId}-${'b'.repeat(16)}-01`

test('[OPS-30] [OPS-31] a request is a span with its commit below it, in the trace of its caller', async t => {
  const collector = await otlpCollector()
  const app = await tracedApp({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
    OTEL_SERVICE_NAME: 'boards',
  })
  t.after(app.close)
  const response = await fetch(`${app.url}/api/workspaces/${app.board}/notes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.token}`, 'content-type': 'application/json', traceparent },
    body: JSON.stringify({ text: 'a private note' }),
  })
  assert.equal(response.status, 201)
  const spans = await until(async () => {
    const found = collector.spans.filter(span => span.traceId === traceId)
    return found.length === 2 && found
  })
  const request = spans.find(span => span.parentId === 'b'.repeat(16)) as ReceivedSpan
  assert.equal(request.name, 'POST /api/workspaces/:workspace_id/notes')
  assert.equal(request.service, 'boards')
  const { 'tessera.request_id': request_id, ...attributes } = request.attributes
  assert.equal(request_id, response.headers.get('x-request-id'))
  assert.deepEqual(attributes, {
    'http.request.method': 'POST',
    'http.route': '/api/workspaces/:workspace_id/notes',
    'http.response.status_code': 201,
  })
  const commit = spans.find(span => span.parentId === request.spanId) as ReceivedSpan
  assert.deepEqual([commit.name, commit.attributes['tessera.changes']], ['commit', 1])
  assert.ok(collector.headers.every(({ authorization }) => authorization === 'Bearer of-the-collector'))
  const line = app.lines.find(one => one.msg === 'request' && one.request_id === request_id)
  assert.equal(line?.trace_id, traceId)
  assert.ok(!JSON.stringify(collector.spans).includes('private'))
})

test('[OPS-31] a delivery and a job are traces of their own, and the receiver gets traceparent', async t => {
  const collector = await otlpCollector()
  const app = await tracedApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  t.after(app.close)
  const hook = await receiver()
  const { id } = await app.ann.listeners.create({ workspaceId: app.board, url: hook.url, eventTypes: ['ALL'] })
  await app.ann.notes.create(app.board, { text: 'n' })
  await app.ann.listeners.test(id)
  const [notification] = await hook.events(1)
  const [, sentTrace, sentSpan] = String(notification?.headers.traceparent).split('-')
  const named = (name: string) => collector.spans.filter(span => span.name === name)
  const delivery = await until(async () => named('deliver webhook').find(({ spanId }) => spanId === sentSpan))
  assert.deepEqual([delivery.traceId, delivery.parentId], [sentTrace, ''])
  assert.equal(delivery.attributes['http.response.status_code'], 200)
  const job = await until(async () => named('job test-listener')[0])
  assert.equal(job.parentId, '')
})

test('[OPS-32] an unavailable collector does not affect requests, and the log says it once', async t => {
  const collector = await otlpCollector()
  await collector.close()
  const app = await tracedApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  t.after(app.close)
  for (let index = 0; index < 20; index++) await app.ann.notes.create(app.board, { text: `${index}` })
  const failures = () => app.lines.filter(({ msg }) => String(msg).startsWith('failed to export traces'))
  await until(async () => failures().length > 0)
  await app.ann.users.me()
  const back = await otlpCollector(Number(new URL(collector.url).port))
  await until(async () => {
    await app.ann.users.me()
    return app.lines.some(({ msg }) => msg === 'exporting traces again')
  })
  assert.ok(back.spans.length > 0)
  assert.equal(failures().length, 1)
})

test('[OPS-33] the sampler decides what is recorded: nothing, or what the caller records', async t => {
  const collector = await otlpCollector()
  const app = await tracedApp({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  t.after(app.close)
  await app.ann.users.me()
  await fetch(`${app.url}/health`, { headers: { traceparent: traceparent.replace(/01$/, '00') } })
  await fetch(`${app.url}/health`, { headers: { traceparent: 'not a traceparent' } })
  await fetch(`${app.url}/health`, { headers: { traceparent } })
  await until(async () => collector.spans.length > 0)
  assert.deepEqual(
    collector.spans.map(({ name, traceId: id }) => [name, id]),
    [['GET /health', traceId]],
  )
  assert.equal(findActiveSpan(), undefined)
})
