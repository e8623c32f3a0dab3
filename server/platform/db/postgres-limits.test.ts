// Tests the limits of sessions on PostgreSQL, disconnected connections, and reads while writers wait.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { untilBlocked } from '../../testing/blocked-transactions.ts'
import { openPostgresProxy } from '../../testing/postgres-proxy.ts'
import { type TestDatabase, testDatabase, testEngine } from '../../testing/test-database.ts'
import type { Database, Reader, Tx } from '../sql/database.ts'
import { openPostgres } from './postgres-database.ts'
import { ConnectionWatch } from './postgres-watch.ts'
import { isUnavailable } from './unavailable.ts'

if (testEngine === 'postgres') {
  let database: TestDatabase
  before(async () => {
    database = await testDatabase()
    await database.db.write(tx => tx.insertInto('secrets').values({ name: 'row', value: '' }).execute())
  })
  after(() => database.drop())

  const limitsIn = async (db: Reader) => {
    const { rows } = await sql<object>`
      select current_setting('idle_in_transaction_session_timeout') as idle, current_setting('lock_timeout') as lock,
        current_setting('statement_timeout') as statement, current_setting('client_connection_check_interval') as check,
        current_setting('tcp_keepalives_idle') as keepalive`.execute(db)
    return rows[0]
  }

  test('[CLU-1] [CLU-3] sessions end what hangs: transactions without statements, waits for locks, long statements', async () => {
    const { db } = database
    const usual = { idle: '2s', lock: '500ms', statement: '30s', check: '1s', keepalive: '10' }
    const none = { ...usual, idle: '0', lock: '0', statement: '0' }
    assert.deepEqual(await limitsIn(db.read), usual)
    assert.deepEqual(await db.write(limitsIn), usual)
    assert.deepEqual(await db.batch(limitsIn), { ...usual, statement: '10s' })
    assert.deepEqual(await db.snapshot(limitsIn), none)
    assert.deepEqual(await db.rebuild(limitsIn), none)
    assert.deepEqual(await db.write(limitsIn), usual)
  })

  test('[CLU-1] [CLU-3] a process that hangs does not get a lock that it waited for', async t => {
    const proxy = await openPostgresProxy(urlOf(database))
    const hanging = await openPostgres(proxy.url, { timeouts: { idleInTransactionMs: 2_000 } })
    const [locked, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    t.after(async () => {
      ended.resolve()
      await hanging.close()
      await proxy.close()
    })
    const first = hanging.write(async tx => {
      await touch(tx)
      locked.resolve()
      await ended.promise
    })
    await locked.promise
    const second = hanging.write(touch)
    await untilBlocked(database.db, 1)
    proxy.cutAll()
    const startedAt = performance.now()
    await database.db.write(touch)
    ended.resolve()
    const waitedMs = performance.now() - startedAt
    assert.ok(waitedMs < 3_500, `waited for ${waitedMs} ms`)
    await Promise.all([assert.rejects(first, isUnavailable), assert.rejects(second, isUnavailable)])
  })

  test('[CLU-3] a statement that takes too long is unavailable, and its connection is used again', async t => {
    const db = await openPostgres(urlOf(database), { timeouts: { statementMs: 50 } })
    t.after(() => db.close())
    await assert.rejects(sql`select pg_sleep(30)`.execute(db.read), isUnavailable)
    await assert.rejects(
      db.write(tx => sql`select pg_sleep(30)`.execute(tx)),
      isUnavailable,
    )
    assert.notEqual(await rowValue(db), undefined)
  })

  const uses: Record<string, (db: Database) => Promise<unknown>> = {
    'a read': db => rowValue(db),
    'a transaction': db => db.write(touch),
    'a batch': db => db.batch(touch),
    'a snapshot': db => db.snapshot(reader => sql`select 2`.execute(reader)),
  }
  for (const [name, use] of Object.entries(uses))
    test(`[CLU-4] ${name} on a connection that was cut fails soon, and the next one succeeds`, async t => {
      const proxy = await openPostgresProxy(urlOf(database))
      const db = await openPostgres(proxy.url, { watchTimes: { silentMs: 200, probeMs: 2_000 } })
      t.after(async () => {
        await db.close()
        await proxy.close()
      })
      await use(db)
      proxy.cutAll()
      proxy.mend()
      await assert.rejects(use(db), isUnavailable)
      await use(db)
    })

  test('[CLU-4] a connection that is cut before its first response fails soon, too', async t => {
    const proxy = await openPostgresProxy(urlOf(database))
    const db = await openPostgres(proxy.url, { watchTimes: { silentMs: 200, probeMs: 2_000 } })
    t.after(async () => {
      await db.close()
      await proxy.close()
    })
    const cut = proxy.cutAfter('start transaction')
    const lost = assert.rejects(db.batch(touch), isUnavailable)
    await cut
    await lost
    await db.batch(touch)
  })

  test('[CLU-4] while PostgreSQL cannot be reached, statements fail soon', async t => {
    const proxy = await openPostgresProxy(urlOf(database))
    const db = await openPostgres(proxy.url, { watchTimes: { silentMs: 200, probeMs: 200 } })
    t.after(async () => {
      await db.close()
      await proxy.close()
    })
    proxy.cutAll()
    await assert.rejects(rowValue(db), isUnavailable)
  })

  test('[CLU-4] a slow statement is not mistaken for a dead connection', async t => {
    const db = await openPostgres(urlOf(database), { watchTimes: { silentMs: 100, probeMs: 30_000 } })
    t.after(() => db.close())
    const { rows } = await sql`select pg_sleep(0.4), 7 as seven`.execute(db.read)
    assert.equal((rows[0] as { seven: number }).seven, 7)
  })

  test('[CLU-4] a response that arrived while this process was paused counts', async t => {
    const unresponsive = createServer(() => {}).listen(0, '127.0.0.1')
    await once(unresponsive, 'listening')
    const { port } = unresponsive.address() as AddressInfo
    const watch = new ConnectionWatch(`postgres://127.0.0.1:${port}/none`, { silentMs: 50, probeMs: 200 })
    const client = new pg.Client(urlOf(database))
    await client.connect()
    t.after(async () => {
      watch.close()
      await client.end()
      unresponsive.close()
    })
    watch.add(client).pending += 1
    const slow = client.query('select pg_sleep(0.3)')
    await once(unresponsive, 'connection')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
    assert.equal((await slow).rowCount, 1)
  })

  test('[CLU-5] reads and batches go on while every other transaction waits for a lock', async () => {
    const { db } = database
    const initial = (await rowValue(db)) ?? ''
    const { waiting } = await db.write(async tx => {
      await touch(tx)
      const waiting = Array.from({ length: 12 }, () => db.write(touch))
      // This transaction uses one of the five connections.
      await untilBlocked(db, 4)
      assert.equal(await rowValue(db), initial)
      await db.batch(async other => void (await other.insertInto('secrets').values({ name: 'b', value: '' }).execute()))
      assert.equal(await db.snapshot(async reader => (await sql`select 1`.execute(reader)).rows.length), 1)
      const { size, inUse, waiting: queued } = db.pool ?? { size: 0, inUse: 0, waiting: 0 }
      assert.ok(size >= inUse && inUse >= 5 && queued === 8, JSON.stringify(db.pool))
      return { waiting }
    })
    await Promise.all(waiting)
    assert.equal(await rowValue(db), initial + '+'.repeat(13))
  })
}

const urlOf = ({ settings }: TestDatabase) => settings.databaseUrl as string

const rowValue = async ({ read }: Database) =>
  (await read.selectFrom('secrets').select('value').where('name', '=', 'row').executeTakeFirst())?.value

const touch = async (tx: Tx): Promise<void> => {
  await tx.updateTable('secrets').set({ value: sql`value || '+'` }).where('name', '=', 'row').execute()
}
