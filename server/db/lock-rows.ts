// Holding rows until a transaction ends. SQLite has one writer at a time, who holds everything already.

import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'
import { engineOf } from './engine-of.ts'
import { quoteIdentifier } from './quote-identifier.ts'
import { rowsStatement } from './rows.ts'
import type { Schema } from './schema.ts'

/** Locks in the order of ids, whoever asks, so that two transactions never wait for each other. */
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

/** Ends a `select` whose rows of `alias` must stay as they are until the transaction ends; others may hold them so too. */
export const forShare = (tx: Tx, alias: string): RawBuilder<unknown> =>
  engineOf(tx) === 'sqlite' ? sql`` : sql`for share of ${sql.ref(alias)}`
