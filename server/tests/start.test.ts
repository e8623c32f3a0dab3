// Tests the start of a server: it waits for PostgreSQL, and responds meanwhile.

import assert from 'node:assert/strict'
import { connect, createServer, type Server } from 'node:net'
import { after, test } from 'node:test'
import pg from 'pg'
import { pino } from 'pino'
import { openApp } from '../app.ts'
import { openDependencies } from '../dependencies.ts'
import { readConfig } from '../platform/config/config.ts'
import { DatabaseUnavailable } from '../platform/db/unavailable.ts'
import { isTemporary } from '../platform/db/until-reachable.ts'
import type { ReadinessReport } from '../platform/health/readiness.ts'
import { findFreePort, type LaunchedProcess, launchProcess } from '../testing/server-process.ts'
import { emptyLocation, migratedLocation, testEngine } from '../testing/test-database.ts'
import { until } from '../testing/until.ts'

/** The arbitrary lock number of db/postgres-database.ts: the holder of this lock may change tables. */
const rebuildLock = 7_355_608_119

const ask = (server: LaunchedProcess, path: string, init?: RequestInit) =>
  fetch(`${server.url}${path}`, init).catch(() => null)

const phaseOf = async (server: LaunchedProcess): Promise<string | undefined> => {
  const response = await ask(server, '/health/ready')
  return response ? ((await response.json()) as ReadinessReport).phase : undefined
}

test('[OPS-8] the server waits only for errors that may resolve without intervention', () => {
  const serverError = (code: string) => Object.assign(new Error(code), { severity: 'FATAL', code })
  const lost = (cause: Error) =>
    new DatabaseUnavailable('not reachable', { cause: new DatabaseUnavailable('', { cause }) })
  const system = (code: string) => Object.assign(new Error(code), { code })
  for (const error of [system('ECONNREFUSED'), system('ENOTFOUND'), new Error('timeout expired'), serverError('57P03')])
    assert.equal(isTemporary(lost(error)), true, error.message)
  assert.equal(isTemporary(serverError('53300')), true)
  for (const error of [
    lost(serverError('28P01')),
    lost(serverError('28000')),
    lost(serverError('3D000')),
    lost(system('DEPTH_ZERO_SELF_SIGNED_CERT')),
    lost(new Error('The server does not support SSL connections')),
    new Error('the encoding of the PostgreSQL database is LATIN1; UTF8 is required'),
  ])
    assert.equal(isTemporary(error), false, String(error.cause ?? error))
})

if (testEngine === 'postgres') {
  test('[OPS-7] [OPS-8] a server waits for PostgreSQL, responds with 503 meanwhile, and starts when it is available', async () => {
    const { settings, drop } = await migratedLocation()
    const real = new URL(settings.databaseUrl as string)
    const awayUrl = new URL(real)
    awayUrl.port = String(await findFreePort())
    const server = launchProcess(
      await findFreePort(),
      { ...settings, databaseUrl: awayUrl.href },
      { LOG_LEVEL: 'warn' },
    )
    let proxy: Server | undefined
    after(async () => {
      await server.kill()
      proxy?.close()
      await drop()
    })
    await until(async () => (await phaseOf(server)) === 'waiting-for-database')
    assert.equal((await ask(server, '/health/live'))?.status, 200)
    for (const [path, init] of [
      ['/health', {}],
      ['/api/session/user', {}],
      ['/api/workspaces/x/images', { method: 'POST', body: new Uint8Array(3_000_000) }],
      ['/nothing', {}],
    ] as const) {
      const response = await ask(server, path, init)
      assert.deepEqual([response?.status, response?.headers.get('retry-after')], [503, '2'], path)
      const { error } = (await (response as Response).json()) as { error: Record<string, string> }
      assert.deepEqual(Object.keys(error), ['code', 'message', 'request_id'])
      assert.equal(error.code, 'ServiceUnavailable')
    }
    const page = await ask(server, '/', { headers: { accept: 'text/html' } })
    assert.deepEqual([page?.status, page?.headers.get('refresh')], [503, '2'])
    assert.match((await page?.text()) ?? '', /The server is starting/)
    // The output of a process may arrive after its responses.
    await until(async () => server.output.includes('waiting for the database'))
    assert.equal(server.output.match(/waiting for the database/g)?.length, 1)
    proxy = createServer(client => {
      const database = connect(Number(real.port), real.hostname)
      for (const [from, to] of [
        [client, database],
        [database, client],
      ] as const)
        from.on('error', () => to.destroy()).pipe(to)
    }).listen(Number(awayUrl.port), '127.0.0.1')
    await server.started
    assert.equal(await phaseOf(server), 'ready')
    assert.equal((await ask(server, '/health'))?.status, 200)
  })

  test('[OPS-7] a server that waits for the migrations of another one is not ready', async () => {
    const { settings, drop } = await emptyLocation()
    const other = new pg.Client(settings.databaseUrl)
    await other.connect()
    await other.query('select pg_advisory_lock($1)', [rebuildLock])
    const server = launchProcess(await findFreePort(), settings)
    after(async () => {
      await server.kill()
      await drop()
    })
    await until(async () => (await phaseOf(server)) === 'migrating')
    assert.equal((await ask(server, '/api/session/user'))?.status, 503)
    await other.end()
    await server.started
    assert.equal(await phaseOf(server), 'ready')
  })

  test('[OPS-8] a server whose database does not exist reports it and exits', async () => {
    const { settings, drop } = await emptyLocation()
    after(drop)
    const databaseUrl = new URL(settings.databaseUrl as string)
    databaseUrl.pathname = '/there_is_no_such_database'
    const server = launchProcess(await findFreePort(), { ...settings, databaseUrl: databaseUrl.href })
    await assert.rejects(server.started, /cannot start: .*"there_is_no_such_database" does not exist/)
  })
}

if (testEngine === 'postgres')
  test('[OPS-7] a server that loses PostgreSQL again while it starts waits for it', async t => {
    const { settings, drop } = await migratedLocation()
    const dependencies = await openDependencies({ ...readConfig({ LOG_LEVEL: 'silent' }), ...settings })
    const { write } = dependencies.db
    let lost = 0
    t.mock.method(dependencies.db, 'write', (work: Parameters<typeof write>[0]) =>
      lost++ < 2 ? Promise.reject(new DatabaseUnavailable('Connection terminated unexpectedly')) : write(work),
    )
    const app = await openApp(dependencies, pino({ level: 'silent' }))
    assert.ok(lost > 2)
    await app.close()
    await drop()
  })
