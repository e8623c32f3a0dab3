// Holding rows until a transaction ends. SQLite has one writer at a time, who holds everything already.

import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'
import { engineOf } from './engine-of.ts'
import { rows } from './rows.ts'
import type { Schema } from './schema.ts'

/** Locks in the order of ids, whoever asks, so that two transactions never wait for each other. */
export async function lockRows(tx: Tx, table: keyof Schema, column: string, keys: readonly string[]): Promise<void> {
  if (engineOf(tx) === 'sqlite') return
  const wanted = rows(
    tx,
    { key: 'text' },
    keys.map(key => ({ key })),
  )
  await sql`
    select 1 from ${sql.table(table)} where ${sql.ref(column)} in (select k.key from ${wanted} as k)
    order by id for update`.execute(tx)
}

/** Ends a `select` whose rows of `alias` must stay as they are until the transaction ends; others may hold them so too. */
export const forShare = (tx: Tx, alias: string): RawBuilder<unknown> =>
  engineOf(tx) === 'sqlite' ? sql`` : sql`for share of ${sql.ref(alias)}`
