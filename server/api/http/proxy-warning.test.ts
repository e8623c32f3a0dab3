// The warning about a proxy that TRUSTED_PROXIES does not name.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { Metrics } from '../../platform/metrics/metrics.ts'
import { openServer } from './server.ts'

async function warningsWith(trustedProxies: string[], ...requests: Record<string, string>[]) {
  const lines: { level: number; msg: string; address?: string }[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const app = await openServer({
    log,
    bodyLimitBytes: 1_024,
    isLoggingRequests: false,
    metrics: new Metrics(),
    traces: null,
    publicUrl: 'http://localhost:8080',
    trustedProxies,
  })
  for (const headers of requests) await app.inject({ url: '/', headers, remoteAddress: '10.1.2.3' })
  await app.close()
  return lines
}

test('[SGN-4] a proxy that TRUSTED_PROXIES does not name is warned about once, with its address and the consequence', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.1' }
  const [warning, ...more] = await warningsWith(['192.0.2.0/24'], {}, forwarded, { forwarded: 'for=203.0.113.1' })
  const byAnyHeader = await warningsWith([], { 'x-forwarded-port': '443' })
  assert.equal(byAnyHeader.length, 1)
  assert.deepEqual(more, [])
  assert.equal(warning?.address, '10.1.2.3')
  assert.match(warning?.msg ?? '', /10\.1\.2\.3.*TRUSTED_PROXIES.*one address/)
})

for (const trusted of ['10.1.2.3', '10.0.0.0/8', '10.0.0.0/255.0.0.0', 'uniquelocal'])
  test(`[SGN-4] with the proxy in TRUSTED_PROXIES as ${trusted} there is no warning`, async () => {
    assert.deepEqual(await warningsWith(['::1', trusted], { 'x-forwarded-for': '203.0.113.1' }), [])
  })

test('[SGN-4] without forwarding headers there is no warning', async () => {
  assert.deepEqual(await warningsWith([], {}), [])
})
