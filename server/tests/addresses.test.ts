// Tests the paths the server responds to, and how settings are read.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { readRange } from '../api/http/file-route.ts'
import { readConfig } from '../platform/config/config.ts'
import { ConfigError } from '../platform/config/config-error.ts'
import { settings } from '../platform/config/settings.ts'
import { world, worldWith } from '../testing/world.ts'

test('[ADR-1] one origin serves the API, its description, health and metrics', async () => {
  const { send, ann } = await world()
  assert.equal((await send('/api/session/user', { as: ann })).status, 200)
  const description = (await (await send('/api/openapi.json')).json()) as { openapi: string }
  assert.match(description.openapi, /^3\.1/)
  assert.equal((await send('/health')).status, 200)
  assert.equal((await send('/metrics')).status, 200)
  assert.equal((await send('/api')).status, 404)
})

test('[ADR-3] health reports whether the database responds', async () => {
  const { send, dependencies } = await worldWith({})
  const well = await send('/health')
  assert.deepEqual([well.status, await well.json()], [200, { ok: true }])
  await dependencies.db.close()
  const ill = await send('/health')
  assert.equal(ill.status, 503)
  assert.ok(Number(ill.headers.get('retry-after')) > 0)
})

test('[ADR-4] metrics count replies, in the Prometheus format', async () => {
  const { send, ann } = await world()
  await send('/api/session/user', { as: ann })
  const text = await (await send('/metrics')).text()
  assert.match(
    text,
    /^http_server_request_duration_seconds_count\{method="GET",route="\/api\/session\/user",status="200"\} [1-9]/m,
  )
  assert.match(text, /^process_resident_memory_bytes \d+$/m)
})

test('[ADR-11] every setting is listed with its default in docs/operating.md', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/operating.md'), 'utf8')
  for (const [name, { default: value }] of Object.entries(settings)) {
    const line = page.split('\n').find(one => one.startsWith(`| \`${name}\``))
    assert.ok(line, `${name} has no line`)
    if (value !== '') assert.ok(line.includes(`\`${value}\``), `${name} should name the default ${value}: ${line}`)
  }
  const config = readConfig({})
  assert.deepEqual([config.port, config.publicUrl, config.dataDir], [8080, 'http://localhost:8080', './data'])
  assert.equal(readConfig({ PORT: '9000' }).publicUrl, 'http://localhost:9000')
  assert.equal(readConfig({ PUBLIC_URL: 'https://Board.example.com/' }).publicUrl, 'https://board.example.com')
})

const impossible: Record<string, string> = {
  PORT: '70000',
  PUBLIC_URL: 'https://example.com/path',
  DATABASE_URL: 'mysql://host/name',
  ADMIN_EMAIL: 'nobody',
  ADMIN_PASSWORD: 'short',
  DEMO: 'maybe',
  RATE_LIMIT_PER_MINUTE: '-1',
  LOG_LEVEL: 'loud',
  S3_ENDPOINT: 'ftp://store',
}

for (const [name, value] of Object.entries(impossible)) {
  test(`[ADR-13] an invalid ${name} stops the start with a message`, () => {
    assert.throws(
      () => readConfig({ [name]: value }),
      (error: Error) =>
        error instanceof ConfigError && error.message.includes(name) && !error.message.includes('short'),
    )
  })
}

test('a bucket needs its keys', () => {
  assert.throws(() => readConfig({ S3_BUCKET: 'board' }), /S3_ACCESS_KEY_ID/)
})

test('a byte range is within the file, or not satisfiable', () => {
  assert.equal(readRange(undefined, 100), null)
  assert.equal(readRange('bytes=a-b', 100), null)
  assert.deepEqual(readRange('bytes=0-9', 100), { start: 0, end: 9 })
  assert.deepEqual(readRange('bytes=90-', 100), { start: 90, end: 99 })
  assert.deepEqual(readRange('bytes=-10', 100), { start: 90, end: 99 })
  assert.deepEqual(readRange('bytes=50-500', 100), { start: 50, end: 99 })
  assert.equal(readRange('bytes=100-', 100), 'unsatisfiable')
  assert.equal(readRange('bytes=9-1', 100), 'unsatisfiable')
})
