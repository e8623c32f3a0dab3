// The metrics are in the Prometheus text format, by the rules of its linter.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loggedApp } from '../../testing/logged-app.ts'
import { pollUntil, until } from '../../testing/until.ts'
import { worldWith } from '../../testing/world.ts'

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

test('[ADR-4] a request that a proxy forwarded is not from this machine, whichever header shows it', async () => {
  const forwarded = [
    ['x-forwarded-for', '203.0.113.7'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-host', 'board.example.com'],
    ['forwarded', 'for=203.0.113.7'],
  ] as const
  for (const metricsAllow of [[], ['127.0.0.1']]) {
    const there = await worldWith({ metricsAllow })
    for (const [name, value] of forwarded)
      assert.equal((await there.send('/metrics', { headers: { [name]: value } })).status, 403, name)
    assert.equal((await there.send('/metrics')).status, 200)
  }
  const listed = await worldWith({ metricsAllow: ['203.0.113.7'], trustedProxies: ['127.0.0.1'] })
  assert.equal((await listed.send('/metrics', { headers: { 'x-forwarded-for': '203.0.113.7' } })).status, 200)
  assert.equal((await listed.send('/metrics', { headers: { 'x-forwarded-for': '203.0.113.8' } })).status, 403)
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
