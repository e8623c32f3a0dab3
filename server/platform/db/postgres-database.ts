// The database if DATABASE_URL is set. Several processes can share it.

import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Schema } from '../schema/index.ts'
import { CommitTopics, type Database, type Reader, type Work } from '../sql/index.ts'
import { PostgresBatches } from './postgres-batches.ts'
import { openPools, type PoolsOptions } from './postgres-pools.ts'
import { withoutTimeouts } from './postgres-session.ts'
import { inOwnTransaction } from './postgres-transaction.ts'
import { DatabaseUnavailable } from './unavailable.ts'
import { retryLockTimeouts, withRetry } from './with-retry.ts'

const pingTimeoutMs = 2000

// An arbitrary number, the same in every version of this program.
const rebuildLock = 7_355_608_119

export async function openPostgres(databaseUrl: string, options: PoolsOptions = {}): Promise<Database> {
  const pools = openPools(databaseUrl, options)
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pools.reads }) })
  const snapshots = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pools.snapshots }) })
  try {
    const { version, encoding } = await readServerSettings(kysely)
    requireSupportedServer(version, encoding)
  } catch (error) {
    await pools.close()
    throw error
  }
  const topics = new CommitTopics()
  const write = <T>(work: Work<T>) =>
    withRetry(() =>
      retryLockTimeouts(() => topics.runAndNotify<T>(marked => inOwnTransaction(pools.writes, marked), work)),
    )
  const batches = new PostgresBatches(pools.batches, topics)

  return {
    engine: 'postgres',
    get pool() {
      return pools.use()
    },
    read: kysely,
    write,
    batch: (work, fallback) => batches.run(work, fallback),
    separateBatch: work => batches.runSeparately(work),
    doBatchesOverlap: true,
    lendWriter: null,
    areCommitsSlow: false,
    onCommit: (topic, listener) => topics.subscribe(topic, listener),
    snapshot: work => takeSnapshot(snapshots, work),
    rebuild: work =>
      write(async tx => {
        // Another process may take minutes to change the tables, and so may this one.
        await sql.raw(withoutTimeouts).execute(tx)
        await sql`select pg_advisory_xact_lock(${rebuildLock})`.execute(tx)
        return work(tx)
      }),
    ping: () => ping(kysely),
    close: once(() => pools.close()),
  }
}

export function requireSupportedServer(version: number, encoding: string): void {
  if (version < 140_000)
    throw new Error(`DATABASE_URL leads to PostgreSQL ${Math.floor(version / 10_000)}; version 14 or newer is required`)
  if (encoding !== 'UTF8') throw new Error(`the encoding of the PostgreSQL database is ${encoding}; UTF8 is required`)
}

async function readServerSettings(db: Reader): Promise<{ version: number; encoding: string }> {
  const version = sql`current_setting('server_version_num')::int`
  const encoding = sql`current_setting('server_encoding')`
  const { rows } = await sql<{ version: number; encoding: string }>`
    select ${version} as version, ${encoding} as encoding`.execute(db)
  return rows[0] as { version: number; encoding: string }
}

// The first statement fixes what the transaction sees.
const takeSnapshot = <T>(db: Reader, work: (reader: Reader) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async reader => {
      await sql`select 1`.execute(reader)
      return work(reader)
    })

async function ping(db: Reader): Promise<void> {
  const stop = new AbortController()
  const tooLate = delay(pingTimeoutMs, undefined, { signal: stop.signal }).then(() => {
    throw new DatabaseUnavailable(`the database did not respond within ${pingTimeoutMs} ms`)
  })
  try {
    await Promise.race([sql`select 1`.execute(db), tooLate])
  } finally {
    stop.abort()
  }
}

function once(fn: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= fn()
    return done
  }
}
