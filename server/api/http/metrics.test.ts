// The metrics are in the Prometheus text format, by the rules of its linter.

import assert from 'node:assert/strict'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { test } from 'node:test'
import { pino } from 'pino'
import { Metrics } from '../../platform/metrics/metrics.ts'
import { loggedApp } from '../../testing/logged-app.ts'
import { pollUntil, until } from '../../testing/until.ts'
import { world, worldWith } from '../../testing/world.ts'
import { serveMetrics } from './metrics-route.ts'
import { openServer } from './server.ts'

const serverSettings = {
  log: pino({ level: 'silent' }),
  bodyLimitBytes: 1_000,
  isLoggingRequests: false,
  publicUrl: 'http://localhost:8080',
  metrics: new Metrics(),
  traces: null,
}

/** fetch would not send another Host. */
const statusOf = (url: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(url + path, { headers }, response => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })

interface Metric {
  readonly help: string | undefined
  readonly type: string | undefined
  readonly samples: readonly string[]
}

function parse(text: string): Map<string, Metric> {
  const metrics = new Map<string, { help?: string; type?: string; samples: string[] }>()
  const entry = (name: string) => {
    const known = metrics.get(name) ?? { samples: [] }
    metrics.set(name, known)
    return known
  }
  assert.ok(text.endsWith('\n'))
  for (const line of text.trimEnd().split('\n')) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (keyword === 'HELP') entry(name).help = rest
    else if (keyword === 'TYPE') {
      assert.deepEqual(entry(name).samples, [], `${name}: TYPE comes before its samples`)
      entry(name).type = rest
    } else {
      const sample = /^([a-zA-Z_:][\w:]*)(\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\.)*",?)*\})? (\S+)$/.exec(line)
      assert.ok(sample, `not a sample: ${line}`)
      assert.ok(Number.isFinite(Number(sample[3])), line)
      const family = (sample[1] as string).replace(/_(bucket|sum|count)$/, '')
      const name = metrics.get(family)?.type === 'histogram' ? family : (sample[1] as string)
      entry(name).samples.push(`${sample[1]}${sample[2] ?? ''}`)
    }
  }
  return metrics as Map<string, Metric>
}

test('[ADR-4] every metric has HELP and TYPE, a valid name and no sample twice', async () => {
  const there = await worldWith({})
  const { ann, board } = there
  await ann.listeners
    .create({ workspaceId: board, url: 'http://127.0.0.1:9/', eventTypes: ['ALL'] } as never)
    .catch(() => {})
  await ann.notes.create(board, { text: 'counted' })
  await until(async () => (await (await there.send('/metrics')).text()).includes('tessera_jobs'))
  const response = await there.send('/metrics')
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  const metrics = parse(await response.text())
  assert.ok(metrics.size > 8)
  for (const [name, { help, type, samples }] of metrics) {
    assert.ok(help && type, `${name} needs HELP and TYPE`)
    assert.match(name, /^[a-z][a-z0-9_]*$/)
    assert.ok(['counter', 'gauge', 'histogram'].includes(type), name)
    assert.equal(type === 'counter', name.endsWith('_total'), `${name} is a ${type}`)
    assert.equal(new Set(samples).size, samples.length, `${name} has a sample twice`)
  }
})

test('[OPS-20] all files of the web build under /assets/ share one route', async t => {
  const paths = ['/assets/one-a1b2c3d4.js', '/assets/two-e5f6a7b8.css']
  const app = await loggedApp({}, 'info', http => {
    for (const path of paths) http.get(path, async () => path)
  })
  t.after(app.close)
  for (const path of paths) assert.equal((await fetch(app.url + path)).status, 200)
  const counted = async () => {
    const text = await (await fetch(`${app.url}/metrics`)).text()
    return [...text.matchAll(/_seconds_count\{.*route="(\/assets\/.*?)".*\} (\d+)$/gm)].map(([, ...found]) => found)
  }
  const total = (found: string[][]) => found.reduce((sum, [, count]) => sum + Number(count), 0)
  assert.deepEqual(await pollUntil(counted, found => total(found) === 2), [['/assets/*', '2']])
})

test('[ADR-4] if the database fails, the metrics of the process are served and the failure is logged', async t => {
  const there = await worldWith({})
  const errors: unknown[] = []
  const log = there.app.http.serverLog
  t.mock.method(log, 'error', (fields: { err: Error }, message: string) => errors.push([fields.err.message, message]))
  await there.dependencies.db.write(async tx => {
    await tx.schema.alterTable('jobs').renameTo('jobs_away').execute()
  })
  const response = await there.send('/metrics')
  assert.equal(response.status, 200)
  const text = await response.text()
  assert.match(text, /^process_resident_memory_bytes \d+$/m)
  assert.doesNotMatch(text, /^tessera_jobs/m)
  assert.match(text, /^tessera_metrics_source_up\{source="jobs"\} 0$/m)
  assert.match(text, /^tessera_metrics_source_up\{source="listeners"\} 1$/m)
  assert.match(JSON.stringify(errors), /failed to read the metrics of jobs/)
  await there.dependencies.db.write(async tx => {
    await tx.schema.alterTable('jobs_away').renameTo('jobs').execute()
  })
})

/** What shows that a proxy forwarded a request. */
const forwarded = [
  ['x-forwarded-for', '203.0.113.7'],
  ['x-forwarded-proto', 'https'],
  ['x-forwarded-host', 'board.example.com'],
  ['x-forwarded-for', '127.0.0.1'],
  ['forwarded', 'for=203.0.113.7'],
  ['via', '1.1 proxy'],
  ['x-real-ip', '203.0.113.7'],
  ['cf-connecting-ip', '203.0.113.7'],
  ['true-client-ip', '203.0.113.7'],
  ['cdn-loop', 'cdn'],
  ['x-original-url', '/'],
  ['x-envoy-internal', 'true'],
  ['host', 'board.example.com'],
  ['host', 'localhost.example.com'],
] as const

test('[ADR-4] [MAI-3] a request that a proxy forwarded is not from this machine, whatever shows it', async () => {
  for (const settings of [{}, { metricsAllow: ['127.0.0.1'] }, { trustedProxies: ['127.0.0.1'] }]) {
    const there = await worldWith(settings)
    for (const [name, value] of forwarded) {
      assert.equal(await statusOf(there.url, '/metrics', { [name]: value }), 403, `${name}: ${value}`)
      for (const path of ['/mail', '/mail/message', '/mail/message/html'])
        assert.equal(await statusOf(there.url, path, { [name]: value }), 404, `${path} ${name}: ${value}`)
    }
    for (const path of ['/metrics', '/mail']) {
      assert.equal(await statusOf(there.url, path), 200)
      assert.equal(await statusOf(there.url, path, { host: 'localhost:8080' }), 200)
    }
  }
})

test('[ADR-4] [MAI-3] a proxy without headers of its own shows itself with HTTP/1.0', async () => {
  const { url } = await world()
  for (const path of ['/metrics', '/mail'])
    for (const [version, expected] of [
      ['1.0', path === '/mail' ? 404 : 403],
      ['1.1', 200],
    ]) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      socket.write(`GET ${path} HTTP/${version}\r\nHost: 127.0.0.1:8080\r\nConnection: close\r\n\r\n`)
      assert.equal(Number((await readAll(socket)).split(' ', 2)[1]), expected, `${path} HTTP/${version}`)
    }
})

test('[ADR-4] METRICS_ALLOW lists addresses and networks, of clients and not of proxies that are not trusted', async () => {
  const { collect, allow } = { collect: async () => '', allow: ['203.0.113.7', '10.0.0.0/8', 'fd00::/8'] }
  const statusFor = async (remoteAddress: string, headers = {}, trustedProxies: string[] = []) => {
    const app = await openServer({ ...serverSettings, trustedProxies })
    serveMetrics(app, { metricsAllow: allow, metricsToken: undefined, collect })
    return (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode
  }
  for (const address of ['203.0.113.7', '10.1.2.3', '::ffff:10.1.2.3', 'fd00::1', '127.0.0.1'])
    assert.equal(await statusFor(address, { host: 'localhost' }), 200, address)
  for (const address of ['203.0.113.8', '11.0.0.1', '::ffff:11.0.0.1', 'fc00::1'])
    assert.equal(await statusFor(address), 403, address)
  for (const name of ['x-forwarded-for', 'forwarded', 'via'])
    assert.equal(await statusFor('10.1.2.3', { [name]: '203.0.113.7' }), 403, name)
  const through = (client: string) => statusFor('10.1.2.3', { 'x-forwarded-for': client }, ['10.1.2.3'])
  assert.equal(await through('203.0.113.7'), 200)
  assert.equal(await through('203.0.113.8'), 403)
  assert.equal(await through('127.0.0.1'), 403)
})

test('[ADR-4] with METRICS_TOKEN the metrics require it as a bearer token', async () => {
  const there = await worldWith({ metricsToken: 'a token for metrics'.replaceAll(' ', '-') })
  const statusWith = async (headers: Record<string, string>) => (await there.send('/metrics', { headers })).status
  assert.equal(await statusWith({}), 401)
  assert.equal(await statusWith({ authorization: 'Bearer a-token-for-metric' }), 401)
  assert.equal(await statusWith({ authorization: `Bearer ${there.ann.token}` }), 401)
  assert.equal(await statusWith({ authorization: 'Bearer a-token-for-metrics' }), 200)
  assert.equal(await statusWith({ authorization: 'Bearer a-token-for-metrics', 'x-forwarded-for': '203.0.113.7' }), 403)
})
