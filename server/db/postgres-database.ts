// The database when DATABASE_URL is set: several processes may share it.

import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { CommitTopics } from './commit-topics.ts'
import type { Database, Reader, Work } from './database.ts'
import { PostgresBatches } from './postgres-batches.ts'
import { connectPostgres } from './postgres-pool.ts'
import { inOwnTransaction } from './postgres-transaction.ts'
import { withRetry } from './with-retry.ts'
import type { Schema } from './schema.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const pingTimeoutMs = 2000

// Any number will do, so long as every version of this program takes the same.
const rebuildLock = 7_355_608_119

export async function openPostgres(databaseUrl: string): Promise<Database> {
  const pool = connectPostgres(databaseUrl)
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  try {
    const { version, encoding } = await askServer(kysely)
    requireSupportedServer(version, encoding)
  } catch (error) {
    await pool.end()
    throw error
  }
  const topics = new CommitTopics()
  const write = <T>(work: Work<T>) => withRetry(() => topics.runAndNotify<T>(marked => inOwnTransaction(pool, marked), work))
  const batches = new PostgresBatches(pool, topics)

  return {
    engine: 'postgres',
    read: kysely,
    write,
    batch: (work, instead) => batches.run(work, instead),
    doBatchesOverlap: true,
    lendWriter: null,
    areCommitsSlow: false,
    onCommit: (topic, act) => topics.subscribe(topic, act),
    snapshot: work => takeSnapshot(kysely, work),
    rebuild: work =>
      write(async tx => {
        await sql`select pg_advisory_xact_lock(${rebuildLock})`.execute(tx)
        return work(tx)
      }),
    ping: () => ping(kysely),
    close: once(() => pool.end()),
  }
}

export function requireSupportedServer(version: number, encoding: string): void {
  if (version < 140_000)
    throw new Error(`PostgreSQL 14 or newer is needed, and DATABASE_URL leads to ${Math.floor(version / 10_000)}`)
  if (encoding !== 'UTF8')
    throw new Error(`the encoding of the PostgreSQL database must be UTF8, and it is ${encoding}`)
}

async function askServer(db: Reader): Promise<{ version: number; encoding: string }> {
  const version = sql`current_setting('server_version_num')::int`
  const encoding = sql`current_setting('server_encoding')`
  const { rows } = await sql<{ version: number; encoding: string }>`
    select ${version} as version, ${encoding} as encoding`.execute(db)
  return rows[0] as { version: number; encoding: string }
}

// The first statement fixes what a transaction sees; without one here that would be the caller's.
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
    throw new DatabaseUnavailable('the database does not answer')
  })
  try {
    await Promise.race([sql`select 1`.execute(db), tooLate])
  } finally {
    stop.abort()
  }
}

function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= act()
    return done
  }
}
