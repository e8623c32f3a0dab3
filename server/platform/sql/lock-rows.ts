// Row locks, held until the transaction ends. SQLite has one writer at a time and needs none.

import { type RawBuilder, sql } from 'kysely'
import type { Schema } from '../schema/index.ts'
import type { Tx } from './database.ts'
import { engineOf } from './engine-of.ts'
import { quoteIdentifier } from './quote-identifier.ts'
import { rowsStatement } from './rows.ts'

/** The rows are always locked in the order of ids, so that two transactions cannot deadlock. */
export function rowLock(table: keyof Schema, column: string): (tx: Tx, keys: readonly string[]) => Promise<void> {
  const lock = rowsStatement(
    { key: 'text' },
    keys => `
      select 1 from ${quoteIdentifier(table)} where ${quoteIdentifier(column)} in (select k.key from ${keys} as k) order by id for update`,
  )
  return async (tx, keys) => {
    if (engineOf(tx) === 'postgres')
      await lock(
        tx,
        keys.map(key => ({ key })),
      )
  }
}

/**
 * Locks the rows that no other transaction has locked, and returns their keys. Does not wait. The lock admits rows of other
 * tables that refer to the locked ones.
 */
export function rowTryLock(
  table: keyof Schema,
  column: string,
): (tx: Tx, keys: readonly string[]) => Promise<ReadonlySet<string>> {
  const lock = rowsStatement(
    { key: 'text' },
    keys => `
      select ${quoteIdentifier(column)} as key from ${quoteIdentifier(table)}
      where ${quoteIdentifier(column)} in (select k.key from ${keys} as k) order by id for no key update skip locked`,
  )
  return async (tx, keys) => {
    if (engineOf(tx) === 'sqlite') return new Set(keys)
    const locked = await lock<{ key: string }>(
      tx,
      keys.map(key => ({ key })),
    )
    return new Set(locked.map(({ key }) => key))
  }
}

/** Until the end of the transaction, waiting for a lock fails after this time. */
export async function limitLockWait(tx: Tx, ms: number): Promise<void> {
  if (engineOf(tx) === 'postgres') await sql`select set_config('lock_timeout', ${String(ms)}, true)`.execute(tx)
}

/** The end of a `select` that locks the rows of these aliases for share. */
export const forShare = (tx: Tx, ...aliases: readonly string[]): RawBuilder<unknown> =>
  engineOf(tx) === 'sqlite' ? sql`` : sql`for share of ${sql.join(aliases.map(alias => sql.ref(alias)))}`
