// Builds an index of PostgreSQL while the table is read and written. It takes two passes over the table outside of a
// transaction, so it needs a separate connection. A killed process leaves an invalid index, which is rebuilt.

import pg from 'pg'
import { quoteIdentifier } from '../sql/index.ts'
import type { IndexStep } from './migration.ts'

// An arbitrary number, the same in every version of this program.
const space = 735_561

/**
 * Returns false if another server is building it: its connection holds the lock until it is done, even if its process
 * was killed.
 */
export async function buildIndexOnline(
  databaseUrl: string,
  { index, on }: IndexStep,
  signal: AbortSignal,
): Promise<boolean> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'tessera index',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  client.on('error', () => {})
  // The database finishes the statement on its own.
  const leave = () => client.end().catch(() => {})
  await client.connect()
  signal.addEventListener('abort', leave)
  try {
    await client.query('set statement_timeout = 0')
    await client.query('set lock_timeout = 0')
    if (!(await lock(client, index))) return false
    const name = quoteIdentifier(index)
    if ((await isValid(client, index)) === false) await client.query(`drop index concurrently if exists ${name}`)
    await client.query(`create index concurrently if not exists ${name} on ${on}`)
    return true
  } finally {
    signal.removeEventListener('abort', leave)
    await client.end().catch(() => {})
  }
}

async function lock(client: pg.Client, index: string): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1::int, hashtext($2)) as locked', [space, index])
  return rows[0].locked
}

/** Returns null if there is no such index. */
async function isValid(client: pg.Client, index: string): Promise<boolean | null> {
  const { rows } = await client.query('select indisvalid from pg_index where indexrelid = to_regclass($1)', [
    quoteIdentifier(index),
  ])
  return rows[0]?.indisvalid ?? null
}
