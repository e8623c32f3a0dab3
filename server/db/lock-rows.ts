// Row locks, held until the transaction ends. SQLite has one writer at a time and needs none.

import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'
import { engineOf } from './engine-of.ts'
import { quoteIdentifier } from './quote-identifier.ts'
import { rowsStatement } from './rows.ts'
import type { Schema } from './schema.ts'

/** Always locks in the order of ids, so that two transactions cannot deadlock. */
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

/** The end of a `select` that locks the rows of `alias` for share. */
export const forShare = (tx: Tx, alias: string): RawBuilder<unknown> =>
  engineOf(tx) === 'sqlite' ? sql`` : sql`for share of ${sql.ref(alias)}`
